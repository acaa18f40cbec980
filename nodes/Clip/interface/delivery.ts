import { type Failure, isSuccess, readAnswer } from './answer';
import { isJsonObject, type JsonValue, parseJson } from '../values/json';
import type { FailureClass } from './outcome';
import { checkProjectId } from './project';
import type { Project } from './project';
import { readId } from '../values/values';

/**
 * The project that a webhook call speaks of; the only thing in it that is used when calls are verified.
 *
 * @param text - the body exactly as it came: n8n's own reading rounds long ids
 * @returns a checked ID; null when the body names none
 */
export function readDeliveredId(text: string): string | null {
	const body = parseJson(text);
	const projectId = checkProjectId(isJsonObject(body) ? readId(body.projectId) : undefined);
	return projectId.ok ? projectId.value : null;
}

/** What a webhook call tells of its project: its clips, or why there are none. */
export type Delivery = { project: Project } | { failure: Failure };

/**
 * What a webhook call tells, for users who take calls at their word. The body equals the answer of a query for a ready
 * project; a body with a code that means failure was seen, too (field notes, Webhook).
 *
 * @param text - the body exactly as it came
 * @returns null when the body is in no known shape, or about a project that is neither ready nor failed
 */
export function readDelivery(text: string): Delivery | null {
	const projectId = readDeliveredId(text);
	if (projectId === null) return null;
	const answer = readAnswer('query', 200, text, projectId);
	if (!isSuccess(answer)) return hasFailed(answer) ? { failure: answer } : null;
	return answer.outcome === 'ready' ? { project: answer.project } : null;
}

/** Codes by which the service says that it has no such project, rather than that the project failed. */
const UNKNOWN_PROJECT: ReadonlySet<string | null> = new Set(['-1000', '4006']);

const FAILED: ReadonlySet<FailureClass> = new Set(['failed', 'invalidRequest', 'quota', 'sourceProblem']);

/**
 * Whether the service itself says that a project has failed. Without a code it was not the service that spoke, but a
 * server in front of it.
 *
 * @param failure - the answer to a query
 */
export const hasFailed = ({ outcome, code }: Failure): boolean =>
	code !== null && FAILED.has(outcome) && !UNKNOWN_PROJECT.has(code);

/**
 * Whether the service itself says that it has no such project.
 *
 * @param failure - the answer to a query
 */
export const isUnknown = ({ code }: Failure): boolean => UNKNOWN_PROJECT.has(code);

/** A project without clips, as the trigger hands it on when the user wants to know of failures, too. */
export interface FailedProject {
	projectId: string;
	status: 'failed';
	/** The service's code and words, as they came. */
	code: string | null;
	message: string;
	[field: string]: JsonValue;
}

/**
 * A failed project as an output item.
 *
 * @param projectId - the project
 * @param failure - what the service said of it
 */
export const failedProject = (projectId: string, { code, serviceMessage }: Failure): FailedProject => ({
	projectId,
	status: 'failed',
	code,
	message: serviceMessage,
});
