import type { AnswerCode } from '../../problems/answers';
import { type Problem, makeProblem } from '../../problems/problem';
import type { FailedAnswer } from './answer';
import { isFinalFailure } from './codes';

/** Whether another server has answered: it redirects, does not know the address, or answers with a page. */
const isNotTheService = ({ code, httpStatus, isNotJson, kind }: FailedAnswer): boolean => {
	if (httpStatus === null || httpStatus < 300 || code !== null) return false;
	if (httpStatus < 400 || httpStatus === 404 || httpStatus === 405) return true;
	return isNotJson && (kind === 'invalidRequest' || kind === 'unreadable');
};

function codeOf(answer: FailedAnswer): AnswerCode {
	const { fate, httpStatus, kind } = answer;
	if (fate === 'unknownProject') return 'unknownProject';
	if (isNotTheService(answer)) return 'notTheService';
	return kind === 'temporary' && httpStatus === null ? 'notReached' : kind;
}

/** For an answer that leaves no doubt whether there is a project. */
export const problemOfAnswer = (answer: FailedAnswer): Problem<AnswerCode> =>
	makeProblem(codeOf(answer), { answer, isFinal: isFinalFailure(answer) });
