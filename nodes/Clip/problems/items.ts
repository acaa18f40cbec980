import type { BrokenRule } from '../lib/fields';
import type { Work } from './facts';
import { joinSentences } from '../lib/text';
import { CREDENTIAL_FAULTS, type CredentialFault, type FaultWords, titleOfFault } from './credential';
import { ADVICE, type Reader } from './advice';
import { type Words } from './words';

/*
 * What is said of items with which nothing was done: a wrong value, a credential, an expression that fails.
 */

/** What it means that nothing was done. */
interface NothingDone {
	/** What it means for the user's money, without a final period. It is part of the title where an expression fails: the editor shows only that. */
	money: string;
	/** The same as a sentence, where a parameter breaks a rule; absent where `todo` says enough. */
	meaning?: string;
	/** How to mend a parameter, and what comes then. */
	todo: string;
	/** What comes after another mistake is mended, such as one in the credential. */
	next: string;
}

const NOTHING_CHARGED = 'Nothing was sent or charged';

export const NOTHING_DONE: Record<Work, NothingDone> = {
	submit: {
		money: NOTHING_CHARGED,
		meaning: `${NOTHING_CHARGED}.`,
		todo: 'Correct the parameter and execute again.',
		next: 'Then execute again.',
	},
	submitInRetry: {
		money: 'This Retry has sent nothing',
		meaning: 'This Retry has sent nothing; the execution that it repeats may have.',
		todo: 'Correct the parameter and execute again.',
		next: 'Then execute again.',
	},
	ask: {
		money: 'This cost no minutes',
		todo: 'Correct the parameter and execute again.',
		next: 'Then execute again.',
	},
	followUp: { money: 'This cost no minutes', todo: 'Correct the parameter.', next: '' },
};

const MEND_CREDENTIAL =
	'Open the credential and correct it. If a field is an expression, look at what it gives for this item.';

export const CHOOSE_CREDENTIAL =
	"Choose one under 'Credential', or make one with 'Connect to Video Clipping'.";

/** An error of n8n's, or of anybody else, fit to be shown. */
interface ForeignFacts {
	reason: string;
	explanation: string;
	/** What was about to be done, where nothing was. */
	work?: Work | undefined;
}

const foreignWords = ({ reason, explanation, work }: ForeignFacts): Words =>
	work === undefined
		? { title: reason, meaning: explanation }
		: {
				title: `${reason.replace(/\.$/, '')}. ${NOTHING_DONE[work].money}`,
				meaning: explanation,
				todo: NOTHING_DONE[work].todo,
			};

/** A parameter, by what the panel calls it, and the rule that it breaks. */
interface BrokenParameter extends Omit<BrokenRule, 'field'> {
	label: string;
}

export const itemWords = {
	/** The item is an error of an earlier node. */
	earlierError: ({ reason, explanation }: ForeignFacts): Words => ({
		title: `An earlier node failed on this item: ${reason}`,
		meaning: explanation,
		todo: 'To process the other items, set On Error of this node to Continue.',
		outcome: 'invalidParameter',
	}),
	failedExpression: (facts: ForeignFacts): Words => ({ ...foreignWords(facts), outcome: 'invalidParameter' }),
	invalidParameter: (
		{ broken, work }: { broken: readonly BrokenParameter[]; work: Work },
		reader: Reader,
	): Words => {
		const rules = broken.map(({ label, rule, below }) => ({ title: `'${label}' ${rule}`, below }));
		const [{ title, below } = { title: '', below: [] }, ...others] = rules;
		const { meaning = '', todo: correct } = NOTHING_DONE[work];
		// The execution may have paid for its project, which stays.
		const todo =
			work === 'ask' && reader === 'person' ? `Correct the parameter. ${ADVICE.person.goOn}` : correct;
		if (others.length === 0) return { title, meaning: joinSentences(...below, meaning), todo };
		const each = rules.flatMap((rule) => [`${rule.title}.`, ...rule.below]);
		return {
			title: `${rules.length} parameters are not valid`,
			meaning: joinSentences(...each, meaning),
			todo,
		};
	},
	/** An error of n8n's for the node, which keeps its words. */
	n8nError: ({ reason, explanation }: ForeignFacts): Words => ({
		...foreignWords({ reason, explanation }),
		outcome: 'unexpected',
	}),
	unexpected: foreignWords,
	/** The credential cannot be opened. */
	unopenedCredential: ({ isChosen, ...facts }: ForeignFacts & { isChosen: boolean; work: Work }): Words => ({
		...foreignWords(facts),
		todo: joinSentences(
			isChosen ? MEND_CREDENTIAL : CHOOSE_CREDENTIAL,
			NOTHING_DONE[facts.work].next,
			isChosen ? "If n8n's database was only away for a moment, trying again is enough." : '',
		),
		outcome: 'authentication',
	}),
	/** A field of the credential. */
	unusableCredential: ({ fault, work }: { fault: CredentialFault; work: Work }): Words => {
		const { todo = '' }: FaultWords = CREDENTIAL_FAULTS[fault];
		const { money, next } = NOTHING_DONE[work];
		return {
			title: titleOfFault(fault),
			meaning: `${money}.`,
			todo: joinSentences(todo, MEND_CREDENTIAL, next),
			outcome: 'authentication',
		};
	},
	unknownOperation: ({ known }: { known: readonly string[] }): Words => ({
		title: `'Operation' must be one of ${known.join(', ')}`,
		outcome: 'invalidParameter',
	}),
};
