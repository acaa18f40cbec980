import type { Choice } from '../../lib/schemas';
import { EXTENSIONS } from '../../lib/limits';

/*
 * Allowed values of the interface, with the words that the editor shows for them, and limits. The option lists of the nodes and the schema
 * of a submission are both made from these lists.
 */

/** Source kinds (interface, videoType values). Only a remote file needs `ext`. The value 8 is not assigned. */
export const VIDEO_TYPE = {
	remoteFile: 1,
	youTube: 2,
	googleDrive: 3,
	vimeo: 4,
	streamYard: 5,
	tikTok: 6,
	twitter: 7,
	twitch: 9,
	loom: 10,
	facebook: 11,
	linkedIn: 12,
	dropbox: 13,
	instagram: 14,
} as const;

export const VIDEO_TYPES = [
	{ name: 'Dropbox', value: VIDEO_TYPE.dropbox },
	{ name: 'Facebook', value: VIDEO_TYPE.facebook },
	{ name: 'Google Drive', value: VIDEO_TYPE.googleDrive, description: 'A publicly shared link' },
	{ name: 'Instagram', value: VIDEO_TYPE.instagram },
	{ name: 'LinkedIn', value: VIDEO_TYPE.linkedIn },
	{ name: 'Loom', value: VIDEO_TYPE.loom },
	{
		name: 'Remote Video File',
		value: VIDEO_TYPE.remoteFile,
		description: 'A link that downloads the file directly, typically ending in .mp4 or .mov',
	},
	{ name: 'StreamYard', value: VIDEO_TYPE.streamYard },
	{ name: 'TikTok', value: VIDEO_TYPE.tikTok },
	{ name: 'Twitch', value: VIDEO_TYPE.twitch },
	{ name: 'Twitter (X)', value: VIDEO_TYPE.twitter },
	{ name: 'Vimeo', value: VIDEO_TYPE.vimeo },
	{ name: 'YouTube', value: VIDEO_TYPE.youTube, description: 'A standard video link, not a live broadcast' },
] as const satisfies ReadonlyArray<Choice<number>>;

export type VideoType = (typeof VIDEO_TYPES)[number]['value'];

/** The extensions as a sentence names them. */
export const EXTENSIONS_PHRASE = EXTENSIONS.join(', ').replace(/, (?=[^,]*$)/, ' or ');

export type Extension = (typeof EXTENSIONS)[number];

/** Clip length classes (interface, preferLength values). 0 cannot be combined with any other. */
export const PREFER_LENGTHS = [
	{
		name: 'Automatic',
		value: 0,
		description: 'The AI chooses per clip. Cannot be combined with other lengths.',
	},
	{ name: 'Under 30 Seconds', value: 1 },
	{ name: '30 to 60 Seconds', value: 2 },
	{ name: '60 to 90 Seconds', value: 3 },
	{ name: '90 Seconds to 3 Minutes', value: 4 },
] as const satisfies ReadonlyArray<Choice<number>>;

export const AUTOMATIC_LENGTH = 0;

/** Aspect ratios (interface, ratioOfClip values). */
export const RATIOS = [
	{ name: '9:16 Vertical', value: 1, description: 'For short vertical video platforms' },
	{ name: '1:1 Square', value: 2, description: 'For feed posts' },
	{ name: '4:5 Portrait', value: 3, description: 'For feed posts with optimized height' },
	{ name: '16:9 Horizontal', value: 4, description: 'For widescreen platforms' },
] as const satisfies ReadonlyArray<Choice<number>>;

/** What the service takes if `ratioOfClip` is not sent (interface, Submit a video). */
export const DEFAULT_RATIO = 1;

/** Spoken languages (interface, lang). Others exist, but are not documented. */
export const LANGUAGES = [
	{ name: 'Detect Automatically', value: 'auto' },
	{ name: 'English', value: 'en' },
	{ name: 'French', value: 'fr' },
	{ name: 'German', value: 'de' },
	{ name: 'Portuguese', value: 'pt' },
	{ name: 'Russian', value: 'ru' },
	{ name: 'Spanish', value: 'es' },
] as const satisfies ReadonlyArray<Choice<string>>;

/** Clipping models (interface, clipModel). */
export const CLIP_MODELS = [
	{ name: 'Clip V1', value: 'clip_v1', description: 'The existing model, at the standard rate' },
	{
		name: 'Clip V2',
		value: 'clip_v2',
		description:
			'Higher quality and more complete clips, typically fewer. Charged at 1.25 times the standard rate.',
	},
] as const satisfies ReadonlyArray<Choice<string>>;

/** What the service takes if `clipModel` is not sent (interface, Submit a video). */
export const DEFAULT_MODEL = 'clip_v1';

/** The bounds of `maxClipNumber` (interface, Limits). */
export const CLIP_NUMBER = { min: 1, max: 100 } as const;
