import { stories, type Story } from './stories';

/** What may be changed while the simulator runs. */
export interface Settings {
	/** Real seconds from submission until the clips are ready. */
	processingSeconds: number;
	/** Life of a signed link in seconds, counted from the query that made it. */
	linkSeconds: number;
	/** The workspace's webhook; null for none. It counts for projects submitted afterwards. */
	webhookUrl: string | null;
	/** How many projects may be created; null for no limit. */
	submissionLimits: { perMinute: number; perHour: number } | null;
	/** How a wrong key is refused: `code` is HTTP 200 with code 4001, `http` is HTTP 401. */
	authStyle: 'code' | 'http';
	/** Form of new ids: `number` has 8 digits, `big` is a JSON integer above 2^53, written exactly. */
	idStyle: 'number' | 'big';
	/**
	 * How an id in a path is read: `exact`, or `lenient`, by the digits that it begins with, so that `020417733`,
	 * `20417733-` and `20417733abc` are all 20417733.
	 */
	idReading: 'exact' | 'lenient';
	/** What clips of projects submitted afterwards are about. */
	stories: readonly Story[];
}

/** What holds where nothing else is said. */
export const defaults: Readonly<Settings> = {
	processingSeconds: 20,
	linkSeconds: 86_400,
	webhookUrl: null,
	submissionLimits: { perMinute: 3, perHour: 20 },
	authStyle: 'code',
	idStyle: 'number',
	idReading: 'exact',
	stories,
};
