import {
	adviceOnDownload,
	DownloadError,
	type DownloadOutcome,
	outcomeOf,
	pauseBeforeRetry,
} from '../../../nodes/Clip/download/rules/downloadFailure';

const PASSING: readonly DownloadOutcome[] = ['unavailable', 'incomplete'];
const FINAL: readonly DownloadOutcome[] = [
	...(['expired', 'notFound', 'refused', 'timedOut', 'empty', 'notVideo'] as const),
	...(['tooLarge', 'redirected', 'notStored', 'stopped'] as const),
];

describe('outcomeOf', () => {
	it.each<[DownloadOutcome, readonly number[]]>([
		['expired', [403, 410]],
		['notFound', [404]],
		['empty', [204, 205]],
		['unavailable', [408, 425, 429, 500, 502, 503, 504, 599]],
		['refused', [201, 206, 300, 304, 400, 401, 402, 405, 416, 451]],
	])('is %s for HTTP %j', (outcome, statuses) => {
		for (const status of statuses) expect([status, outcomeOf(status, '')]).toEqual([status, outcome]);
	});

	it.each([
		[400, 'ExpiredToken: The provided token has expired.', 'expired'],
		[401, 'Request has expired', 'expired'],
		[400, 'Bad Request', 'refused'],
		[404, 'This link has expired', 'notFound'],
		[503, 'The session has expired', 'unavailable'],
	] as const)(
		'knows a link that has expired by the words of a store: HTTP %i, %j',
		(status, page, outcome) => {
			expect(outcomeOf(status, page)).toBe(outcome);
		},
	);
});

describe('pauseBeforeRetry', () => {
	it.each(PASSING)('gives %s three tries, with longer pauses each time', (outcome) => {
		const pauses = [1, 2, 3].map((tries) => pauseBeforeRetry(new DownloadError(outcome), tries));
		expect(pauses).toEqual([1_000, 5_000, null]);
	});

	it.each(FINAL)('gives %s no second try', (outcome) => {
		expect(pauseBeforeRetry(new DownloadError(outcome, { retryAfterMs: 1_000 }), 1)).toBeNull();
	});

	it.each([
		[null, 1_000],
		[0, 1_000],
		[4_000, 4_000],
		[3_600_000, 30_000],
	])('waits as long as the host asks, within bounds: %j', (retryAfterMs, pause) => {
		expect(pauseBeforeRetry(new DownloadError('unavailable', { retryAfterMs }), 1)).toBe(pause);
	});
});

describe('adviceOnDownload', () => {
	it.each([...PASSING, ...FINAL])(
		'of %s says what happened, what it means, what to do, and who was asked',
		(outcome) => {
			const { title, description } = adviceOnDownload(
				new DownloadError(outcome),
				'media.example',
				'A remark.',
			);
			expect(title).toMatch(/^[A-Z].*[^.]$|^n8n could not store the file$/);
			expect(description).toMatch(
				/^The clip is not lost and nothing was charged\. A remark\. [A-Z].+\. Host of the file: media\.example\.$/,
			);
		},
	);

	it('holds the status and what the host said, and not all of it', () => {
		const known = { httpStatus: 403, evidence: `It says: "${'no '.repeat(999)}".` };
		const { description } = adviceOnDownload(new DownloadError('expired', known), 'media.example', '');
		expect(description).toContain('media.example answered HTTP 403. It says: "no no no');
		expect(description.length).toBeLessThan(800);
	});
});
