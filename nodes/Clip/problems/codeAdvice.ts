import { EXTENSIONS, VIDEO_LIMITS } from '../lib/limits';

const { minMinutes, maxMinutes } = VIDEO_LIMITS.length;

/** What to do after a code. Meanings drift, so the raw code and message always stand beside it. */
export const CODE_ADVICE: ReadonlyMap<number | string, string> = new Map([
	[4004, `The video format is not supported: use ${EXTENSIONS.join(', ')}, and no live video.`],
	[
		4005,
		`Correct the link, or use another video: ${minMinutes} to ${maxMinutes} minutes, at most ${VIDEO_LIMITS.size}, on a host that announces its length (Content-Length).`,
	],
	[
		4006,
		"Correct the parameter that is not allowed, for this video only: often a 'Template ID' whose ratio differs from 'Aspect Ratio', or a file without 'File Extension'.",
	],
	[4008, 'The link must be open to everyone, without a login; a signed one must allow HEAD requests, too.'],
	[4009, "The link is not valid for this kind of source: compare it with 'Video Type'."],
	[4010, "The spoken language was not detected: choose it in 'Language', for this video only."],
]);
