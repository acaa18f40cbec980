import type { Answer, Call, Failure } from '../../../nodes/Clip/service/rules/answer';
import { isSuccess, readAnswer } from '../../../nodes/Clip/service/rules/answer';
import type { Project } from '../../../nodes/Clip/service/rules/project';

/**
 * Reads an answer as the transport does: a body that is not text goes through JSON.
 *
 * @param call - the call; a query asks for project 7
 * @param body - the body, text as it is
 * @param status - the HTTP status
 */
export const read = (call: Call, body: unknown, status = 200): Answer =>
	readAnswer(
		call,
		status,
		typeof body === 'string' ? body : JSON.stringify(body),
		call === 'query' ? '7' : undefined,
	);

/**
 * The project of an answer that must carry one.
 *
 * @param answer - the answer
 */
export function projectOf(answer: Answer): Project {
	if (!isSuccess(answer)) throw new Error(`no project, but ${answer.outcome}`);
	return answer.project;
}

/** A failure that is like any other but for the given facts. */
export const failure = (changes: Partial<Failure>): Failure => ({
	outcome: 'failed',
	code: null,
	serviceMessage: '',
	httpStatus: 200,
	excerpt: '',
	projectId: null,
	named: null,
	retryAfterMs: null,
	mayHaveCreated: false,
	...changes,
});
