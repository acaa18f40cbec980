import { z } from 'zod/v3';
import { stories } from './stories';

const seconds = z.number().finite().min(0);

/** The texts of a clip. */
const story = z.object({
	title: z.string(),
	transcript: z.string(),
	viralReason: z.string(),
	topics: z.array(z.string()),
});

const settingsSchema = z
	.object({
		/** Real seconds from submission until the clips are ready. */
		processingSeconds: seconds.default(20),
		/** Life of a signed link in seconds, counted from the query that made it. */
		linkSeconds: seconds.default(86_400),
		/** The workspace's webhook; null for none. It counts for projects submitted afterwards. */
		webhookUrl: z.string().url().nullable().default(null),
		/** How many projects may be created; null for no limit. */
		submissionLimits: z
			.object({ perMinute: z.number().int().min(0), perHour: z.number().int().min(0) })
			.nullable()
			.default({ perMinute: 3, perHour: 20 }),
		/** How a wrong key is refused: `code` is HTTP 200 with code 4001, `http` is HTTP 401. */
		authStyle: z.enum(['code', 'http']).default('code'),
		/** Form of new ids: `number` has 8 digits, `big` is a JSON integer above 2^53, written exactly. */
		idStyle: z.enum(['number', 'big']).default('number'),
		/**
		 * How an id in a path is read: `exact`, or `lenient`, by the digits that it begins with, so that `020417733`,
		 * `20417733-` and `20417733abc` are all 20417733.
		 */
		idReading: z.enum(['exact', 'lenient']).default('exact'),
		/** What clips of projects submitted afterwards are about. */
		stories: z.array(story).default(() => stories),
	})
	.strict();

/** What may be changed while the simulator runs. */
export type Settings = z.output<typeof settingsSchema>;

/**
 * Applies changes to settings and returns the result; what was never set has its default.
 *
 * @throws ZodError when a name is unknown or a value makes no sense.
 */
export const changeSettings = (settings: object, changes: object): Settings =>
	settingsSchema.parse({ ...settings, ...changes });
