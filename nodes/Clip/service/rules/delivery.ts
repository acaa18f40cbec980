import type { Failure } from './answer';
import { isJsonObject, parseJson } from '../../lib/json';
import { type FailureOutcome, UNKNOWN_PROJECT_CODES } from './outcome';
import { checkProjectId } from './project';
import { readId } from '../../lib/values';

/**
 * The largest body of a webhook call that is taken, in bytes. A hundred clips, each with some dozen short fields and the
 * transcript of three minutes, have some 300 kB, and in any script less than 2 MB.
 */
export const LARGEST_WEBHOOK_BODY = 4 * 1024 * 1024;

/**
 * The project that a webhook call is about; nothing else in it is used.
 *
 * @param text - the body exactly as it came: n8n has rounded long ids in the one that it has parsed
 * @returns a checked ID; null when the body names none
 */
export function readDeliveredId(text: string): string | null {
	// A byte order mark is no part of the text, but JSON does not know that.
	const body = parseJson(text.replace(/^\ufeff/, ''));
	const projectId = checkProjectId(isJsonObject(body) ? readId(body.projectId) : undefined);
	return projectId.ok ? projectId.value : null;
}

const FAILED: ReadonlySet<FailureOutcome> = new Set(['failed', 'invalidRequest', 'quota', 'sourceProblem']);

/**
 * Whether the service itself says that a project has failed. Without a code it was not the service that spoke, but a
 * server in front of it.
 */
export const hasFailed = ({ outcome, code }: Failure): boolean =>
	code !== null && FAILED.has(outcome) && !UNKNOWN_PROJECT_CODES.has(code);

/** Whether the service itself says that it has no such project. */
export const isUnknown = ({ code }: Failure): boolean => UNKNOWN_PROJECT_CODES.has(code);

/**
 * A failed project as an output item, with the service's code, and its words as errors show them: the trigger gives it when the
 * user wants to know of failures, too.
 */
export const failedProject = (projectId: string, { code, serviceMessage }: Failure) => ({
	projectId,
	status: 'failed',
	code,
	message: serviceMessage,
});
