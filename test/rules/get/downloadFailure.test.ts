import { DownloadError } from '../../../nodes/Clip/get/files/fileHost';
import type { DownloadFailureKind } from '../../../nodes/Clip/problems/files';
import { explainHindrance } from '../../../nodes/Clip/problems/hindrances';
import { joinTexts } from '../../../nodes/Clip/problems/problemText';
import {
	asExpiredIfPast,
	type DownloadFailure,
	downloadFailureKindOf,
	delayBeforeNextDownload,
} from '../../../nodes/Clip/get/rules/downloadFailure';
import { holding } from '../given/matchers';
import { FILE_IS_SAFE as MEANING, inWords } from '../given/texts';

/** What is said, as an error shows it. */
function told(failure: DownloadFailure) {
	const facts = { ...failure, projectId: '7', videoId: null, host: 'media.example', hasNoFreshLink: true };
	const { title, ...rest } = inWords('download', facts);
	return { title, description: joinTexts(rest) };
}

const PASSING = ['unavailable', 'incomplete'] as const;
const FINAL = [
	...(['refused', 'timedOut', 'empty', 'notVideo'] as const),
	...(['tooLarge', 'redirected', 'notStored', 'stopped'] as const),
];

it.each<[DownloadFailureKind, statuses: readonly number[], page: string]>([
	['expired', [403, 410], ''],
	['expired', [400, 401], 'ExpiredToken: The provided token has expired.'],
	['notFound', [202, 404, 409], 'This link has expired'],
	['empty', [204, 205], ''],
	['unavailable', [408, 425, 429, 500, 503, 504, 599], 'The session has expired'],
	['refused', [201, 206, 300, 304, 400, 401, 402, 405, 416, 451], 'Bad Request'],
])('An answer without a file means %s with HTTP %j and the page %j', (kind, statuses, page) => {
	for (const status of statuses)
		expect([status, downloadFailureKindOf(status, page)]).toEqual([status, kind]);
});

describe('The pause before a file is asked for again', () => {
	it.each<[DownloadFailureKind, replaced: DownloadFailureKind | null, isAskedAgain: boolean]>([
		['notFound', null, true],
		['notFound', 'expired', true],
		['notFound', 'notFound', false],
		['expired', null, false],
		['expired', 'notFound', true],
		['expired', 'expired', true],
	])(
		'of %s, its link replaced for %s, lets it be asked for again within a minute: %j',
		(kind, replaced, isAskedAgain) => {
			const pauses = [1, 2, 3].map((tries) => delayBeforeNextDownload({ kind }, tries, replaced, 0));
			expect(pauses).toEqual(isAskedAgain ? [15_000, 30_000, null] : [null, null, null]);
		},
	);

	it.each([...PASSING, ...FINAL])('comes twice, and is longer each time, or not at all: %s', (kind) => {
		const failure = { kind, retryAt: null };
		const passes = PASSING.some((each) => each === kind);
		const pauses = [1, 2, 3].map((tries) => delayBeforeNextDownload(failure, tries, null, 0));
		expect(pauses).toEqual(passes ? [1_000, 5_000, null] : [null, null, null]);
	});

	it.each([
		[0, 1_000],
		[4_000, 4_000],
		[3_600_000, 30_000],
		[null, 1_000],
	])('is as long as the host asks, within bounds: %j', (asked, pause) => {
		const now = 90_000;
		const retryAt = asked === null ? null : now + asked;
		expect(delayBeforeNextDownload({ kind: 'unavailable', retryAt }, 1, null, now)).toBe(pause);
	});
});

describe('The error of a link that is past by its own date', () => {
	const past = new URL('https://h.example/a.mp4?Expires=1500000000');
	const valid = new URL('https://h.example/a.mp4?Expires=1900000000');
	const now = 1_600_000_000_000;

	it.each([
		...(['notFound', 'refused', 'unavailable', 'empty'] as const),
		...(['incomplete', 'notVideo', 'redirected'] as const),
	])('is that it has expired, whatever its host says: %s', (kind) => {
		expect(asExpiredIfPast({ kind }, past, now).kind).toBe('expired');
		expect(asExpiredIfPast({ kind }, past, 1_500_000_000_000).kind).toBe('expired');
		expect(asExpiredIfPast({ kind }, valid, now).kind).toBe(kind);
	});

	it.each(['timedOut', 'tooLarge', 'notStored', 'stopped'] as const)(
		'stays what is known for sure: %s',
		(kind) => expect(asExpiredIfPast({ kind }, past, now).kind).toBe(kind),
	);

	it('stays what kept the call from the host', () => {
		const failure = { kind: 'unavailable', hindrance: 'certificate' } as const;
		expect(asExpiredIfPast(failure, past, now)).toBe(failure);
	});
});

describe('The error of a download', () => {
	it.each([...PASSING, ...FINAL, 'expired', 'notFound'] as const)(
		'says of %s what happened, what it means, what to do, who was asked',
		(kind) => {
			const { title, description } = told({ kind });
			expect(title).toMatch(/^(?:[A-Z]|n8n).*[^.]$/);
			expect(description).toMatch(/ service\. [A-Z].+\. .*media\.example \(project 7\)\.$/);
			expect(description.startsWith(MEANING)).toBe(true);
		},
	);

	it.each([
		['certificate', 'NODE_EXTRA_CA_CERTS'],
		['host', 'No host has this name'],
		['n8nRules', 'N8N_SSRF_ALLOWED_HOSTNAMES'],
	] as const)('names what kept the call from the host: %s', (hindrance, named) => {
		const advice = told({ kind: 'unavailable', hindrance });
		const { title = advice.title, nextStep } = explainHindrance(hindrance, 'file');
		expect(advice).toMatchObject({ title, description: holding(nextStep ?? '') });
		for (const part of [named, MEANING]) expect(advice.description).toContain(part);
	});

	it('holds the status and what the host said, and not all of it', () => {
		const known = { httpStatus: 403, fileFacts: [{ speaker: 'host', words: 'no '.repeat(999) }] as const };
		const { description } = told({ kind: 'expired', ...known });
		expect(description).toMatch(/media\.example .*HTTP 403.*"no no no/);
		expect(description.length).toBeLessThan(800);
	});
});

it('What breaks off a download says why', () => {
	const { failure, message } = new DownloadError('tooLarge', { httpStatus: 200 });
	expect([failure, message]).toEqual([{ kind: 'tooLarge', httpStatus: 200 }, 'tooLarge']);
});
