import { CALL_REFUSED } from '../../../nodes/Clip/problems/notices';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';
import { logged } from '../bench/support';
import { callWebhook } from '../bench/webhook';

const READY = '{"code":2000,"projectId":9007199254740993,"videos":[{"videoId":1}]}';
const ANSWER = { received: true };
const STARTED = { refused: null, started: [{ projectId: '9007199254740993' }], answer: ANSWER };
const REFUSED = { refused: 401, started: [], answer: { message: CALL_REFUSED.secret } };
const LONG = 'Correct horse battery staple, 2 dozen';
const BROKEN = '={{ $("Nowhere").item.json.x }}';

describe('A call of the Clip Trigger', () => {
	afterEach(() => jest.restoreAllMocks());

	it("is answered at once with what the node says, not with n8n's own text", () => {
		// n8n sends its own text for a node that has no `responseData`, and what the node says where it is empty.
		const { webhooks } = new ClipTrigger().description;
		expect(webhooks).toMatchObject([{ httpMethod: 'POST', responseMode: 'onReceived', responseData: '' }]);
	});

	it('starts a run with the exact project ID and nothing else', async () => {
		expect(await callWebhook({ parameters: {}, body: READY })).toEqual(STARTED);
	});

	it('leaves its project in the log, which is all that is left of it if n8n dies before it runs', async () => {
		const lines = logged('info');
		await callWebhook({ parameters: {}, body: READY });
		expect(lines).toEqual([expect.stringContaining('project 9007199254740993')]);
	});

	it('leaves a line in the log where it is refused, too, without the secret', async () => {
		const lines = logged('info');
		await callWebhook({ parameters: { secret: 'harbour' }, body: READY, query: { secret: 'harbor' } });
		expect(lines).toEqual([expect.stringContaining(CALL_REFUSED.secret)]);
	});

	it.each<[string, INodeParameters, IDataObject, typeof REFUSED | typeof STARTED]>([
		['is let in with the right secret', { secret: 'word' }, { secret: 'word' }, STARTED],
		['is refused with a wrong secret', { secret: 'word' }, { secret: 'words' }, REFUSED],
		['is refused with the beginning of the secret', { secret: LONG }, { secret: LONG.slice(0, -1) }, REFUSED],
		['is refused with the end of the secret', { secret: LONG }, { secret: LONG.slice(1) }, REFUSED],
		['is refused with more than the secret', { secret: LONG }, { secret: `${LONG}.` }, REFUSED],
		['is refused with the secret in other case', { secret: LONG }, { secret: LONG.toLowerCase() }, REFUSED],
		['is let in with the secret with a space behind it', { secret: LONG }, { secret: `${LONG} ` }, STARTED],
		[
			'is let in with the secret without the line break that was pasted with it',
			{ secret: `${LONG}\n` },
			{ secret: LONG },
			STARTED,
		],
		['is let in with a long secret', { secret: LONG }, { secret: LONG }, STARTED],
		['is refused with an empty secret', { secret: 'word' }, { secret: '' }, REFUSED],
		['is refused with no secret', { secret: 'word' }, {}, REFUSED],
		['is refused with the secret twice', { secret: 'word' }, { secret: ['word', 'word'] }, REFUSED],
		['is let in with no secret where none is asked for', { secret: '' }, {}, STARTED],
		['is let in with no secret where the field was cleared by other software', { secret: null }, {}, STARTED],
		['is let in with a number as secret', { secret: 7 }, { secret: '7' }, STARTED],
		[
			'is let in with a text around a value',
			{ secret: "=a-{{ 'b' }}-{{ 7 }}" },
			{ secret: 'a-b-7' },
			STARTED,
		],
		['is let in with a variable', { secret: '={{ $vars.word }}' }, { secret: 'known' }, STARTED],
		['is let in with a text that holds NaN', { secret: 'xBaNaN4x' }, { secret: 'xBaNaN4x' }, STARTED],
		[
			'is refused with a wrong secret where another expression fails',
			{ secret: 'word', options: { limit: BROKEN } },
			{},
			REFUSED,
		],
		[
			'is let in with the right secret where another expression fails',
			{ secret: 'a', options: { limit: BROKEN } },
			{ secret: 'a' },
			STARTED,
		],
	])('%s', async (_what, parameters, query, outcome) => {
		expect(await callWebhook({ parameters, body: READY, query })).toEqual(outcome);
	});

	it.each<[unknown, guess: string, reason?: string]>([
		['={{ "" }}', ''],
		['={{ 0 }}', '0'],
		['={{ null }}', 'null'],
		['={{ NaN }}', 'NaN'],
		['={{ undefined }}', 'undefined'],
		['={{ true }}', 'true'],
		['={{ ["word"] }}', 'word'],
		['={{ $vars.a }}{{ $vars.b }}', ''],
		[BROKEN, '', "Referenced node doesn't exist"],
		[`=a{{ 1 }}${BROKEN.slice(1)}`, 'a1', "Referenced node doesn't exist"],
		[' ', ' '],
		[{ word: 1 }, '[object Object]'],
	])('refuses everybody where the secret %j gives none, and warns', async (secret, guess, reason = '') => {
		const parameters = z.custom<INodeParameters>().parse({ secret });
		for (const query of [{}, { secret: '' }, { secret: guess }, { secret: [guess] }]) {
			const warnings = logged('warn');
			expect(await callWebhook({ parameters, body: READY, query })).toEqual(REFUSED);
			expect(warnings).toHaveLength(1);
			expect(warnings[0]).toContain(reason);
		}
	});

	it('is refused where its ID stands in a prototype, whatever kind of body n8n makes of it', async () => {
		for (const type of ['application/json; charset=utf-8', '']) {
			const call = {
				parameters: {},
				body: '{"__proto__":{"projectId":5}}',
				headers: { 'content-type': type },
			};
			const answer = { message: CALL_REFUSED.noProject };
			expect(await callWebhook(call)).toEqual({ refused: 400, started: [], answer });
		}
	});

	it.each(['{"event":"ready","videoId":5}', '{}', '[7]'])(
		'without a project leaves a line in the log, which quotes nothing of it: %s',
		async (body) => {
			const lines = logged('info');
			expect(await callWebhook({ parameters: {}, body })).toMatchObject({ refused: 400, started: [] });
			expect(lines).toEqual([`Refused a call with HTTP 400: ${CALL_REFUSED.noProject}`]);
		},
	);

	it.each([
		['multipart/form-data', { body: { data: { projectId: '5', code: '2000' }, files: {} } }],
		['application/x-www-form-urlencoded', { body: 'code=2000&projectId=5' }],
	])('is refused as a form, of which the interface does not speak: %s', async (type, { body }) => {
		const call = { parameters: {}, body, headers: { 'content-type': type } };
		expect(await callWebhook(call)).toMatchObject({ refused: 400, started: [] });
	});

	it('is refused where n8n hands on no body', async () => {
		expect(await callWebhook({ parameters: {}, body: null })).toMatchObject({ refused: 400, started: [] });
	});
});
