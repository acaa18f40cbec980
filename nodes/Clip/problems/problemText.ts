import { SUBMISSION_LIMITS } from '../lib/limits';
import { joinSentences } from '../lib/text';

/** What the person at the canvas reads of a problem. */
export interface ProblemText {
	/** What happened: one line without a final period, of at most 90 characters apart from what it quotes. */
	title: string;
	/** What it means for the user's minutes and project. */
	meaning?: string;
	/** What to do next. */
	nextStep?: string;
	/** What else is known, such as the words of the service. */
	background?: string;
}

/** All but the title, as the description of an error. */
export const joinTexts = ({
	meaning = '',
	nextStep = '',
	background = '',
}: Omit<ProblemText, 'title'>): string => joinSentences(meaning, nextStep, background);

/** `2026-01-02 03:04:05 UTC`, rounded up: a time to wait for must not come too early. */
export const describeMoment = (at: number): string =>
	new Date(Math.ceil(at / 1_000) * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');

export const LIMITS_SENTENCE = `The published limits are ${SUBMISSION_LIMITS.perMinute} submissions a minute and ${SUBMISSION_LIMITS.perHour} an hour`;

export const NOTHING_CHARGED = 'Nothing was sent or charged for this item';

export const NOT_CREATED = 'This submission created no project and cost nothing.';
