import { type Checked, refuse } from '../values/checked';
import { shown } from '../values/values';

/**
 * Checks a project ID before it becomes part of a path: letters, digits, `-` and `_` only.
 *
 * @param value - what the user entered, of any type
 * @returns the ID as text, exact
 */
export function checkProjectId(value: unknown): Checked<string> {
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		return refuse(
			'projectId',
			`is a number so long that n8n has already rounded it (${value}): hand it over as text`,
		);
	}
	const text = Number.isSafeInteger(value) ? String(value) : value;
	return typeof text === 'string' && /^[A-Za-z0-9_-]{1,128}$/.test(text)
		? { ok: true, value: text }
		: refuse('projectId', `must hold only letters, digits, - and _ (128 at most), but is ${shown(value)}`);
}
