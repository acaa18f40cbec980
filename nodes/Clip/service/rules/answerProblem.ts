import type { AnswerCode, AnswerProblemFacts } from '../../problems/answers';
import { type Problem, makeProblem } from '../../problems/problem';
import type { FailedAnswer } from './answer';
import { type Endpoint, FAILED_PROJECT_CODES, isFinalRefusal } from './codes';

/** Whether another server has answered: it redirects, does not know the address, or answers with a page. */
const isNotTheService = ({ code, httpStatus, isNotJson, kind }: FailedAnswer): boolean => {
	if (httpStatus === null || httpStatus < 300 || typeof code === 'number') return false;
	if (httpStatus < 400 || httpStatus === 404 || httpStatus === 405) return true;
	return isNotJson && (kind === 'invalidRequest' || kind === 'unreadable');
};

/** Whether the service itself says that a project has failed. A refusal of the key says nothing of the project. */
export const isProjectFailure = ({ kind, standing }: FailedAnswer): boolean =>
	standing === 'final' && kind !== 'authentication';

function fateAfter(endpoint: Endpoint, answer: FailedAnswer): AnswerProblemFacts['fate'] {
	if (endpoint === 'create') return 'none';
	if (!isProjectFailure(answer)) return 'goesOn';
	return FAILED_PROJECT_CODES.has(answer.code) ? 'failed' : 'mayHaveFailed';
}

function codeOf(answer: FailedAnswer): AnswerCode {
	const { httpStatus, kind, standing } = answer;
	if (standing === 'unknownProject') return 'unknownProject';
	if (isNotTheService(answer)) return 'notTheService';
	return kind === 'temporary' && httpStatus === null ? 'notReached' : kind;
}

/** For an answer that leaves no doubt whether there is a project. */
export const problemOfAnswer = (endpoint: Endpoint, answer: FailedAnswer): Problem<AnswerCode> =>
	makeProblem(codeOf(answer), {
		answer,
		fate: fateAfter(endpoint, answer),
		isFinal: isFinalRefusal(endpoint, answer.code),
	});
