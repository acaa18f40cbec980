import { isJsonObject, type JsonObject } from '../lib/json';
import { truncate } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { readText } from '../lib/values';
import { evidenceOf } from './answers';
import { type Problem, type ProblemCode, tellsOfPayment, wordsOf, wordsOfRemark } from './problem';
import { EACH_TIME_PAYS, type Reader } from './advice';
import { describeWords } from './words';

/*
 * A problem in words: the only place where they are made.
 */

/** Which item it is, at the end of a title, if it is one of several. */
export interface Position {
	itemIndex: number;
	/** How many items the node has. */
	itemCount: number;
}

/** The project that a problem is about. */
export const projectIdOf = ({ facts: { projectId, answer } }: Problem): string | null =>
	projectId ?? answer?.projectId ?? null;

/** A submission that may be paid for. */
const UNKNOWN = 'unknownWhetherCreated' satisfies ProblemCode;
const WRONG_PARAMETER = 'invalidParameter' satisfies ProblemCode;

/** A problem as its reader gets it. */
export interface ErrorText {
	title: string;
	description: string;
	/** Facts in a sentence, for programmers; n8n shows it among the details of an error. Empty without any. */
	evidence: string;
	/** What a workflow may read of it: at an error item, and of an execution that failed in an error workflow. */
	details: Details;
}

interface Details extends JsonObject {
	projectId: string | null;
	code: string | null;
	httpCode: string | null;
	outcome: string;
	mayHavePaid: boolean;
}

/**
 * Makes the words of a problem, for its reader.
 *
 * @param position - null for a problem that is about no item in particular
 */
export function describeProblem(problem: Problem, reader: Reader, position: Position | null): ErrorText {
	const { code, facts, cause, remarks } = problem;
	const { outcome = code, title, ...rest } = wordsOf(problem, reader);
	const more = joinSentences(...remarks.map((remark) => wordsOfRemark(remark, reader)));
	const warning = reader === 'payerEachTime' ? EACH_TIME_PAYS : '';
	// The editor may explain a failed expression in place of the description, so the title has it, too.
	const whole = isExplained(cause) && more !== '' ? `${title}. ${more.replace(/\.$/, '')}` : title;
	const isOneOfMany = position !== null && position.itemCount > 1 && code !== 'n8nError';
	const { answer = null, last = null, videoId } = facts;
	const about = answer ?? last;
	const projectId = projectIdOf(problem);
	const evidence = about === null ? '' : truncate(evidenceOf(about));
	return {
		title: truncate(isOneOfMany ? `${whole} [item ${position.itemIndex}]` : whole),
		description: truncate(joinSentences(describeWords(rest), more, warning)),
		evidence,
		details: {
			projectId,
			code: readText(answer?.code) ?? null,
			httpCode: readText(facts.httpStatus ?? answer?.httpStatus) ?? null,
			outcome,
			isFinal: facts.isFinal ?? outcome === WRONG_PARAMETER,
			// What has a project ID, or may have one, may have been paid for.
			mayHavePaid:
				outcome === UNKNOWN ||
				(projectId !== null && outcome !== WRONG_PARAMETER) ||
				remarks.some(tellsOfPayment),
			// All that may be left of a project that was paid for.
			evidence: evidence === '' ? null : evidence,
			...(videoId !== undefined && { videoId }),
		},
	};
}

/** An error with all that it says in its title, the only part that an agent reads. */
export const asOneText = ({ title, description, evidence, ...rest }: ErrorText): ErrorText => ({
	...rest,
	title: truncate(joinSentences(`${title.replace(/\.$/, '')}.`, description, evidence)),
	description: '',
	evidence: '',
});

/** Whether the editor explains an error itself. */
function isExplained(cause: Error | null): boolean {
	const context: unknown = cause !== null && 'context' in cause ? cause.context : null;
	return isJsonObject(context) && ('descriptionKey' in context || 'descriptionTemplate' in context);
}
