import { maskKeysInText } from '../lib/apiKey';
import { isJsonObject } from '../lib/json';
import { truncate } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { type Details, detailsOf } from './details';
import { type Problem, textOfProblem, describeRemark } from './problem';
import { EACH_TIME_PAYS, type Audience } from './advice';
import { joinTexts } from './problemText';

/*
 * Where the title, the description and the details of every error are put together.
 */

interface Position {
	itemIndex: number;
	/** How many items the node has. */
	itemCount: number;
}

export interface ErrorText {
	title: string;
	description: string;
	/** The beginning of an answer that cannot be read, which n8n shows among the details of an error; empty without one. */
	evidence: string;
	details: Details;
}

/** @param position - null for a problem that is about no item in particular */
export function composeErrorText(problem: Problem, audience: Audience, position: Position | null): ErrorText {
	const { code, facts, cause, remarks } = problem;
	const { title, ...rest } = textOfProblem(problem, audience);
	const more = joinSentences(...remarks.map((remark) => describeRemark(remark)));
	const warning = audience === 'payerEachTime' ? EACH_TIME_PAYS : '';
	// The editor may explain a failed expression in place of the description, so the title, too, says what was paid for.
	const whole = isExplained(cause) && more !== '' ? `${title}. ${more.replace(/\.$/, '')}` : title;
	const isOneOfMany = position !== null && position.itemCount > 1 && code !== 'n8nError';
	const { excerpt = '' } = facts.answer ?? facts.lastFailure ?? {};
	const evidence = excerpt === '' ? '' : `The answer begins: "${excerpt}"`;
	return {
		title: truncate(isOneOfMany ? `${whole} [item ${position.itemIndex}]` : whole),
		description: truncate(joinSentences(joinTexts(rest), more, warning)),
		evidence,
		details: detailsOf(problem, evidence),
	};
}

export function maskKeysInError(
	{ title, description, evidence, details }: ErrorText,
	apiKeys: ReadonlySet<string>,
): ErrorText {
	const mask = (text: string): string => maskKeysInText(text, apiKeys);
	const texts = Object.entries(details).flatMap(
		([name, value]): Array<[string, string]> => (typeof value === 'string' ? [[name, mask(value)]] : []),
	);
	return {
		title: mask(title),
		description: mask(description),
		evidence: mask(evidence),
		details: { ...details, ...Object.fromEntries(texts) },
	};
}

/** Puts all into the title, the only part that an agent reads. */
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
