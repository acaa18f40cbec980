import type { Choice } from '../../lib/fields';
import { EXTENSIONS } from '../../lib/limits';

/*
 * Allowed values of the interface, with the words that the editor shows for them, and limits. The option lists of the nodes and the schema
 * of a submission are both made from these lists.
 */

/** Source kinds (interface, videoType values). The value 8 is not assigned. */
export const VIDEO_TYPES = [
	{ name: 'Dropbox', value: 13 },
	{ name: 'Facebook', value: 11 },
	{ name: 'Google Drive', value: 3, description: 'A publicly shared link' },
	{ name: 'Instagram', value: 14 },
	{ name: 'LinkedIn', value: 12 },
	{ name: 'Loom', value: 10 },
	{
		name: 'Remote Video File',
		value: 1,
		description: 'A link that downloads the file directly, typically ending in .mp4 or .mov',
	},
	{ name: 'StreamYard', value: 5 },
	{ name: 'TikTok', value: 6 },
	{ name: 'Twitch', value: 9 },
	{ name: 'Twitter (X)', value: 7 },
	{ name: 'Vimeo', value: 4 },
	{ name: 'YouTube', value: 2, description: 'A standard video link, not a live broadcast' },
] as const satisfies ReadonlyArray<Choice<number>>;

export type VideoType = (typeof VIDEO_TYPES)[number]['value'];

/** The only kind that needs `ext`. */
export const REMOTE_FILE = 1 satisfies VideoType;

export const YOUTUBE = 2 satisfies VideoType;
export const VIMEO = 4 satisfies VideoType;
export const TIKTOK = 6 satisfies VideoType;
export const TWITCH = 9 satisfies VideoType;
export const DROPBOX = 13 satisfies VideoType;

/** The extensions as a sentence names them. */
export const FILE_KINDS = EXTENSIONS.join(', ').replace(/, (?=[^,]*$)/, ' or ');

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

/** The ratio that the service takes when none is sent. */
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

/** The bounds of `maxClipNumber` (interface, Limits). */
export const CLIP_NUMBER = { min: 1, max: 100 } as const;

/** How many clips of a project an AI agent gets: 100 would fill its context. */
export const CLIPS_FOR_AGENTS = 20;

/** The shortest time between two queries for one project, in milliseconds. */
export const SHORTEST_POLL_INTERVAL = 5_000;
