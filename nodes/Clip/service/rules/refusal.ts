import { type AnswerCode, type OfAnswer, TOO_LARGE } from '../../problems/answers';
import { type Problem, problem } from '../../problems/problem';
import type { Endpoint, FailedAnswer } from './answer';
import {
	FAILED_PROJECT_CODES,
	type FailureKind,
	isFinalCode,
	isServiceCode,
	UNKNOWN_PROJECT_CODES,
} from './failureKind';

/*
 * What an answer that gives no project is as a problem.
 */

/** Whether a page forbids the call: a refusal of the service itself has a code. */
const isRefusedOnTheWay = ({ code, excerpt, httpStatus, isPage }: FailedAnswer): boolean =>
	httpStatus === 403 && code === null && isPage && excerpt !== '';

/** Whether a refusal is that of a server that is not the service: it has no such address, or answers with a page. */
const isNotTheService = ({ code, httpStatus, isPage, kind }: FailedAnswer): boolean => {
	if (httpStatus === null || httpStatus < 400 || typeof code === 'number') return false;
	if (httpStatus === 404 || httpStatus === 405) return true;
	return isPage && !TOO_LARGE.has(httpStatus) && (kind === 'invalidRequest' || kind === 'unreadable');
};

/** Failures of a query that do not say that the project failed. */
const NOT_ABOUT_THE_PROJECT: ReadonlySet<FailureKind> = new Set([
	'authentication',
	'blocked',
	'rateLimited',
	'temporary',
	'unreadable',
]);

function projectAfter(call: Endpoint, { code, kind }: FailedAnswer): OfAnswer['project'] {
	if (call === 'create') return 'none';
	// Without a code of the service the answer is not its own, and says nothing of the project itself.
	if (!isServiceCode(code) || NOT_ABOUT_THE_PROJECT.has(kind)) return 'goesOn';
	return FAILED_PROJECT_CODES.has(code) ? 'failed' : 'ended';
}

function codeOf(call: Endpoint, answer: FailedAnswer): AnswerCode {
	const { code, httpStatus, kind } = answer;
	if (call === 'query' && UNKNOWN_PROJECT_CODES.has(code)) return 'unknownProject';
	if (isNotTheService(answer)) return 'notTheService';
	if (isRefusedOnTheWay(answer)) return 'refusedOnTheWay';
	return kind === 'temporary' && code === null && httpStatus === null ? 'notReached' : kind;
}

/** An answer that leaves nobody in doubt whether there is a project, as a problem. */
export const problemOf = (call: Endpoint, answer: FailedAnswer): Problem<AnswerCode> =>
	problem(codeOf(call, answer), {
		answer,
		project: projectAfter(call, answer),
		isFinal: isFinalCode(call, answer.code),
	});
