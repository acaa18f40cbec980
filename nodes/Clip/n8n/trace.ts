import type { IExecuteFunctions } from 'n8n-workflow';
import { readText } from '../lib/values';

/** What n8n keeps of a value beside an execution, in characters. */
const LONGEST_VALUE = 512;

/** Under this name n8n shows the projects of an execution beside it. */
const PROJECTS = 'clipProjects';

/**
 * Keeps projects beside the execution, where their IDs survive an error that n8n itself ends it with. n8n stores them when it
 * stores the execution.
 *
 * @param projectIds - the projects; the latest come first, as many as there is room for
 */
export function noteProjects(context: IExecuteFunctions, projectIds: readonly string[]): void {
	// Tools have none.
	if (!('customData' in context)) return;
	const known = (readText(context.customData.get(PROJECTS)) ?? '').split(', ').filter((id) => id !== '');
	const all = [...new Set([...[...projectIds].reverse(), ...known])];
	const fits = all.filter((_, index) => all.slice(0, index + 1).join(', ').length <= LONGEST_VALUE);
	context.customData.set(PROJECTS, fits.join(', '));
}
