import type { BrokenRule } from '../lib/schemas';
import type { Purpose } from './facts';
import { joinSentences } from '../lib/text';
import { type CredentialFault, MEND_CREDENTIAL, textOfItemFault } from './credentialFaults';
import {
	ADVICE,
	againWhenCorrected,
	againWithCredential,
	type Audience,
	getWithCredential,
	mayPayAgain,
} from './advice';
import { NOTHING_CHARGED, type ProblemText } from './problemText';

/*
 * Items with which nothing was done, because of a wrong value, a credential or an expression; and errors that nobody expects.
 */

interface NothingDone {
	/** Has no final period: where an expression fails, it is part of the title, since the editor shows only the title. */
	money: string;
	/** The same where a parameter breaks a rule; absent where the next step says enough. */
	meaning?: string;
}

const NO_MINUTES_USED = 'This step used no processing minutes';

export const NOTHING_DONE: Record<Purpose, NothingDone> = {
	submit: { money: NOTHING_CHARGED, meaning: `${NOTHING_CHARGED}.` },
	submitInRetry: {
		money: 'This Retry has sent nothing for this item',
		meaning: 'This Retry has sent nothing for this item; the execution that it repeats may have.',
	},
	query: { money: NO_MINUTES_USED },
	queryAfterCall: { money: NO_MINUTES_USED },
};

export const CORRECT_PARAMETER = 'Correct the parameter';

/** After a call to the trigger there is no "again": the service calls only once. */
function adviseOnParameter(purpose: Purpose, audience: Audience): string {
	if (purpose === 'queryAfterCall') return `${CORRECT_PARAMETER}.`;
	// To call the whole workflow again may pay again; to ask does not.
	const onlyAsk = purpose === 'query' && mayPayAgain(audience);
	return `${CORRECT_PARAMETER} and ${onlyAsk ? 'ask for the project again (free)' : againWhenCorrected(audience)}.`;
}

function adviseAfterCredential(purpose: Purpose, audience: Audience): string {
	const { again } = ADVICE[audience];
	if (purpose === 'queryAfterCall') return '';
	if (purpose !== 'query') return againWithCredential(audience);
	return audience === 'personWithoutProject' ? `Then ${again}.` : getWithCredential(audience);
}

export const CHOOSE_CREDENTIAL =
	"Choose one under 'Credential', or make one with 'Connect to Video Clipping'.";

/** An error that n8n or a library has thrown, safe to show. */
interface ForeignFacts {
	reason: string;
	explanation: string;
	/** What was not done because of it. */
	purpose?: Purpose | undefined;
}

/** In place of what an error says that quotes the API key, or may quote it. */
export const HIDDEN_ERROR = 'Message hidden, since it may quote the API key';

const foreignText = ({ reason, explanation, purpose }: ForeignFacts, audience: Audience): ProblemText =>
	purpose === undefined
		? {
				title: reason,
				meaning: explanation,
				nextStep: 'Projects that were created before are named here, and in the log of n8n.',
			}
		: {
				title: `${reason}. ${NOTHING_DONE[purpose].money}`,
				meaning: explanation,
				nextStep: adviseOnParameter(purpose, audience),
			};

/** A broken rule with the label of its parameter in the panel. */
interface BrokenParameter extends Omit<BrokenRule, 'field'> {
	label: string;
}

export const itemTexts = {
	/** The item is an error item of a node before. */
	earlierError: ({ reason, explanation }: ForeignFacts): ProblemText => ({
		title: `An earlier node failed on this item: ${reason}`,
		meaning: joinSentences('For this item, this step used no processing minutes.', explanation),
		nextStep: "To process the other items, set 'On Error' of this node to 'Continue'.",
	}),
	failedExpression: foreignText,
	invalidParameter: (
		{ broken, purpose }: { broken: readonly BrokenParameter[]; purpose: Purpose },
		audience: Audience,
	): ProblemText => {
		const rules = broken.map(({ label, rule, sentences }) => ({ title: `'${label}' ${rule}`, sentences }));
		const [{ title, sentences } = { title: '', sentences: [] }, ...others] = rules;
		const { meaning = '' } = NOTHING_DONE[purpose];
		// The execution may have paid for the project before. Executing again goes on with that project.
		const nextStep =
			purpose === 'query' && audience === 'person'
				? `${CORRECT_PARAMETER} and execute again: the project is not paid for again.`
				: adviseOnParameter(purpose, audience);
		if (others.length === 0) return { title, meaning: joinSentences(...sentences, meaning), nextStep };
		const each = rules.flatMap((rule) => [`${rule.title}.`, ...rule.sentences]);
		return {
			title: `${rules.length} parameters are not valid`,
			meaning: joinSentences(...each, meaning),
			nextStep,
		};
	},
	/** n8n's own error of the node keeps its words. */
	n8nError: ({ reason, explanation }: ForeignFacts): ProblemText => ({ title: reason, meaning: explanation }),
	unexpected: foreignText,
	unopenedCredential: (
		{ isChosen, ...facts }: ForeignFacts & { isChosen: boolean; purpose: Purpose },
		audience: Audience,
	): ProblemText => ({
		...foreignText(facts, audience),
		nextStep: joinSentences(
			isChosen ? MEND_CREDENTIAL : CHOOSE_CREDENTIAL,
			adviseAfterCredential(facts.purpose, audience),
		),
	}),
	unusableCredential: (
		{ fault, purpose }: { fault: CredentialFault; purpose: Purpose },
		audience: Audience,
	): ProblemText => {
		const { title, nextStep } = textOfItemFault(fault);
		return {
			title,
			meaning: `${NOTHING_DONE[purpose].money}.`,
			nextStep: joinSentences(nextStep, adviseAfterCredential(purpose, audience)),
		};
	},
	unknownOperation: ({ known }: { known: readonly string[] }): ProblemText => ({
		title: `'Operation' must be one of ${known.join(', ')}`,
		meaning: `${NO_MINUTES_USED}.`,
		nextStep: 'Choose one of them.',
	}),
};
