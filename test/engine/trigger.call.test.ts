import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { callWebhook } from './webhook';

/** What n8n's log has warned of since the last call. */
const warnings: string[] = [];

/** A body as n8n hands it over: it parses JSON that calls itself so. */
const asN8n = ({ 'content-type': type = '' }: Record<string, string>, body: string): unknown =>
	type.startsWith('application/json') ? JSON.parse(body) : {};

/** Calls the trigger's webhook; gives the items that start a run, if any, and the status that refuses, if any. */
async function call(
	parameters: INodeParameters,
	body: string,
	query: IDataObject = {},
	headers: Record<string, string> = {},
) {
	warnings.length = 0;
	const { refused, started } = await callWebhook({
		parameters,
		body: Buffer.from(body),
		parsed: asN8n(headers, body),
		query,
		headers,
		variables: { word: 'known' },
		onContext: ({ logger }) =>
			void jest.spyOn(logger, 'warn').mockImplementation((text) => void warnings.push(text)),
	});
	return { refused, started: started.map(({ json }) => json) };
}

const READY = '{"code":2000,"projectId":9007199254740993,"videos":[{"videoId":1}]}';
const projectId = '9007199254740993';
const BROKEN = '={{ $("Nowhere").item.json.x }}';

describe('A call of the Clip Trigger', () => {
	afterEach(() => jest.restoreAllMocks());

	it('starts a run with the exact project ID and nothing else', async () => {
		expect(await call({}, READY)).toEqual({ refused: null, started: [{ projectId }] });
	});

	it.each<[string, INodeParameters, IDataObject, number | null]>([
		['the right secret', { secret: 'word' }, { secret: 'word' }, null],
		['a wrong secret', { secret: 'word' }, { secret: 'words' }, 401],
		['no secret', { secret: 'word' }, {}, 401],
		['the secret twice', { secret: 'word' }, { secret: ['word', 'word'] }, 401],
		['a number as secret', { secret: 7 }, { secret: '7' }, null],
		['an empty secret where an expression gives none', { secret: '={{ undefined }}' }, { secret: '' }, 401],
		['any secret where an expression fails', { secret: BROKEN }, { secret: '' }, 401],
		[
			'any secret where a part of one fails',
			{ secret: `=a{{ 1 }}${BROKEN.slice(1)}` },
			{ secret: 'a1' },
			401,
		],
		['the text of an expression', { secret: "={{ 'wo' + 'rd' }}" }, { secret: 'word' }, null],
		['a text around a value', { secret: "=a-{{ 'b' }}-{{ 7 }}" }, { secret: 'a-b-7' }, null],
		['a variable', { secret: '={{ $vars.word }}' }, { secret: 'known' }, null],
		['a text that holds NaN', { secret: 'xBaNaN4x' }, { secret: 'xBaNaN4x' }, null],
		['an expression whose text ends in null', { secret: "={{ 'a-null' }}" }, { secret: 'a-null' }, null],
		['a text around a value that is missing', { secret: '=a-{{ $vars.b }}' }, { secret: 'a-' }, null],
		[
			'a wrong secret where another expression fails',
			{ secret: 'word', options: { limit: BROKEN } },
			{},
			401,
		],
		[
			'the right one where another expression fails',
			{ secret: 'a', options: { limit: BROKEN } },
			{ secret: 'a' },
			null,
		],
	])('with %s', async (_what, parameters, query, refused) => {
		const started = refused === null ? [{ projectId }] : [];
		expect(await call(parameters, READY, query)).toEqual({ refused, started });
	});

	it.each<[unknown, string]>([
		['={{ "" }}', ''],
		['={{ " " }}', ' '],
		['={{ 0 }}', '0'],
		['={{ null }}', 'null'],
		['={{ NaN }}', 'NaN'],
		['={{ undefined }}', 'undefined'],
		['={{ true }}', 'true'],
		['={{ ["word"] }}', 'word'],
		['={{ ({}) }}', '[object Object]'],
		['={{ $vars.a }}{{ $vars.b }}', ''],
		[BROKEN, ''],
		['= ', ' '],
		[' ', ' '],
		[0, '0'],
		[{ word: 1 }, '[object Object]'],
	])('refuses everybody where the secret %j gives none, and warns', async (secret, guess) => {
		for (const query of [{}, { secret: '' }, { secret: guess }, { secret: [guess] }]) {
			const parameters = z.custom<INodeParameters>().parse({ secret });
			expect(await call(parameters, READY, query)).toEqual({ refused: 401, started: [] });
			expect(warnings.join()).toMatch(/every call is rejected: .* Correct the expression/);
		}
	});

	describe.each([
		['that calls itself JSON', { 'content-type': 'application/json; charset=utf-8' }],
		['that does not say what it is', {}],
	])('%s', (_what, headers) => {
		it.each([
			'{"__proto__":{"projectId":5}}',
			'[{"projectId":5}]',
			'{"projectId":{"toString":"5"}}',
			`{"projectId":"${'9'.repeat(1_000_000)}"}`,
			'{"projectId":"5\\n2026-01-01 | info | Accepted a call for project 6"}',
		])('is refused without an ID that can be one: %.50s', async (body) => {
			expect(await call({}, body, {}, headers)).toEqual({ refused: 400, started: [] });
		});
	});
});
