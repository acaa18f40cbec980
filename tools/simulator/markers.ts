/** A refusal with HTTP 200 and this code; its words stand where the service has them, or where another deployment may. */
export type Refusal = { readonly code: number } & (
	| { readonly errMsg: string }
	| { readonly error: { readonly message: string } }
);

const refusals: Readonly<Record<string, Refusal>> = {
	'sim-live': { code: 4004, errMsg: 'live video is not supported' },
	'sim-too-short': { code: 4005, errMsg: 'video is shorter than 1 minute' },
	'sim-no-minutes': { code: 4007, errMsg: 'insufficient processing minutes' },
	'sim-words-elsewhere': { code: 4008, error: { message: 'HEAD was answered with HTTP 403' } },
};

/** The words that make a project fail, with the code by which it does. */
const failures: ReadonlyMap<string, number> = new Map([
	['sim-clipping-fails', 4002],
	...[-1000, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010].map(
		(code) => [`sim-clipping-fails-${code}`, code] as const,
	),
]);

/** The word in `keywords` to which no moment of any video corresponds: the project becomes ready without clips. */
export const nothingMatches = 'sim-nothing';

/** The words in a source URL that steer what only the service can judge: beside refusals, how a project that it takes goes on. */
export const markers: readonly string[] = [
	...Object.keys(refusals),
	...[...failures.keys(), 'sim-slow', 'sim-endless'],
	// As other deployments, and servers in front of one, may answer.
	...['sim-clips-elsewhere', 'sim-gateway', 'sim-id-elsewhere'],
];

/** The markers that a source URL carries: whole path segments (a file extension may follow), query names or values. */
export function markersIn(videoUrl: string): Set<string> {
	const { pathname, searchParams } = new URL(videoUrl);
	const segments = pathname.split('/').map((segment) => segment.replace(/\.\w+$/, ''));
	const words = new Set([...segments, ...[...searchParams].flat()]);
	return new Set(markers.filter((word) => words.has(word)));
}

/** What the service finds out when it looks at the source itself. */
export const refusalOf = (videoUrl: string): Refusal | undefined =>
	[...markersIn(videoUrl)].flatMap((word) => refusals[word] ?? [])[0];

/** The code by which the project of a source fails; null if it does not. */
export const failureOf = (videoUrl: string): number | null =>
	[...markersIn(videoUrl)].flatMap((word) => failures.get(word) ?? [])[0] ?? null;
