import type { IExecuteFunctions } from 'n8n-workflow';
import { readText, readWholeNumber } from '../values/values';

/** What n8n keeps of a value beside an execution, in characters. */
const LONGEST_VALUE = 512;

/** Names under which a run keeps what it has created; n8n shows them with the execution. */
const COUNT = 'clipProjectCount';
const LATEST = 'clipProjects';

/**
 * Keeps projects beside the execution, where their IDs survive an error that n8n itself ends the run with. n8n stores them
 * when it stores the run.
 *
 * @param projectIds - the projects; the latest of a run come first, as many as there is room for
 */
export function noteProjects(context: IExecuteFunctions, projectIds: readonly string[]): void {
	// Tools have none.
	if (!('customData' in context)) return;
	const { customData } = context;
	const known = (readText(customData.get(LATEST)) ?? '').split(', ').filter((id) => id !== '');
	const fresh = [...new Set(projectIds)].filter((id) => !known.includes(id));
	if (fresh.length === 0) return;
	const all = [...fresh.reverse(), ...known];
	customData.set(COUNT, String((readWholeNumber(customData.get(COUNT)) ?? 0) + fresh.length));
	customData.set(LATEST, whatFits(all));
}

/** As many IDs as there is room for, each of them whole. */
function whatFits(ids: readonly string[]): string {
	let text = '';
	for (const id of ids) {
		const longer = text === '' ? id : `${text}, ${id}`;
		if (longer.length > LONGEST_VALUE) break;
		text = longer;
	}
	return text;
}
