import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf } from '../chance';
import type { Subject } from './body';
import { quoting } from './secrets';

type Json = Record<string, unknown>;

const text: Arbitrary<unknown> = often<unknown>(
	[6, fc.string({ unit: 'grapheme', maxLength: 30 })],
	[1, oneOf<unknown>(null, undefined, 7, '', ' ', {}, [], true, '\ud800', '__proto__', 'a'.repeat(9_000))],
);

const score: Arbitrary<unknown> = often<unknown>(
	[6, fc.integer({ min: 0, max: 100 }).map((tenths) => String(tenths / 10))],
	[2, fc.integer({ min: 0, max: 10 })],
	[1, oneOf<unknown>(null, undefined, 'high', '1e3', '-5', 'NaN', '9,4', '1e999', {}, true)],
);

const duration: Arbitrary<unknown> = often<unknown>(
	[6, fc.integer({ min: 1_000, max: 180_000 })],
	[1, oneOf<unknown>('61000', null, -1, 3_600_000, '1e400', {}, [[[]]])],
);

const topics: Arbitrary<unknown> = often<unknown>(
	[4, fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }).map((list) => JSON.stringify(list))],
	[2, fc.array(text, { maxLength: 3 })],
	[1, oneOf<unknown>(null, 'a, b', '[', '{}', '[[[]]]')],
);

/** Values that no field of a clip should have. */
const odd: Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 });

const ids = (subject: Subject): Arbitrary<unknown> =>
	often<unknown>(
		[8, fc.integer({ min: 1, max: 9_999_999 })],
		[2, fc.integer({ min: 1, max: 20 })],
		[2, fc.integer({ min: 0, max: 999 }).map((end) => `90071992547409930${end}`)],
		[1, oneOf<unknown>(null, undefined, '', ' 7 ', '7', 7, '../7', {}, `${subject.projectId}1`)],
	);

const clip = (subject: Subject): Arbitrary<unknown> => {
	const { signature } = subject.secrets;
	const plain = fc.record({
		videoId: ids(subject),
		title: text,
		viralScore: score,
		viralReason: text,
		relatedTopic: topics,
		transcript: text,
		videoMsDuration: duration,
		videoUrl: often<unknown>(
			[
				8,
				fc
					.integer({ min: 0, max: 99 })
					.map((n) => `https://cdn.example.com/${n}.mp4?Expires=1900000000&Signature=${signature}`),
			],
			[
				1,
				oneOf<unknown>(
					null,
					undefined,
					'file:///etc/passwd',
					'//cdn',
					7,
					{},
					`https://cdn.example.com/?Expires=${'9'.repeat(400)}`,
				),
			],
		),
		clipEditorUrl: text,
	});
	const strange = fc
		.tuple(
			plain,
			oneOf(
				'videoMsDuration',
				'relatedTopic',
				'extra',
				'rank',
				'projectId',
				'__proto__',
				'error',
				'constructor',
			),
			odd,
		)
		.map(([json, name, value]) => ({ ...json, [name]: value }));
	return often<unknown>([8, plain], [3, strange], [1, oneOf<unknown>(null, {}, [], 'clip', 7)]);
};

const clips = (subject: Subject): Arbitrary<unknown> =>
	often<unknown>(
		[8, fc.array(clip(subject), { minLength: 1, maxLength: 8 })],
		[2, fc.array(clip(subject), { minLength: 1, maxLength: 3 }).map((list) => [...list, ...list])],
		[1, fc.constant([])],
		[1, oneOf<unknown>(null, undefined, {}, 'none', 0)],
	);

/** What a query tells of a project that is processed, or ready. */
export const project = (subject: Subject): Arbitrary<Json> =>
	fc.record({
		code: often<unknown>(
			[6, fc.constant(2000)],
			[3, fc.constant(1000)],
			[1, oneOf<unknown>('2000', undefined, null)],
		),
		projectId: oneOf<unknown>(subject.projectId, Number(subject.projectId), undefined, '999'),
		projectName: text,
		shareLink: text,
		errMsg: often<unknown>([6, fc.constant('')], [1, quoting(subject.secrets, subject.known)]),
		videos: clips(subject),
		extra: often<unknown>([6, fc.constant(undefined)], [1, odd]),
	});
