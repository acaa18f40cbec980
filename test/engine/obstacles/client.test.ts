import { NodeOperationError, sleep } from 'n8n-workflow';
import { makeServiceClient } from '../../../nodes/Clip/service/client';
import type { Submission } from '../../../nodes/Clip/service/rules/submission';
import { callerOf, contextOf } from '../bench/harness';
import { credentialFor, logged, useBench } from '../bench/support';

const SIGNATURE = 'c0ffee5ecretS1gnature';

const submission: Submission = {
	videoUrl: `https://cdn.example.com/a.mp4?Signature=${SIGNATURE}`,
	...{ videoType: 1, ext: 'mp4', preferLength: [0], lang: 'auto' },
};

describe('A call of the service', () => {
	const bench = useBench({ apiKey: 'marked-7Q2' });
	const service = (changes = {}) =>
		makeServiceClient(callerOf({ ...credentialFor(bench.simulator()), ...changes }), 0);
	const refusals = (errMsg: string) =>
		(['create', 'query'] as const).map((on) => ({
			on,
			fault: { kind: 'code', code: 4002, errMsg } as const,
		}));

	/** Calls in both ways. */
	const callBoth = async (client = service()) => [await client.submit(submission), await client.query('7')];

	it('asks for JSON, and sends it where there is something to send', async () => {
		await callBoth();
		const [created, asked] = bench.simulator().requests;
		const json = 'application/json';
		const path = '/service/open-api/v1/project';
		expect(created).toMatchObject({ method: 'POST', path: `${path}/create` });
		expect(created?.headers).toMatchObject({ accept: json, 'content-type': json });
		expect(bench.bodies()).toEqual([submission]);
		expect(asked).toMatchObject({ method: 'GET', path: `${path}/query/7` });
		expect(asked?.headers.accept).toBe(json);
		expect(asked?.headers).not.toHaveProperty('content-type');
	});

	it('whose credential cannot be used says why, and of which project', async () => {
		const fault = { message: '', credentialFault: 'keyEmpty' };
		const failed = await callBoth(service({ apiKey: '' }));
		expect(failed).toMatchObject([
			{ ...fault, fate: 'notCreated', projectId: null },
			{ ...fault, fate: 'unaffected', projectId: '7' },
		]);
	});

	it('submits nothing for another account than the one that was opened, but asks', async () => {
		const caller = callerOf(credentialFor(bench.simulator()));
		const [created, asked] = await callBoth(makeServiceClient(caller, 0, 'of another account'));
		expect(created).toMatchObject({ message: '', credentialFault: 'changed', fate: 'notCreated' });
		expect(asked).toMatchObject({ credentialFault: null });
		expect(bench.simulator().requests).toHaveLength(1);
	});

	it('that is refused may be repeated when the service says so, if it does', async () => {
		bench.fail(...refusals('no'));
		expect(await callBoth()).toMatchObject([{ retryAt: null }, { retryAt: null }]);
	});

	it('leaves no timer behind', async () => {
		const timersAfter = async () => {
			await callBoth();
			// Beside the full seconds, at which a sleeper has no timer for a moment.
			await sleep(2_345);
			return jest.getTimerCount();
		};
		const [first, , last] = [await timersAfter(), await timersAfter(), await timersAfter()];
		expect(last).toBeLessThanOrEqual(first);
	});

	it.each<[string, Error, reason: string]>([
		['', new Error('The vault is away...'), 'The vault is away'],
		[
			', with all that n8n says of it',
			new NodeOperationError(contextOf().getNode(), 'The vault is away', { description: 'Wait for it..' }),
			'The vault is away. Wait for it',
		],
	])('whose credential cannot be opened is not sent, and says why%s', async (_how, error, reason) => {
		const warnings = logged('warn');
		const began = Date.now();
		const baseUrl = {
			get baseUrl(): string {
				throw error;
			},
		};
		const both = await callBoth(makeServiceClient(callerOf(baseUrl), 0));
		const gone = { httpStatus: null, hindrance: 'credential', message: reason };
		expect(both).toMatchObject([
			{ ...gone, kind: 'temporary', fate: 'notCreated' },
			{ ...gone, kind: 'authentication', fate: 'unaffected' },
		]);
		expect(Date.now()).toBe(began);
		expect(warnings).toEqual([1, 2].map(() => `The service could not be called: ${reason}`));
		expect(bench.simulator().requests).toEqual([]);
	});

	it('tells what n8n says instead of an answer, but neither the key nor what signs the link of the video', async () => {
		const context = contextOf(credentialFor(bench.simulator()));
		// As n8n refuses a call into its own network; of what it quotes nothing is promised.
		const refusal = Object.assign(new Error(`marked-7Q2 and ${SIGNATURE}`), { name: 'SsrfBlockedIpError' });
		context.helpers.httpRequestWithAuthentication = async () => await Promise.reject(refusal);
		const [created, asked] = await callBoth(makeServiceClient({ context, apiKeys: new Set() }, 0));
		expect(created).toMatchObject({ message: '*** and ***.', fate: 'notCreated' });
		expect(asked).toMatchObject({ message: `*** and ${SIGNATURE}.` });
	});

	it('tells the words of an answer, but neither the key nor what signs the link of the video', async () => {
		bench.fail(...refusals(`marked-7Q2 and ${SIGNATURE} are no Bearer`));
		const [created, asked] = await callBoth(service({ apiKey: 'Bearer marked-7Q2' }));
		expect(created).toMatchObject({ message: '*** and *** are no Bearer' });
		expect(asked).toMatchObject({ message: `*** and ${SIGNATURE} are no Bearer` });
	});

	it('says that it was interrupted where nobody says why', async () => {
		const context = contextOf(credentialFor(bench.simulator()));
		context.helpers.httpRequestWithAuthentication = async () => await Promise.reject(new Error('?'));
		const [created] = await callBoth(makeServiceClient({ context, apiKeys: new Set() }, 0));
		expect(created).toMatchObject({ interruption: 'disconnected', fate: 'mayHaveCreated' });
	});

	it('that asks says that it was stopped', async () => {
		bench.fail({ on: 'query', fault: { kind: 'hang' } });
		const context = contextOf(credentialFor(bench.simulator()));
		const stop = new AbortController();
		jest.spyOn(context, 'getExecutionCancelSignal').mockReturnValue(stop.signal);
		void sleep(1_000).then(() => stop.abort());
		const answer = await makeServiceClient({ context, apiKeys: new Set() }, 0).query('7');
		expect(answer).toMatchObject({ kind: 'temporary', interruption: 'stopped' });
	});
});
