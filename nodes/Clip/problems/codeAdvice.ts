import { EXTENSIONS, VIDEO_LIMITS } from '../lib/limits';

const { minMinutes, maxMinutes } = VIDEO_LIMITS.length;

interface CodeAdvice {
	nextStep: string;
	/** Present where it is the settings that have to change. */
	mend?: 'settings';
}

/** What to do after a code; what it means stands in `service/rules/codes.ts`. Meanings drift, so the raw code and message stand beside it. */
export const CODE_ADVICE: ReadonlyMap<number, CodeAdvice> = new Map<number, CodeAdvice>([
	[4004, { nextStep: `The video must not be live; a file must be one of ${EXTENSIONS.join(', ')}.` }],
	[
		4005,
		{
			nextStep: `Correct the link, or use another video: it must be ${minMinutes} to ${maxMinutes} minutes long, at most ${VIDEO_LIMITS.size}, and on a host that sends a Content-Length header.`,
		},
	],
	[
		4006,
		{ nextStep: "Correct the settings: often 'Template ID' does not fit 'Aspect Ratio'.", mend: 'settings' },
	],
	[
		4008,
		{
			nextStep:
				'The link must open for everyone, without a login; a signed link must also allow HEAD requests.',
		},
	],
	[4009, { nextStep: "The link does not fit 'Video Type': correct one of them.", mend: 'settings' }],
	[4010, { nextStep: "The spoken language was not detected: choose it in 'Language'.", mend: 'settings' }],
]);
