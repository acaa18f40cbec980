import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf, percent } from '../chance';
import { project } from './clips';
import { mutated } from './mutations';
import { quoting, type Secrets } from './secrets';

/** What an answer of the service is about. */
export interface Subject {
	call: 'create' | 'query';
	/** The project that the service has, or would create. */
	projectId: string;
	secrets: Secrets;
	/** What the nodes know to be secret in this call: the key, and what stands in the link of the video. */
	known: readonly string[];
}

/** The bytes of an answer, and in a word what they are. */
export interface Body {
	name: string;
	bytes: Buffer;
}

const DOCUMENTED = [-1000, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010] as const;
const UNKNOWN = [4000, 4011, 4999, 5000, 7777, 0, 1, -1, 200, 409, 1001, 2001, 1e3, 1e300] as const;

type Json = Record<string, unknown>;

const spelledCode = (code: number): Arbitrary<unknown> =>
	often<unknown>(
		[8, fc.constant(code)],
		[2, fc.constant(String(code))],
		[1, oneOf<unknown>(` ${code} `, [code], `${code}.0`)],
	);

/** An ID as a service may write it. */
const spelledId = (id: string): Arbitrary<unknown> =>
	often<unknown>(
		[6, fc.constant(Number.isSafeInteger(Number(id)) ? Number(id) : id)],
		[4, fc.constant(id)],
		[1, fc.constant(` ${id} `)],
	);

const refusal = ({ secrets, known, projectId, call }: Subject): Arbitrary<Json> =>
	fc
		.record({
			code: often<number>([7, oneOf<number>(...DOCUMENTED)], [3, oneOf<number>(...UNKNOWN)]).chain(
				spelledCode,
			),
			errMsg: often<unknown>([8, quoting(secrets, known)], [1, oneOf<unknown>('', null, 7, {}, ['x'])]),
			projectId: often<unknown>(
				[call === 'create' ? 12 : 2, oneOf<unknown>(undefined, null, 0, '0', '')],
				[1, spelledId(projectId)],
				[1, oneOf<unknown>({}, [], true, quoteLong(projectId))],
			),
		})
		.chain((json) =>
			often<Json>([4, fc.constant(json)], [1, fc.constant({ ...json, message: json.errMsg, msg: 7 })]),
		);

const quoteLong = (id: string): string => `${id}${'9'.repeat(60_000)}`;

const accepted = ({ projectId }: Subject): Arbitrary<Json> =>
	fc.record(
		{
			code: oneOf<unknown>(2000, 1000, '2000', 2000, 2000),
			projectId: spelledId(projectId),
			errMsg: fc.constant(''),
		},
		{ requiredKeys: ['projectId'] },
	);

/** JSON as the service writes it. */
const envelope = (subject: Subject): Arbitrary<Json> =>
	subject.call === 'create'
		? often([6, accepted(subject)], [5, refusal(subject)])
		: often([7, project(subject)], [3, refusal(subject)]);

const junk = ({ secrets, known, projectId }: Subject): Arbitrary<string> =>
	often<string>(
		[
			3,
			quoting(secrets, known).map(
				(text) => `<!doctype html><html><head><title>502</title></head><body>${text}</body></html>`,
			),
		],
		[1, quoting(secrets, known)],
		[
			1,
			oneOf('', ' ', 'null', 'true', '0', '"ok"', '[]', '{}', '[{}]', 'undefined', 'NaN', '\ufeff{}', '\0'),
		],
		[
			1,
			oneOf(
				`{"projectId":${projectId}`,
				`{"code":2000,"projectId":"${projectId}"}}`,
				`{"code":2000}{"code":4006}`,
			),
		],
		[
			1,
			oneOf('__proto__', 'constructor', 'toString').map(
				(key) => `{"${key}":{"polluted":true,"code":2000},"code":2000}`,
			),
		],
		[1, fc.json()],
	);

/** The bodies that an answer may have. */
export const bodies = (subject: Subject): Arbitrary<Body> => {
	const text =
		(name: string) =>
		(value: string): Body => ({ name, bytes: Buffer.from(value) });
	return often<Body>(
		[10, envelope(subject).map((json) => text('envelope')(JSON.stringify(json)))],
		[
			4,
			envelope(subject)
				.chain((json) => mutated(json, subject.known))
				.map(text('mutated')),
		],
		[2, junk(subject).map(text('junk'))],
		[1, fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ name: 'bytes', bytes: Buffer.from(bytes) }))],
		// Nobody finds a word that is not spelled in bytes of UTF-8.
		[
			1,
			fc
				.tuple(envelope({ ...subject, known: [] }), percent(50))
				.map(([json, wide]) => utf16(JSON.stringify(json), wide)),
		],
	);
};

const utf16 = (text: string, wide: boolean): Body =>
	wide
		? { name: 'utf16', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }
		: { name: 'latin1', bytes: Buffer.from(text.replace('"', '"ÿþ'), 'latin1') };
