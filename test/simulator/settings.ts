import { z } from 'zod/v3';

import { stories, type Story } from './stories';

/** What may be changed while the simulator runs. */
export interface Settings {
	/** Real seconds from submission until the clips are ready; 20 by default. */
	processingSeconds: number;
	/** Divides `processingSeconds`; 1 by default. */
	speed: number;
	/** Life of a signed link in seconds, counted from the query that made it; a day by default. */
	linkSeconds: number;
	/** The workspace's webhook; null (the default) for none. It counts for projects submitted afterwards. */
	webhookUrl: string | null;
	/** Seconds from ready to webhook; 0 by default. Negative: the webhook comes before the query shows the clips. */
	webhookDelaySeconds: number;
	/** How many projects may be created; 3 a minute and 20 an hour by default, null for no limit. */
	submissionLimits: { perMinute: number; perHour: number } | null;
	/** How a wrong key is refused: `code` (default) is HTTP 200 with code 4001, `http` is HTTP 401. */
	authStyle: 'code' | 'http';
	/** Form of new ids: `number` (8 digits, default), `string`, or `big` (a JSON integer above 2^53, written exactly). */
	idStyle: 'number' | 'string' | 'big';
	/** `current` (default), or `older`: `viralScore` is a number and `relatedTopic` a real array. */
	shape: 'current' | 'older';
	/**
	 * How an id in a path is read: `exact` (default), or `lenient`, by the digits that it begins with, so that `020417733`,
	 * `20417733-` and `20417733abc` are all 20417733. The answer always has the project's own id, unless `namesProject` is off.
	 */
	idReading: 'exact' | 'lenient';
	/** Whether answers about a project name it; on by default. */
	namesProject: boolean;
	/** Lists the uploaded source beside the clips, as some deployments do; off by default. */
	listSource: boolean;
	/** What clips of projects submitted afterwards are about; invented texts in many scripts by default. */
	stories: readonly Story[];
}

const story = z
	.object({
		title: z.string(),
		transcript: z.string(),
		viralReason: z.string(),
		topics: z.array(z.string()),
	})
	.strict();

const settingsSchema = z
	.object({
		processingSeconds: z.number().finite().min(0),
		speed: z.number().finite().positive(),
		linkSeconds: z.number().finite().min(0),
		webhookUrl: z
			.string()
			.regex(/^https?:\/\//i, 'must be an http or https URL')
			.url()
			.nullable(),
		webhookDelaySeconds: z.number().finite(),
		submissionLimits: z
			.object({ perMinute: z.number().int().min(0), perHour: z.number().int().min(0) })
			.strict()
			.nullable(),
		authStyle: z.enum(['code', 'http']),
		idStyle: z.enum(['number', 'string', 'big']),
		shape: z.enum(['current', 'older']),
		idReading: z.enum(['exact', 'lenient']),
		namesProject: z.boolean(),
		listSource: z.boolean(),
		stories: z.array(story).nonempty(),
	})
	.partial()
	.strict();

/** What holds unless something else is asked for. */
export const defaultSettings: Settings = {
	processingSeconds: 20,
	speed: 1,
	linkSeconds: 86_400,
	webhookUrl: null,
	webhookDelaySeconds: 0,
	submissionLimits: { perMinute: 3, perHour: 20 },
	authStyle: 'code',
	idStyle: 'number',
	shape: 'current',
	idReading: 'exact',
	namesProject: true,
	listSource: false,
	stories,
};

/**
 * Applies changes to settings and returns the result.
 *
 * @throws ZodError when a name is unknown or a value makes no sense.
 */
export function changeSettings(settings: Settings, changes: unknown): Settings {
	const given = Object.entries<unknown>(settingsSchema.parse(changes)).filter(
		([, value]) => value !== undefined,
	);
	return { ...settings, ...Object.fromEntries(given) };
}
