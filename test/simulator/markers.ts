/** What a marker in a source URL makes the service do. */
export interface Marker {
	/** The word; it counts as a whole path segment (a file extension may follow) or as a query name or value. */
	readonly word: string;
	/** For people: what happens. */
	readonly meaning: string;
	/** The refusal of the submission, if it is one. */
	readonly refusal?: {
		readonly code: number;
		readonly errMsg: string;
		/** Refuse only when `lang` is `auto`. */
		readonly onlyIfLanguageIsDetected?: true;
	};
}

const refused = (word: string, why: string, code: number, errMsg: string): Marker => ({
	word,
	meaning: `refused: ${why}`,
	refusal: { code, errMsg },
});

/**
 * What only the service can judge, steered by words in `videoUrl`.
 *
 * The field notes give 4004 as "unsupported video format" and 4005 as the code for bad sources; a live broadcast is
 * answered with 4004 and every source of a wrong length or size with 4005. Templates of another ratio need no marker.
 */
export const markers: readonly Marker[] = [
	refused('sim-live', 'a live broadcast', 4004, 'live video is not supported'),
	refused('sim-too-short', 'under a minute', 4005, 'video is shorter than 1 minute'),
	refused('sim-too-long', 'over 600 minutes', 4005, 'video is longer than 600 minutes'),
	refused('sim-too-big', 'over 10 GB', 4005, 'video file is larger than 10 GB'),
	refused('sim-broken', 'a damaged file', 4005, 'video file is broken'),
	refused('sim-unreachable', 'the source cannot be downloaded', 4008, 'video download failed'),
	{
		word: 'sim-no-speech',
		meaning: 'refused when lang is auto: no language was detected',
		refusal: { code: 4010, errMsg: 'spoken language not detected', onlyIfLanguageIsDetected: true },
	},
	refused(
		'sim-no-minutes',
		'no processing minutes are left in the account',
		4007,
		'insufficient processing minutes',
	),
	{ word: 'sim-clipping-fails', meaning: 'accepted, then the query answers 4002' },
	{ word: 'sim-slow', meaning: 'accepted, takes ten times as long' },
	{ word: 'sim-endless', meaning: 'accepted, never gets ready by itself' },
];

/** The word in `keywords` to which no moment of any video corresponds: the project becomes ready without clips. */
export const nothingMatches = 'sim-nothing';

/** The markers that a source URL carries. */
export function markersIn(videoUrl: string): Marker[] {
	const { pathname, searchParams } = new URL(videoUrl);
	const segments = pathname.split('/').map((segment) => segment.replace(/\.\w+$/, ''));
	const words = new Set([...segments, ...[...searchParams].flat()]);
	return markers.filter(({ word }) => words.has(word));
}
