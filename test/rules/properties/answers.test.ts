import fc, { type Arbitrary } from 'fast-check';
import { isProjectAnswer, readAnswer } from '../../../nodes/Clip/service/rules/answer';
import { failureOf } from '../given/answers';
import { always } from './always';
import { anyId, anyJson, anyText, written } from './values';

/** What the field notes document as refusals, and by which statuses a server says that it did nothing. */
const REFUSALS = [-1000, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010];
const REFUSED_WHATEVER_THE_CODE = [401, 402, 403];
const REFUSED = [301, 307, 308, 400, 404, 405, 413, 415, 422, 429];
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
				return { ...said, answer: readAnswer('create', { httpStatus: said.status, text }) };
			});

	it('that names a project never loses its ID, nor a digit of it, and never says that there is none', () => {
		always(answersThatName(anyId), ({ answer, projectId }) => {
			const named = { projectId: String(projectId) };
			if (isProjectAnswer(answer)) expect(answer.project).toMatchObject(named);
			else expect(answer).toMatchObject({ ...named, fate: 'mayHaveCreated' });
		});
	});

	it('that names none says "certainly nothing created" for documented refusals, and for nothing else', () => {
		const none = fc.constantFrom<unknown>(undefined, null, 0, '0', '', ' ', false, {}, []);
		always(answersThatName(none), ({ answer, status, code = status }) => {
			const mayHaveCreated =
				!REFUSALS.includes(code) &&
				(ACCEPTED.includes(code) ||
					!(REFUSED_WHATEVER_THE_CODE.includes(status) || (REFUSED.includes(status) && code === status)));
			expect(answer).toMatchObject(
				mayHaveCreated && isProjectAnswer(answer)
					? {}
					: { fate: mayHaveCreated ? 'mayHaveCreated' : 'notCreated' },
			);
		});
	});
});

/** What holds a list of objects, somewhere, and nothing that is called `videos`. */
const anyOtherList: Arbitrary<Record<string, unknown>> = fc
	.tuple(
		fc.array(anyJson, { maxLength: 3 }),
		fc.array(fc.oneof(fc.constant('data'), fc.constant('clips'), anyText()), { minLength: 1, maxLength: 4 }),
		anyRest,
	)
	.map(([others, path, { errMsg, message }]) => {
		const list: unknown = [...others, { videoId: 1 }];
		const [first = '', ...inner] = path.map((name) => `${name}_`);
		const held = inner.reduceRight<unknown>((value, name) => ({ [name]: value }), list);
		return { errMsg, message, [first]: held };
	});

it('Any answer to a query that holds a list of objects, but no `videos`, is never "ready without clips"', () => {
	const codes = fc.constantFrom(undefined, 2000, '2000');
	always(fc.tuple(fc.constantFrom(200, 201), codes, anyOtherList), ([status, code, body]) => {
		const text = written({ code, ...body });
		const answer = readAnswer('query', { httpStatus: status, text }, { queriedProjectId: '7' });
		expect(failureOf(answer).kind).toBe('unreadable');
	});
});

it.each(['create', 'query'] as const)('Any answer to %s has a meaning, and a failure is short', (call) => {
	const body = fc.oneof(
		anyText().map((text) => text.repeat(999)),
		anyJson.map(written),
	);
	always(fc.tuple(anyStatus, body), ([status, text]) => {
		const answer = readAnswer(
			call,
			{ httpStatus: status, text },
			{ queriedProjectId: call === 'query' ? '7' : undefined },
		);
		if (!isProjectAnswer(answer)) return expect(JSON.stringify(answer).length).toBeLessThan(1_500);
		expect(status).toBeLessThan(300);
		expect(answer.project.projectId).not.toBe('');
	});
});
