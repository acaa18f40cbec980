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

/**
 * What only the service can judge, steered by words in `videoUrl`.
 *
 * The field notes give 4004 as "unsupported video format" and 4005 as the code for bad sources; a live broadcast is
 * answered with 4004 and every source of a wrong length or size with 4005. Templates of another ratio need no marker.
 */
export const markers: readonly Marker[] = [
	{
		word: 'sim-live',
		meaning: 'refused: a live broadcast',
		refusal: { code: 4004, errMsg: 'live video is not supported' },
	},
	{
		word: 'sim-too-short',
		meaning: 'refused: under a minute',
		refusal: { code: 4005, errMsg: 'video is shorter than 1 minute' },
	},
	{
		word: 'sim-too-long',
		meaning: 'refused: over 600 minutes',
		refusal: { code: 4005, errMsg: 'video is longer than 600 minutes' },
	},
	{
		word: 'sim-too-big',
		meaning: 'refused: over 10 GB',
		refusal: { code: 4005, errMsg: 'video file is larger than 10 GB' },
	},
	{
		word: 'sim-broken',
		meaning: 'refused: a damaged file',
		refusal: { code: 4005, errMsg: 'video file is broken' },
	},
	{
		word: 'sim-unreachable',
		meaning: 'refused: the source cannot be downloaded',
		refusal: { code: 4008, errMsg: 'video download failed' },
	},
	{
		word: 'sim-no-speech',
		meaning: 'refused when lang is auto: no language was detected',
		refusal: { code: 4010, errMsg: 'spoken language not detected', onlyIfLanguageIsDetected: true },
	},
	{
		word: 'sim-no-minutes',
		meaning: 'refused: no processing minutes are left in the account',
		refusal: { code: 4007, errMsg: 'insufficient processing minutes' },
	},
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
