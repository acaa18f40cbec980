import { NodeOperationError, sleep } from 'n8n-workflow';
import { serviceOf } from '../../../nodes/Clip/service/client';
import type { Submission } from '../../../nodes/Clip/service/rules/submission';
import type { FaultInput } from '../../../tools/simulator';
import { contextOf } from '../bench/harness';
import { credentialFor, logged, submitOne, useBench, wait } from '../bench/support';

const SIGNATURE = 'c0ffee5ecretS1gnature';

const submission: Submission = {
	videoUrl: `https://cdn.example.com/a.mp4?Signature=${SIGNATURE}`,
	...{ videoType: 1, ext: 'mp4', preferLength: [0], lang: 'auto' },
};

describe('A call of the service', () => {
	const bench = useBench({ apiKey: 'marked-7Q2' });
	const fail = (fault: FaultInput['fault']) =>
		bench.simulator().faults.add({ on: 'create', fault }, { on: 'query', fault });
	const service = (changes: Parameters<typeof contextOf>[0] = {}) =>
		serviceOf(contextOf({ ...credentialFor(bench.simulator()), ...changes }), 0);

	/** Calls in both ways: what comes of it, and after how many seconds. */
	async function callBoth(client = service()) {
		const timed = async <T>(call: Promise<T>): Promise<{ answer: T; seconds: number }> => {
			const began = Date.now();
			const answer = await call;
			return { answer, seconds: Math.round((Date.now() - began) / 1_000) };
		};
		return [await timed(client.submit(submission)), await timed(client.query('7'))];
	}

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

	it.each<[string, Error, logged: string, reason: string]>([
		['', new Error('The vault is away...'), 'The vault is away...', 'The vault is away'],
		[
			', with all that n8n says of it',
			new NodeOperationError(contextOf().getNode(), 'The vault is away', { description: 'Wait for it..' }),
			'The vault is away',
			'The vault is away. Wait for it',
		],
	])('whose credential cannot be opened is not sent, and says why%s', async (_how, error, title, reason) => {
		const warnings = logged('warn');
		const both = await callBoth(
			serviceOf(
				contextOf({
					get baseUrl(): string {
						throw error;
					},
				}),
				0,
			),
		);
		const gone = { httpStatus: null, hindrance: 'credential', words: reason, mayHaveCreated: false };
		const kinds = ['temporary', 'authentication'];
		expect(both).toMatchObject(kinds.map((kind) => ({ answer: { ...gone, kind }, seconds: 0 })));
		expect(warnings).toEqual([1, 2].map(() => `The service could not be called: ${title}`));
		expect(bench.simulator().requests).toEqual([]);
	});

	it('tells what a gateway says of when to come back', async () => {
		fail({ kind: 'status', status: 429, headers: { 'retry-after': '50' } });
		const answer = { kind: 'rateLimited', httpStatus: 429, retryAt: expect.any(Number) };
		expect(await callBoth()).toMatchObject([{ answer }, { answer: { ...answer, projectId: '7' } }]);
	});

	it('tells what n8n says instead of an answer, but neither the key nor what signs the link of the video', async () => {
		const context = contextOf(credentialFor(bench.simulator()));
		// As n8n refuses a call into its own network; of what it quotes nothing is promised.
		const refusal = Object.assign(new Error(`marked-7Q2 and ${SIGNATURE}`), { name: 'SsrfBlockedIpError' });
		context.helpers.httpRequestWithAuthentication = async () => await Promise.reject(refusal);
		const [created, asked] = await callBoth(serviceOf(context, 0));
		expect(created?.answer).toMatchObject({ words: '*** and ***.', mayHaveCreated: false });
		expect(asked?.answer).toMatchObject({ words: `*** and ${SIGNATURE}.` });
	});

	it('tells the words of an answer, but neither the key nor what signs the link of the video', async () => {
		const errMsg = `marked-7Q2 and ${SIGNATURE} are no Bearer`;
		fail({ kind: 'code', code: 4002, errMsg });
		const [created, asked] = await callBoth(service({ apiKey: 'Bearer marked-7Q2' }));
		expect(created?.answer).toMatchObject({ words: '*** and *** are no Bearer' });
		expect(asked?.answer).toMatchObject({ words: `*** and ${SIGNATURE} are no Bearer` });
	});

	it('that submits is not broken off by a Stop: its project is in the log', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 30 } });
		const lines = logged('info');
		await bench.clip(submitOne, { onStart: (stop) => void sleep(1_000).then(stop) });
		await sleep(40_000);
		expect(bench.paid()).toHaveLength(1);
		expect(lines.join()).toContain(`Created project ${bench.ids()[0]}`);
	});

	it('that asks says that it was stopped', async () => {
		fail({ kind: 'hang' });
		const context = contextOf(credentialFor(bench.simulator()));
		const stop = new AbortController();
		jest.spyOn(context, 'getExecutionCancelSignal').mockReturnValue(stop.signal);
		void sleep(1_000).then(() => stop.abort());
		const answer = await serviceOf(context, 0).query('7');
		expect(answer).toMatchObject({ kind: 'temporary', words: 'the execution was stopped' });
	});

	it('that asks is ended by a Stop', async () => {
		const projectId = await bench.project();
		bench.simulator().faults.add({ on: 'query', fault: { kind: 'delay', seconds: 30 } });
		const began = Date.now();
		const options = { waitMode: 'inProcess' };
		await bench.clip({ ...wait, projectId, options }, { onStart: (stop) => void sleep(1_000).then(stop) });
		expect(Date.now() - began).toBeLessThan(3_000);
	});
});
