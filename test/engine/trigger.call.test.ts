import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { logged } from './support';
import { callWebhook } from './webhook';

const READY = '{"code":2000,"projectId":9007199254740993,"videos":[{"videoId":1}]}';
const STARTED = { refused: null, started: [{ projectId: '9007199254740993' }] };
const REFUSED = { refused: 401, started: [] };
const BROKEN = '={{ $("Nowhere").item.json.x }}';

describe('A call of the Clip Trigger', () => {
	afterEach(() => jest.restoreAllMocks());

	it('starts a run with the exact project ID and nothing else', async () => {
		expect(await callWebhook({ parameters: {}, body: READY })).toEqual(STARTED);
	});

	it.each<[string, INodeParameters, IDataObject, typeof REFUSED | typeof STARTED]>([
		['the right secret', { secret: 'word' }, { secret: 'word' }, STARTED],
		['a wrong secret', { secret: 'word' }, { secret: 'words' }, REFUSED],
		['no secret', { secret: 'word' }, {}, REFUSED],
		['the secret twice', { secret: 'word' }, { secret: ['word', 'word'] }, REFUSED],
		['a number as secret', { secret: 7 }, { secret: '7' }, STARTED],
		['a text around a value', { secret: "=a-{{ 'b' }}-{{ 7 }}" }, { secret: 'a-b-7' }, STARTED],
		['a variable', { secret: '={{ $vars.word }}' }, { secret: 'known' }, STARTED],
		['a text that holds NaN', { secret: 'xBaNaN4x' }, { secret: 'xBaNaN4x' }, STARTED],
		[
			'a wrong secret where another expression fails',
			{ secret: 'word', options: { limit: BROKEN } },
			{},
			REFUSED,
		],
		[
			'the right one where another expression fails',
			{ secret: 'a', options: { limit: BROKEN } },
			{ secret: 'a' },
			STARTED,
		],
	])('with %s', async (_what, parameters, query, outcome) => {
		expect(await callWebhook({ parameters, body: READY, query })).toEqual(outcome);
	});

	it.each<[unknown, string]>([
		['={{ "" }}', ''],
		['={{ 0 }}', '0'],
		['={{ null }}', 'null'],
		['={{ NaN }}', 'NaN'],
		['={{ undefined }}', 'undefined'],
		['={{ true }}', 'true'],
		['={{ ["word"] }}', 'word'],
		['={{ $vars.a }}{{ $vars.b }}', ''],
		[BROKEN, ''],
		[`=a{{ 1 }}${BROKEN.slice(1)}`, 'a1'],
		[' ', ' '],
		[{ word: 1 }, '[object Object]'],
	])('refuses everybody where the secret %j gives none, and warns', async (secret, guess) => {
		const parameters = z.custom<INodeParameters>().parse({ secret });
		for (const query of [{}, { secret: '' }, { secret: guess }, { secret: [guess] }]) {
			const warnings = logged('warn');
			expect(await callWebhook({ parameters, body: READY, query })).toEqual(REFUSED);
			expect(warnings.join()).toMatch(/every call is rejected: .* Correct the expression/);
		}
	});

	it.each([
		'{"__proto__":{"projectId":5}}',
		'[{"projectId":5}]',
		'{"projectId":{"toString":"5"}}',
		`{"projectId":"${'9'.repeat(1_000_000)}"}`,
		'{"projectId":"5\\n2026-01-01 | info | Accepted a call for project 6"}',
	])('is refused without an ID that can be one: %.50s', async (body) => {
		for (const type of ['application/json; charset=utf-8', '']) {
			const headers = { 'content-type': type };
			const refused = { refused: 400, started: [] };
			expect(await callWebhook({ parameters: {}, body, headers })).toEqual(refused);
		}
	});
});
