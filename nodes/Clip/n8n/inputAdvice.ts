import type { Advice } from '../interface/advice';

/** A rule that input breaks, with the words of the panel. */
export interface LabelledProblem {
	label: string;
	field: string;
	rule: string;
}

/**
 * Explains input that breaks rules.
 *
 * @param problems - what is wrong
 */
export const adviceOnInput = (problems: readonly LabelledProblem[]): Advice => ({
	title: problems.map(({ label, field, rule }) => `'${label}' (${field}) ${rule}`).join('; '),
	description:
		'Nothing was sent to the service and nothing was charged. Correct the parameter and run again.',
});

/**
 * Explains a credential that cannot be used.
 *
 * @param reason - what is wrong with it
 */
export const adviceOnCredential = (reason: string): Advice => ({
	title: `The credential cannot be used: ${reason}`,
	description: 'Open the credential, correct the field and test it. Nothing was sent.',
});
