import { readAnswer } from './answer';
import { isJsonObject, parseJson } from './json';
import { checkProjectId } from './projectId';
import type { Project } from './project';
import { readId } from './values';

/**
 * The project that a webhook call speaks of; the only thing in it that is used when calls are verified.
 *
 * @param text - the body exactly as it came: n8n's own reading rounds long ids (platform, section 3)
 * @returns a checked ID; null when the body names none
 */
export function readDeliveredId(text: string): string | null {
	const body = parseJson(text);
	const projectId = checkProjectId(isJsonObject(body) ? readId(body.projectId) : undefined);
	return projectId.ok ? projectId.value : null;
}

/**
 * The project that a webhook call carries, for users who take calls at their word. The body equals the answer of a
 * query for a ready project (field notes, Webhook).
 *
 * @param text - the body exactly as it came
 * @returns the project with its clips; null when the body is in no known shape, or not about a ready project
 */
export function readDeliveredProject(text: string): Project | null {
	const projectId = readDeliveredId(text);
	if (projectId === null) return null;
	const answer = readAnswer('query', 200, text, projectId);
	return answer.outcome === 'ready' ? answer.project : null;
}
