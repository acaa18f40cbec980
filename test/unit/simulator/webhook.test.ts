import { startSimulator } from '../../simulator';
import { like } from '../given/matchers';
import { Bench, aText, goodSubmission } from './bench';
import { Receiver } from './receiver';

describe('the webhook of the simulator', () => {
	let bench: Bench;
	let receiver: Receiver;
	beforeEach(async () => {
		receiver = await Receiver.start();
		bench = await Bench.start({ webhookUrl: receiver.url });
	});
	afterEach(async () => {
		await bench.simulator.close();
		receiver.close();
	});

	const withoutSignatures = (text: string) => text.replace(/Signature=\w+/g, '');

	test('is called once, when the project is ready, with the body of the ready query', async () => {
		const { projectId = '' } = await bench.create();
		bench.clock.pass(19);
		await bench.query(projectId);
		expect(bench.simulator.deliveries).toEqual([]);
		bench.clock.pass(1);
		const ready = await (await bench.get(projectId)).text();
		await receiver.arrived(1);
		await bench.query(projectId);
		bench.simulator.finish(projectId);
		expect(receiver.calls).toEqual([
			{ method: 'POST', contentType: like(/^application\/json/), body: aText },
		]);
		expect(withoutSignatures(receiver.calls[0]?.body ?? '')).toBe(withoutSignatures(ready));
		expect(bench.simulator.deliveries).toEqual([expect.objectContaining({ projectId, url: receiver.url })]);
	});

	test('is called by a real clock too, although nobody asks', async () => {
		const simulator = await startSimulator({ processingSeconds: 0.01, webhookUrl: receiver.url });
		await fetch(`${simulator.baseUrl}/open-api/v1/project/create`, {
			method: 'POST',
			headers: { [simulator.headerName]: simulator.apiKey, 'Content-Type': 'application/json' },
			body: JSON.stringify(goodSubmission),
		});
		await receiver.arrived(1);
		expect(simulator.deliveries).toHaveLength(1);
		await simulator.close();
	});

	test('is not called again when the receiver refuses, nor does it follow a redirect', async () => {
		const elsewhere = await Receiver.start(307, { location: receiver.url });
		bench.simulator.configure({ webhookUrl: elsewhere.url });
		const { projectId } = await bench.createReady();
		await elsewhere.arrived(1);
		bench.clock.pass(1000);
		await bench.query(projectId);
		expect(elsewhere.calls).toHaveLength(1);
		expect(receiver.calls).toEqual([]);
		elsewhere.close();
	});

	test('that counts is the one that was set at the time of the submission', async () => {
		const { projectId: early = '' } = await bench.create();
		bench.simulator.configure({ webhookUrl: null });
		const { projectId: late } = await bench.createReady();
		bench.simulator.finish(early);
		await receiver.arrived(1);
		expect(bench.simulator.deliveries.map((delivery) => delivery.projectId)).toEqual([early]);
		await expect(bench.simulator.deliver(late)).rejects.toThrow(/No webhook URL/);
	});

	test('can come before the query shows the clips', async () => {
		bench.simulator.configure({ webhookDelaySeconds: -5 });
		const { projectId = '' } = await bench.create();
		bench.clock.pass(15);
		expect(await bench.query(projectId)).toMatchObject({ code: 1000 });
		await receiver.arrived(1);
		expect(JSON.parse(receiver.calls[0]?.body ?? '')).toMatchObject({ code: 2000 });
	});

	test('can come later than the query shows the clips', async () => {
		bench.simulator.configure({ webhookDelaySeconds: 5 });
		const { projectId } = await bench.createReady();
		expect(bench.simulator.deliveries).toEqual([]);
		bench.clock.pass(5);
		await bench.query(projectId);
		await receiver.arrived(1);
		expect(bench.simulator.deliveries).toHaveLength(1);
	});

	test('can be sent again, and its answer is noted', async () => {
		const { projectId } = await bench.createReady();
		await receiver.arrived(1);
		expect(await bench.simulator.deliver(projectId)).toMatchObject({ projectId, status: 200 });
		expect(receiver.calls).toHaveLength(2);
	});

	test('is not called for a project that fails', async () => {
		const { projectId } = await bench.createReady({ videoUrl: 'https://films.example/sim-clipping-fails' });
		await bench.query(projectId);
		expect(bench.simulator.deliveries).toEqual([]);
	});

	test('is noted without a status when nobody listens', async () => {
		const { projectId = '' } = await bench.create();
		receiver.close();
		expect(await bench.simulator.deliver(projectId)).toMatchObject({ status: null });
	});

	describe('with a fault', () => {
		test('carries another body, or a code', async () => {
			const { projectId = '' } = await bench.create();
			bench.simulator.faults.add(
				{ on: 'webhook', fault: { kind: 'body', body: 'forged' } },
				{
					on: 'webhook',
					match: { projectId },
					fault: { kind: 'code', code: 4002, errMsg: 'clipping failed' },
				},
			);
			await bench.simulator.deliver(projectId);
			await bench.simulator.deliver(projectId);
			expect(receiver.calls.map(({ body }) => body)).toEqual([
				'forged',
				`{"code":4002,"projectId":${projectId},"errMsg":"clipping failed"}`,
			]);
		});

		test('does not arrive, or breaks off', async () => {
			const { projectId = '' } = await bench.create();
			bench.simulator.faults.add(
				{ on: 'webhook', fault: { kind: 'reset' } },
				{ on: 'webhook', fault: { kind: 'cut', afterBytes: 10 } },
			);
			expect(await bench.simulator.deliver(projectId)).toMatchObject({ status: null });
			expect(receiver.calls).toEqual([]);
			expect(await bench.simulator.deliver(projectId)).toMatchObject({ status: null });
			await receiver.arrived(1);
			expect(receiver.calls).toEqual([expect.objectContaining({ body: null })]);
		});

		test('hangs until the simulator closes', async () => {
			const { projectId = '' } = await bench.create();
			bench.simulator.faults.add({ on: 'webhook', fault: { kind: 'hang' } });
			const hanging = bench.simulator.deliver(projectId);
			await bench.query(projectId);
			await bench.simulator.close();
			expect(await hanging).toMatchObject({ status: null });
		});

		test('comes late', async () => {
			const { projectId = '' } = await bench.create();
			bench.simulator.faults.add({ on: 'webhook', fault: { kind: 'delay', seconds: 0.01 } });
			expect(await bench.simulator.deliver(projectId)).toMatchObject({ status: 200 });
		});
	});
});
