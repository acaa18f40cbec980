/** Codes of answers that are no refusals (field notes, table of codes). */
export const CODE = { finished: 2000, processing: 1000 } as const;

/**
 * Why a call gave no project (field notes, column "class"):
 * `authentication` wrong key; `failed` refused or broken off for good; `invalidRequest` the request breaks a rule;
 * `quota` no processing minutes left; `rateLimited` too many requests, nothing was done; `sourceProblem` the video
 * cannot be used; `temporary` the service could not be asked, later it may; `unreadable` the answer is not in the
 * service's shape.
 */
export type FailureClass =
	| 'authentication'
	| 'failed'
	| 'invalidRequest'
	| 'quota'
	| 'rateLimited'
	| 'sourceProblem'
	| 'temporary'
	| 'unreadable';

const CLASS_OF_CODE: ReadonlyMap<number, FailureClass> = new Map([
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

/** The codes by which the service refuses, as far as they are known. */
export const REFUSALS: readonly number[] = [...CLASS_OF_CODE.keys()];

/**
 * The class of a refusal's code.
 *
 * @param code - the `code` of an answer
 * @returns the class; null when the code is no known refusal. Unknown 4xxx codes are final (field notes, Query).
 */
export function classOfCode(code: number): FailureClass | null {
	return CLASS_OF_CODE.get(code) ?? (code >= 4000 && code <= 4999 ? 'failed' : null);
}

/**
 * The class of an HTTP status outside 2xx, for answers without a code: gateways in front of the service send them.
 *
 * @param status - an HTTP status
 */
export function classOfStatus(status: number): FailureClass {
	if (status === 401 || status === 403) return 'authentication';
	if (status === 402) return 'quota';
	if (status === 429) return 'rateLimited';
	// "See other" means that the request was carried out, and that its answer lies elsewhere.
	if (status === 303) return 'unreadable';
	// What comes before an answer is none.
	return status < 200 || status === 408 || status === 425 || status >= 500 ? 'temporary' : 'invalidRequest';
}
