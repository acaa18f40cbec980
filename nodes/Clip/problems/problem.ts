import { answerTexts } from './answers';
import { fileTexts } from './files';
import { itemTexts } from './items';
import { remarkTexts } from './notices';
import { submissionTexts } from './unsubmitted';
import { waitTexts } from './waits';
import type { Audience } from './advice';
import type { ProblemText } from './problemText';
import type { AnswerFacts } from './facts';

/*
 * Everything that may go wrong, by code. A problem is a code with facts. Its words are made where it leaves the node, for those who read it
 * there.
 */

const catalogue = { ...answerTexts, ...fileTexts, ...itemTexts, ...submissionTexts, ...waitTexts };

export type ProblemCode = keyof typeof catalogue;

/** The facts of which the words of each code are made. */
export type FactsOf = {
	[C in ProblemCode]: Parameters<(typeof catalogue)[C]> extends [infer Facts, ...unknown[]] ? Facts : object;
};

/** What may be known of any problem; workflows find it in `details`. */
interface CommonFacts {
	projectId?: string | null;
	videoId?: string | null;
	/** The answer of the service that has caused it. */
	answer?: AnswerFacts | null;
	/** The last answer before a wait ran out, which has not caused it. */
	lastFailure?: AnswerFacts | null;
	/** The HTTP status of another server, such as the host of a file. */
	httpStatus?: number | undefined;
	/** Whether the same call ends the same way again, even when network, rate, key and minutes are in order. */
	isFinal?: boolean;
}

export interface Problem<C extends ProblemCode = ProblemCode> {
	code: C;
	facts: FactsOf[C] & CommonFacts;
	remarks: readonly Remark[];
	/** What n8n or a library has thrown; null for a problem of our own. */
	cause: Error | null;
}

export const makeProblem = <C extends ProblemCode>(
	code: C,
	facts: FactsOf[C] & CommonFacts,
	cause: Error | null = null,
): Problem<C> => ({ code, facts, remarks: [], cause });

export const isProblem = <C extends ProblemCode>(problem: Problem, code: C): problem is Problem<C> =>
	problem.code === code;

const entries: { [C in ProblemCode]: (facts: FactsOf[C], audience: Audience) => ProblemText } = catalogue;

export const textOfProblem = <C extends ProblemCode>(
	{ code, facts }: Problem<C>,
	audience: Audience,
): ProblemText => entries[code](facts, audience);

type RemarkCode = keyof typeof remarkTexts;

type RemarkFacts = { [C in RemarkCode]: Parameters<(typeof remarkTexts)[C]>[0] };

interface RemarkOf<C extends RemarkCode> {
	code: C;
	facts: RemarkFacts[C];
}

/** What an error adds. */
export type Remark = { [C in RemarkCode]: RemarkOf<C> }[RemarkCode];

/** Whether a remark names something that may have been paid for. */
export const tellsOfPayment = ({ code, facts }: Remark): boolean =>
	code === 'otherProjects' || (code === 'maybeSubmitted' && facts.videos.length > 0);

const remarkEntries: { [C in RemarkCode]: (facts: RemarkFacts[C]) => string } = remarkTexts;

export const describeRemark = <C extends RemarkCode>({ code, facts }: RemarkOf<C>): string =>
	remarkEntries[code](facts);

export const withRemarks = <C extends ProblemCode>(
	{ remarks: known, ...rest }: Problem<C>,
	...more: readonly Remark[]
): Problem<C> => ({ ...rest, remarks: [...known, ...more] });

export const withProjectId = <C extends ProblemCode>(
	{ facts, ...rest }: Problem<C>,
	projectId: string,
): Problem<C> => ({ ...rest, facts: { ...facts, projectId } });
