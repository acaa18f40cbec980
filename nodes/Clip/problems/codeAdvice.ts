import { EXTENSIONS, VIDEO_LIMITS } from '../lib/limits';

const { minMinutes, maxMinutes } = VIDEO_LIMITS.length;

/** What to do after a code; what it means stands in `service/rules/codes.ts`. Meanings drift, so the raw code and message stand beside it. */
export const CODE_ADVICE: ReadonlyMap<number, string> = new Map([
	[4004, `The video must not be live; a file must be one of ${EXTENSIONS.join(', ')}.`],
	[
		4005,
		`Correct the link, or use another video: ${minMinutes} to ${maxMinutes} minutes, at most ${VIDEO_LIMITS.size}, on a host that sends a Content-Length header.`,
	],
	[
		4006,
		"Correct the settings, and execute with only this video: often 'Template ID' does not fit 'Aspect Ratio'.",
	],
	[4008, 'The link must open for everyone, without a login; a signed link must also allow HEAD requests.'],
	[4009, "The link does not fit 'Video Type': correct one of them, and execute with only this video."],
	[4010, "The spoken language was not detected: choose it in 'Language', and execute with only this video."],
]);
