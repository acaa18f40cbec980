import { help } from '../../simulator/help';
import { startSimulator, type FaultInput } from '../../simulator';
import { Bench, firstOf, goodSubmission } from './bench';
import { Receiver } from './receiver';

describe('faults that spoil a body', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await Bench.start();
	});
	afterEach(() => bench.simulator.close());

	const reader = async (projectId: string) => {
		const { body } = await bench.get(projectId);
		if (body === null) throw new Error('no body');
		return body.getReader();
	};

	test('bring bytes that are no text', async () => {
		bench.simulator.faults.add({ on: 'query', fault: { kind: 'bytes', base64: '//4=' } });
		const response = await bench.get('1');
		expect(response.headers.get('content-type')).toContain('application/json');
		expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0xff, 0xfe]);
	});

	test('bring the right answer in drops, with its length announced', async () => {
		const { projectId } = await bench.createReady();
		bench.simulator.faults.add({ on: 'query', fault: { kind: 'drip', bytes: 512, seconds: 0.001 } });
		const response = await bench.get(projectId);
		const text = await response.text();
		expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
		expect(JSON.parse(text)).toMatchObject({ code: 2000 });
	});

	test('bring drops for ever, the right answer first', async () => {
		bench.simulator.faults.add({
			on: 'query',
			fault: { kind: 'drip', bytes: 40, seconds: 0.001, then: 'forever' },
		});
		const body = await reader('1');
		let text = '';
		while (!text.endsWith('          ')) text += Buffer.from((await body.read()).value ?? []).toString();
		expect(JSON.parse(text)).toMatchObject({ code: 4006 });
		await body.cancel();
	});

	test('fall silent after the right answer, until the simulator closes', async () => {
		bench.simulator.faults.add({
			on: 'query',
			fault: { kind: 'drip', bytes: 1_000, seconds: 0.001, then: 'silence' },
		});
		const body = await reader('1');
		expect(JSON.parse(Buffer.from((await body.read()).value ?? []).toString())).toMatchObject({ code: 4006 });
		const more = body.read().catch(() => 'connection ended');
		await bench.simulator.close();
		expect(await more).toBe('connection ended');
	});

	test('go on without an end, until the reader has had enough', async () => {
		bench.simulator.faults.add({ on: 'create', phase: 'after', fault: { kind: 'endless' } });
		const { body } = await bench.post(JSON.stringify(goodSubmission));
		if (body === null) throw new Error('no body');
		const endless = body.getReader();
		let size = 0;
		while (size < 3_000_000) size += Buffer.from((await endless.read()).value ?? []).length;
		await endless.cancel();
		expect(bench.simulator.ledger).toMatchObject([{ code: 2000, fault: 'endless' }]);
	});

	test('break a body without an end off at its size', async () => {
		bench.simulator.faults.add({ on: 'query', fault: { kind: 'endless', megabytes: 1 } });
		await expect((await bench.get('1')).text()).rejects.toThrow();
	});

	test('bring the right answer, padded to its size', async () => {
		const { projectId } = await bench.createReady();
		bench.simulator.faults.add({ on: 'query', fault: { kind: 'big', megabytes: 2 } });
		const text = await (await bench.get(projectId)).text();
		expect(Buffer.byteLength(text)).toBe(2_000_000);
		expect(text.startsWith(`{"code":2000,"projectId":${projectId},`)).toBe(true);
		expect(() => void JSON.parse(text)).not.toThrow();
		bench.simulator.faults.add({ on: 'query', fault: { kind: 'big', megabytes: 0.000_01 } });
		expect(await bench.query(projectId)).not.toHaveProperty('padding');
	});

	test('also hit files and webhooks', async () => {
		const receiver = await Receiver.start();
		bench.simulator.configure({ webhookUrl: receiver.url });
		const { projectId, videos } = await bench.createReady();
		await receiver.arrived(1);
		bench.simulator.faults.add(
			{ on: 'media', fault: { kind: 'drip', bytes: 1_000, seconds: 0.001 } },
			{ on: 'webhook', fault: { kind: 'bytes', base64: '//4=' } },
			{ on: 'webhook', fault: { kind: 'big', megabytes: 1 } },
		);
		const { videoUrl } = firstOf(videos);
		const dripped = await (await fetch(videoUrl)).arrayBuffer();
		expect(dripped).toEqual(await (await fetch(videoUrl)).arrayBuffer());
		await bench.simulator.deliver(projectId);
		await bench.simulator.deliver(projectId);
		const [, broken, big] = receiver.calls.map(({ body }) => body ?? '');
		expect([broken, Buffer.byteLength(big ?? '')]).toEqual(['\ufffd\ufffd', 1_000_000]);
		receiver.close();
	});

	test.each<[FaultInput, RegExp]>([
		[{ on: 'create', phase: 'before', fault: { kind: 'drip', bytes: 1, seconds: 1 } }, /needs an answer/],
		[{ on: 'create', phase: 'before', fault: { kind: 'big', megabytes: 1 } }, /needs an answer/],
		[{ on: 'webhook', fault: { kind: 'endless' } }, /answers only/],
		[{ on: 'webhook', fault: { kind: 'drip', bytes: 1, seconds: 1 } }, /answers only/],
		[{ on: 'media', fault: { kind: 'big', megabytes: 1 } }, /JSON only/],
		[{ on: 'query', fault: { kind: 'big', megabytes: 0 } }, /megabytes/],
		[{ on: 'query', fault: { kind: 'drip', bytes: 1, seconds: 0 } }, /above 0/],
		[{ on: 'query', fault: { kind: 'bytes', base64: 'abc' } }, /base64/],
		[{ on: 'query', fault: { kind: 'bytes', base64: '????' } }, /base64/],
		[{ on: 'query', fault: { kind: 'code', code: 1, errMsg: '', status: 99 } }, /status/],
	])('are refused when they make no sense: %j', (fault, reason) => {
		expect(() => bench.simulator.faults.add(fault)).toThrow(reason);
	});
});

describe('the help', () => {
	test('shows each kind of fault as it can be asked for', async () => {
		const simulator = await startSimulator();
		const shown = help.match(/^ {2}(\{"kind":.*?\}) {2}/gm) ?? [];
		const kinds = shown.map((line) => {
			const fault: unknown = JSON.parse(line.trim().replaceAll('"..."', '"x"'));
			const answer = fetch(`${simulator.origin}/control/faults`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ on: 'query', fault }),
			});
			return answer.then(({ status }) => status);
		});
		expect(await Promise.all(kinds)).toEqual(Array(11).fill(200));
		await simulator.close();
	});
});
