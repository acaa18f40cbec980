import type { AnswerFacts, FailureKind, Fate, Hindrance } from '../../problems/facts';

/*
 * What a code or an HTTP status says of a failure: its kind, its standing, and the fate of the project.
 */

export type Endpoint = 'create' | 'query';

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

/** Codes of answers that are no refusals (field notes, table of codes). */
export const SUCCESS_CODE = { finished: 2000, processing: 1000 } as const;

export const isSuccessCode = (code: number | null | undefined): boolean =>
	code === SUCCESS_CODE.finished || code === SUCCESS_CODE.processing;

interface Refusal {
	kind: FailureKind;
	/** After a query. */
	fate: Fate;
}

/** The codes by which the service refuses a call (field notes, table of codes). What to do after one: `problems/codeAdvice.ts`. */
const REFUSALS: ReadonlyMap<number, Refusal> = new Map([
	[-1000, { kind: 'invalidRequest', fate: 'unknownProject' }],
	[4001, { kind: 'authentication', fate: 'unaffected' }],
	[4002, { kind: 'failed', fate: 'failed' }],
	[4003, { kind: 'rateLimited', fate: 'unaffected' }],
	[4004, { kind: 'invalidRequest', fate: 'failed' }],
	[4005, { kind: 'sourceProblem', fate: 'failed' }],
	[4006, { kind: 'invalidRequest', fate: 'unknownProject' }],
	[4007, { kind: 'quota', fate: 'failed' }],
	[4008, { kind: 'sourceProblem', fate: 'failed' }],
	[4009, { kind: 'sourceProblem', fate: 'failed' }],
	[4010, { kind: 'invalidRequest', fate: 'failed' }],
]);

/** After a submission, only codes of the table count: with any other, the project may be on its way ("is being created"). */
function refusalOf(endpoint: Endpoint, code: number | null): Refusal | null {
	if (code === null) return null;
	const isUndocumented = endpoint === 'query' && code >= 4000 && code <= 4999;
	return REFUSALS.get(code) ?? (isUndocumented ? { kind: 'failed', fate: 'mayHaveFailed' } : null);
}

const isServerFault = (code: number): boolean =>
	(code >= 500 && code <= 599) || (code >= 5000 && code <= 5999);

/** @returns null when the code does not tell */
export function kindOfCode(endpoint: Endpoint, code: number): FailureKind | null {
	const refusal = refusalOf(endpoint, code);
	if (refusal !== null) return refusal.kind;
	return endpoint === 'query' && isServerFault(code) ? 'temporary' : null;
}

/** What an answer without a project says of the project that was asked for. */
export const fateAfterQuery = (code: number | null): Fate => refusalOf('query', code)?.fate ?? 'unaffected';

/** What an answer without a project says of the project that it is about. */
export function fateAfter(endpoint: Endpoint, code: number | null, mayHaveCreated: boolean): Fate {
	if (endpoint === 'query') return fateAfterQuery(code);
	return mayHaveCreated ? 'mayHaveCreated' : 'notCreated';
}

export const hasProbablyFailed = ({ fate }: Pick<AnswerFacts, 'fate'>): boolean =>
	fate === 'failed' || fate === 'mayHaveFailed';

/** Whether a code is one that the service itself gives after a query: servers in front of it know nothing of the project. */
export const isServiceCode = (code: number | null): boolean =>
	isSuccessCode(code) || refusalOf('query', code) !== null;

/** Kinds that can pass: the same call may succeed later. */
const CHANGING: ReadonlySet<FailureKind> = new Set(['authentication', 'quota', 'rateLimited']);

/** Whether the same call ends the same way again, even when network, rate, key and minutes are in order. */
export const isFinalFailure = ({ fate, kind, code }: Pick<AnswerFacts, 'code' | 'fate' | 'kind'>): boolean =>
	fate === 'notCreated'
		? refusalOf('create', code) !== null && !CHANGING.has(kind)
		: hasProbablyFailed({ fate });

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

/** The order counts: a code is only looked at where the kind of the failure leaves the question open. */
export function standingOf(
	endpoint: Endpoint,
	kind: FailureKind,
	code: number | null,
	hindrance: Hindrance | null = null,
): Standing {
	if (kind === 'unreadable' || hindrance === 'credential') return 'unsure';
	if (hindrance === 'host') return 'absent';
	if (kind === 'temporary' || kind === 'rateLimited') return 'passes';
	if (endpoint === 'query' && fateAfterQuery(code) === 'unknownProject') return 'unknownProject';
	return isServiceCode(code) ? 'final' : 'refused';
}
