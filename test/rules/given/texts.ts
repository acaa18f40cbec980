import { explainHindrance } from '../../../nodes/Clip/problems/hindrances';
import { remarkTexts } from '../../../nodes/Clip/problems/notices';
import {
	type Problem,
	makeProblem,
	type ProblemCode,
	textOfProblem,
} from '../../../nodes/Clip/problems/problem';
import type { Audience } from '../../../nodes/Clip/problems/advice';
import { joinTexts, type ProblemText } from '../../../nodes/Clip/problems/problemText';
import type { FailedAnswer } from '../../../nodes/Clip/service/rules/answer';
import type { Endpoint } from '../../../nodes/Clip/service/rules/codes';
import { problemOfAnswer } from '../../../nodes/Clip/service/rules/answerProblem';
import { failureOf, read } from './answers';
import type { Hindrance, ExecutionProject } from '../../../nodes/Clip/problems/facts';

/*
 * What people read, from where it is written: tests pin no sentence, so that one can be reworded. The words themselves stand in the
 * snapshot of test/promise/money.test.ts, for a person to review.
 */

const whole = (words: ProblemText): Required<ProblemText> => ({
	meaning: '',
	nextStep: '',
	background: '',
	...words,
});

/** What is said of a problem. */
export const inWords = <C extends ProblemCode>(
	code: C,
	facts: Problem<C>['facts'],
	audience: Audience = 'person',
) => whole(textOfProblem(makeProblem(code, facts), audience));

/** What is said of an answer, with the words of the service. */
export const adviceOn = (answer: FailedAnswer, audience: Audience = 'person') =>
	answer.fate === 'mayHaveCreated'
		? inWords('unknownWhetherCreated', { answer }, audience)
		: whole(textOfProblem(problemOfAnswer(answer), audience));

/** The same without the words of the service. */
export const explain = (answer: FailedAnswer, audience?: Audience) => ({
	...adviceOn(answer, audience),
	background: '',
});

/** Words as people read them: title, then description. */
export const asRead = ({ title, ...rest }: ProblemText): string => [title, joinTexts(rest)].join('\n    ');

/** What is said of a refusal with a code of the service. */
export const told = (call: Endpoint, code: number) => explain(failureOf(read(call, { code })));

/** What is said of the money where a submission has cost nothing. */
export const NOTHING_CHARGED = told('create', 4001).meaning;
/** What is said of a wrong key. */
export const { title: WRONG_KEY } = told('query', 4001);
export const UNKNOWN_CREATION = inWords('unknownWhetherCreated', { answer: null });

/** What is said of each file that does not come. */
export const FILE_IS_SAFE = inWords('download', {
	...{ kind: 'empty', projectId: '7', videoId: null, host: 'h.example', fresh: null },
}).meaning;

/** How an error names other projects. */
export const otherProjects = (projects: readonly ExecutionProject[]): string =>
	remarkTexts.otherProjects({ projects });

/** What is said of what stands in the way of calls to the service. */
export function hinderedBy(hindrance: Hindrance): { title: string; nextStep: string } {
	const { title = '', nextStep = '' } = explainHindrance(hindrance, 'service');
	return { title, nextStep };
}
