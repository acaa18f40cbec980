import type { FailureKind, Hindrance } from '../../problems/facts';

export type Endpoint = 'create' | 'query';

/** Codes of answers that are no refusals (field notes, table of codes). */
export const CODE = { finished: 2000, processing: 1000 } as const;

export const isAcceptance = (code: number | undefined): boolean =>
	code === CODE.finished || code === CODE.processing;

const KIND_OF_CODE: ReadonlyMap<number, FailureKind> = new Map([
	[-1000, 'invalidRequest'],
	[4001, 'authentication'],
	[4002, 'failed'],
	[4003, 'rateLimited'],
	[4004, 'invalidRequest'],
	[4005, 'sourceProblem'],
	[4006, 'invalidRequest'],
	[4007, 'quota'],
	[4008, 'sourceProblem'],
	[4009, 'sourceProblem'],
	[4010, 'invalidRequest'],
]);

/** After a query: there is no such project, maybe not yet. */
const UNKNOWN_PROJECT_CODES: ReadonlySet<number | string | null> = new Set([-1000, 4006]);

/** After a query: the project has failed. */
export const FAILED_PROJECT_CODES: ReadonlySet<number | string | null> = new Set([
	4002, 4004, 4005, 4007, 4008, 4009, 4010,
]);

/** After a query (field notes, table of codes). */
const isUndocumentedFailure = (code: number): boolean => code >= 4000 && code <= 4999;

const isServerFault = (code: number): boolean =>
	(code >= 500 && code <= 599) || (code >= 5000 && code <= 5999);

/**
 * What the code of an answer means.
 *
 * @param endpoint - after a submission, only known codes count: with any other, the project may be on its way ("is being created")
 * @returns null when the code does not tell
 */
export function kindOfCode(endpoint: Endpoint, code: number): FailureKind | null {
	const known = KIND_OF_CODE.get(code);
	if (known !== undefined || endpoint === 'create') return known ?? null;
	return isUndocumentedFailure(code) ? 'failed' : isServerFault(code) ? 'temporary' : null;
}

/** Whether a code is one that the service itself gives after a query: servers in front of it know nothing of the project. */
export function isServiceCode(code: number | string | null): boolean {
	if (typeof code !== 'number') return false;
	const kind = kindOfCode('query', code);
	return isAcceptance(code) || (kind !== null && kind !== 'temporary');
}

/** After these codes the same call may succeed later: key, rate and minutes change, and a project may not be known yet. */
const NOT_FINAL = { create: new Set([4001, 4003, 4007]), query: new Set([-1000, 4001, 4003, 4006]) };

/** Whether the same call ends the same way again, even when network, rate, key and minutes are in order. */
export const isFinalRefusal = (endpoint: Endpoint, code: number | string | null): boolean =>
	isServiceCode(code) && typeof code === 'number' && !NOT_FINAL[endpoint].has(code);

/** Statuses which say that nothing was done. */
const KIND_OF_STATUS: ReadonlyMap<number, FailureKind> = new Map([
	...[301, 307, 308, 400, 404, 405, 413, 415, 422].map((status) => [status, 'invalidRequest'] as const),
	[401, 'authentication'],
	[402, 'quota'],
	[403, 'authentication'],
	[429, 'rateLimited'],
]);

/**
 * What an HTTP status outside 2xx means where no known code says more.
 *
 * @returns `unreadable` for one that may mean anything, such as 409, "already submitted", or 303, "see the result there"
 */
export function kindOfStatus(status: number): FailureKind {
	// A status below 200 is no final answer.
	const isPassing = status < 200 || status === 408 || status === 425 || (status >= 500 && status <= 599);
	return KIND_OF_STATUS.get(status) ?? (isPassing ? 'temporary' : 'unreadable');
}

/** What an answer without a project means for whoever goes on asking. */
export type Standing =
	/** The failure passes by itself: the service is down, or is asked too often. */
	| 'passes'
	/** There is no host of this name. If there was one before, this passes by itself. */
	| 'absent'
	/** Nobody can tell: the answer cannot be read, or n8n could not open the credential. */
	| 'unsure'
	/** A server in front of the service has refused the call. */
	| 'refused'
	/** The service does not know the project. If it has just accepted the video, it may know the project a moment later. */
	| 'unknownProject'
	/** The service itself has refused the call, or says that the project has failed. */
	| 'final';

export function standingOf(
	endpoint: Endpoint,
	kind: FailureKind,
	code: number | string | null,
	hindrance: Hindrance | null = null,
): Standing {
	if (kind === 'unreadable' || hindrance === 'credential') return 'unsure';
	if (hindrance === 'host') return 'absent';
	if (kind === 'temporary' || kind === 'rateLimited') return 'passes';
	if (endpoint === 'query' && UNKNOWN_PROJECT_CODES.has(code)) return 'unknownProject';
	return isServiceCode(code) ? 'final' : 'refused';
}
