/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Readable } from 'node:stream';
import fc, { type Arbitrary } from 'fast-check';
import { parseJson } from '../../../nodes/Clip/lib/json';
import { readNumber } from '../../../nodes/Clip/lib/values';
import { readBody } from '../../../nodes/Clip/service/body';
import { isSuccess, readAnswer } from '../../../nodes/Clip/service/rules/answer';
import { projectOf } from '../given/answers';
import { always } from './always';
import { anyId, anyJson, anyText, exact, written } from './values';

/** What the field notes document as refusals, and by which statuses a server says that it did nothing. */
const REFUSALS = [-1000, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010];
const REFUSED_WHATEVER_THE_CODE = [401, 402, 403];
const REFUSED = [301, 302, 307, 308, 400, 404, 405, 413, 415, 422, 429];
const ACCEPTED = [2000, 1000];

const anyStatus = fc.oneof(
	fc.constantFrom(200, 201, 303, 409, 500, 503),
	fc.constantFrom(...REFUSED, ...REFUSED_WHATEVER_THE_CODE),
	fc.integer({ min: 100, max: 999 }),
);

const anyCode: Arbitrary<number | undefined> = fc.oneof(
	fc.constant(undefined),
	fc.constantFrom(...REFUSALS, ...ACCEPTED),
	fc.oneof(fc.constantFrom(0, 200, 404, 4000, 4011, 4999, 5000, 7777), fc.integer()),
);

/** What is in an answer beside what a test is about. */
const anyRest = fc.record(
	{ errMsg: anyJson, message: anyText(60), videos: fc.constantFrom<unknown>(null, [], {}, [{}]) },
	{ requiredKeys: [] },
);

/** What a server in front of the service sends, or a connection that broke off leaves. */
const noJson: Arbitrary<string> = fc
	.oneof(
		anyText(40).map((text) => `<html>${text}</html>`),
		fc.constantFrom('', ' ', 'OK', 'upstream connect error', 'null,', 'while(1);{}'),
		anyRest.map((rest) => written({ code: 2000, projectId: 5, ...rest }).slice(0, -1)),
	)
	.filter((text) => parseJson(text) === undefined);

describe('An answer to a submission', () => {
	/** Answers, and what they say. */
	const answersThatName = (projectIds: Arbitrary<unknown>) =>
		fc
			.record({
				status: anyStatus,
				code: anyCode,
				asText: fc.boolean(),
				projectId: projectIds,
				rest: anyRest,
			})
			.map(({ asText, rest, ...said }) => {
				const code = asText && said.code !== undefined ? ` ${said.code}` : said.code;
				const text = written({ ...rest, code, projectId: said.projectId });
				return { ...said, answer: readAnswer('create', said.status, text) };
			});

	it('that names a project never loses its ID, nor a digit of it, and never says that there is none', async () => {
		await always(answersThatName(anyId), ({ answer, projectId }) => {
			const named = { projectId: String(projectId) };
			if (isSuccess(answer)) expect(answer.project).toMatchObject(named);
			else expect(answer).toMatchObject({ ...named, mayHaveCreated: true });
		});
	});

	it('that names none says "certainly nothing created" for documented refusals, and for nothing else', async () => {
		const none = fc.constantFrom<unknown>(undefined, null, 0, '0', '', ' ', {}, []);
		await always(answersThatName(none), ({ answer, status, code = status }) => {
			const mayHaveCreated =
				!REFUSALS.includes(code) &&
				(ACCEPTED.includes(code) ||
					!(REFUSED_WHATEVER_THE_CODE.includes(status) || (REFUSED.includes(status) && code === status)));
			expect(answer).toMatchObject({ mayHaveCreated });
		});
	});
});

it('An answer to a query gives its clips best first, with exact IDs, and all that it says besides as it came', async () => {
	const scores = fc.constantFrom<unknown>(undefined, '9.4', '10', 10, 9, '0', -1, '', 'n/a', null, {});
	const video = fc.record({
		videoId: anyId,
		viralScore: scores,
		relatedTopic: fc.oneof(anyText(), anyJson),
		videoMsDuration: fc.constantFrom<unknown>(undefined, 41_250, '41250', 6e5, '600001', 7e6, null),
		others: fc.dictionary(anyText(), anyJson, { maxKeys: 3 }),
	});
	const anyVideos = fc.array(fc.option(video), { maxLength: 12 });
	await always(fc.tuple(anyId, anyVideos), ([id, videos]) => {
		const sent = videos.map((one, at) => one && { ...one.others, ...one, others: undefined, at });
		const answer = readAnswer('query', 200, written({ code: 2000, projectId: id, videos: sent }), '7');
		const { clipCount, clips = [] } = projectOf(answer);
		const ranks = clips.map(({ rank }) => rank);
		expect([clipCount, answer.named, ranks]).toEqual([
			...[sent.filter((one) => one !== null).length, String(id)],
			clips.map((_, index) => index + 1),
		]);
		const places = clips.map(
			// The source itself, which is longer than any clip, stands behind those without a score.
			({ durationSeconds, viralScore }) =>
				(Number(durationSeconds) > 600 ? -2_000 : 0) + (viralScore ?? -1_000),
		);
		expect(places).toEqual([...places].sort((a, b) => b - a));
		for (const clip of clips) {
			const one = videos[Number(clip.at)];
			expect(clip).toMatchObject({ projectId: '7', videoId: String(one?.videoId) });
			expect(clip.viralScore).toBe(readNumber(one?.viralScore) ?? null);
			const { error, ...others } = one?.others ?? {};
			const passed = { ...others, ...(error !== undefined && { serviceError: error }) };
			const entries = Object.entries(passed).map(([name, value]) => [name, exact(value)]);
			expect(Object.entries(clip)).toEqual(expect.arrayContaining(entries));
		}
	});
});

describe.each(['create', 'query'] as const)('Any answer to %s', (call) => {
	it('has a meaning, and a failure is short', async () => {
		const body = fc.oneof(
			anyText().map((text) => text.repeat(999)),
			anyJson.map(written),
			noJson,
		);
		await always(fc.tuple(anyStatus, body), ([status, text]) => {
			const answer = readAnswer(call, status, text, call === 'query' ? '7' : undefined);
			if (!isSuccess(answer)) return expect(JSON.stringify(answer).length).toBeLessThan(1_500);
			expect(status).toBeLessThan(300);
			expect(answer.project.projectId).not.toBe('');
		});
	});

	it('that is a page, text, half or empty is nothing to go by, however it comes over the wire', async () => {
		const cuts = fc.array(fc.nat(80), { maxLength: 4 });
		const mark = fc.constantFrom('', '\ufeff');
		await always(fc.tuple(mark, noJson, cuts), async ([bom, page, places]) => {
			const bytes = Buffer.from(`${bom}${page}`);
			const ends = [...places, bytes.length].sort((a, b) => a - b);
			const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
			const text = await readBody(Readable.from(chunks), new AbortController().signal);
			expect(text).toBe(page.replace(bom === '' ? /^\ufeff/ : /^$/, ''));
			const expected = { outcome: 'temporary', code: null, mayHaveCreated: call === 'create' };
			expect(readAnswer(call, 200, text ?? '', '7')).toMatchObject(expected);
		});
	});
});
