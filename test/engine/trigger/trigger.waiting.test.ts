import { remarkTexts } from '../../../nodes/Clip/problems/notices';
import { inWords } from '../../rules/given/texts';
import { type INodeParameters, sleep } from 'n8n-workflow';
import type { FaultInput } from '../../../tools/simulator';
import { type NodeRun } from '../bench/harness';
import { credentialFor, logged, MINUTE, toErrorOutput, useBench } from '../bench/support';

describe('Clip Trigger, when the service cannot tell the clips yet', () => {
	const bench = useBench({ processingSeconds: 1_000_000 });

	const deliver = async (projectId: string, options: INodeParameters = {}, more: Partial<NodeRun> = {}) =>
		await bench.trigger({ projectId }, { mode: 'webhook', parameters: { options }, ...more });
	const fail = (times: number, fault: FaultInput['fault'] = { kind: 'status', status: 503 }) =>
		bench.fail({ on: 'query', times, fault });
	/** When the service was asked for a project. */
	const asked = (projectId: string) =>
		bench.questions().flatMap(({ path, at }) => (path.endsWith(`/${projectId}`) ? [at] : []));
	const askedAtLeast = async (projectId: string, times: number) => {
		while (asked(projectId).length < times) await sleep(50);
	};

	it('asks again while the service is down, and gives the clips afterwards', async () => {
		const projectId = await bench.finished();
		fail(3);
		const { items, error, paused, executions } = await deliver(projectId, { limit: 2 });
		expect([error, paused, executions]).toEqual([undefined, false, 1]);
		expect(items.map(({ json }) => [json.projectId, json.rank])).toEqual([
			[projectId, 1],
			[projectId, 2],
		]);
	});

	it('asks again after ten seconds, then more and more slowly', async () => {
		const projectId = await bench.finished();
		fail(9, { kind: 'body', body: `{"code":1000,"projectId":${projectId}}` });
		const { items } = await deliver(projectId);
		expect(items.length).toBeGreaterThan(1);
		const times = asked(projectId);
		const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(pauses[0]).toBeLessThan(12_000);
		expect(pauses.at(-1)).toBeGreaterThan(MINUTE);
	});

	it('tells who tries it within a minute that a gateway refuses the key', async () => {
		const projectId = await bench.finished();
		fail(99, { kind: 'status', status: 401, body: '{"message":"Unauthorized"}' });
		const began = Date.now();
		const { outcome } = await deliver(projectId, {}, { mode: 'manual' });
		expect([outcome, Date.now() - began < MINUTE]).toEqual(['authentication', true]);
	});

	it('asks for a quarter of an hour, fails with the project ID, and asks again in a Retry', async () => {
		const projectId = await bench.finished();
		fail(1_000);
		const began = Date.now();
		const { error, outcome, run } = await deliver(projectId);
		expect(Date.now() - began).toBeGreaterThan(14 * MINUTE);
		expect(Date.now() - began).toBeLessThan(16 * MINUTE);
		expect(outcome).toBe('timedOut');
		expect(error?.message).toContain(projectId);
		expect(error?.description).toContain(remarkTexts.startAgain({ projectId }));
		expect(error?.context).toMatchObject({ projectId });
		bench.simulator().faults.clear();
		const { items } = await deliver(projectId, {}, { mode: 'retry', goesOnFrom: run.data });
		expect(items.length).toBeGreaterThan(1);
		expect(items.every(({ json }) => json.projectId === projectId)).toBe(true);
	});

	it('asks for as long as the user wants, and the error output has the project ID', async () => {
		const projectId = await bench.finished();
		fail(1_000);
		const began = Date.now();
		const { errorItems } = await deliver(projectId, { maxWait: 2 }, toErrorOutput);
		expect(Date.now() - began).toBeLessThan(4 * MINUTE);
		expect(JSON.stringify(errorItems.map(({ json }) => json))).toContain(projectId);
	});

	it('asks on for the others when one of three executions is stopped, even in mid-question', async () => {
		const projectId = await bench.project();
		fail(1, { kind: 'delay', seconds: 40 });
		let stop: () => void = () => undefined;
		const stopped = deliver(projectId, {}, { onStart: (stopIt) => (stop = stopIt) });
		await askedAtLeast(projectId, 1);
		const others = [deliver(projectId), deliver(projectId)];
		await sleep(2_000);
		stop();
		expect((await stopped).items).toEqual([]);
		bench.simulator().finish(projectId);
		const counts = (await Promise.all(others)).map(({ items }) => items.length);
		expect(counts.filter((count) => count > 0)).toHaveLength(1);
	});

	it.each<[string, () => Promise<string[]>]>([
		[
			'ten projects',
			async () => await Promise.all(Array.from({ length: 10 }, async () => await bench.project())),
		],
		['one project', async () => Array<string>(10).fill(await bench.project())],
	])('ten executions wait at once, here for %s: another call is asked for once', async (_what, called) => {
		const ten = await called();
		const late = await bench.project();
		const running = ten.map(async (projectId) => await deliver(projectId));
		const questions = () =>
			ten.flatMap((projectId, index) => (ten.indexOf(projectId) === index ? asked(projectId) : []));
		// Each of the ten has asked and been answered when the second round begins.
		while (questions().length < 11) await sleep(50);
		for (const projectId of [late, ten[0] ?? '']) {
			const before = asked(projectId).length;
			const { error } = await deliver(projectId);
			if (projectId === late) expect(asked(projectId)).toHaveLength(before + 1);
			const { title, meaning } = inWords('tooManyWaits', { projectId, most: 10, lastFailure: null });
			expect(error?.message).toContain(title);
			expect(error?.description).toContain(meaning);
			expect(error?.description).toContain(remarkTexts.startAgain({ projectId }));
			expect(error?.context).toMatchObject({ projectId });
		}
		// A project that is ready is not waited for.
		bench.simulator().finish(late);
		expect((await deliver(late)).items.length).toBeGreaterThan(1);
		for (const projectId of new Set(ten)) bench.simulator().finish(projectId);
		const counts = (await Promise.all(running)).map(({ items }) => items.length);
		expect(counts.filter((count) => count > 1)).toHaveLength(new Set(ten).size);
		// All ten have ended, so that others can wait.
		const next = await deliver(await bench.project(), { maxWait: 1 });
		expect(next.outcome).toBe('timedOut');
	});

	it('another trigger waits for itself', async () => {
		const ten = Array<string>(10).fill(await bench.project());
		const running = ten.map(async (projectId) => await deliver(projectId));
		while (asked(ten[0] ?? '').length < 11) await sleep(50);
		const settings = { id: 'another trigger' };
		const { outcome } = await deliver(ten[0] ?? '', { maxWait: 1 }, { settings });
		expect(outcome).toBe('timedOut');
		bench.simulator().finish(ten[0] ?? '');
		await Promise.all(running);
	});

	it('asks with its own key, however long others with another one wait', async () => {
		const projectId = await bench.project();
		const waiting = deliver(projectId);
		await askedAtLeast(projectId, 2);
		const credentials = { ...credentialFor(bench.simulator()), apiKey: 'wrong' };
		const { outcome } = await deliver(projectId, {}, { credentials });
		expect(outcome).toBe('authentication');
		bench.simulator().finish(projectId);
		expect((await waiting).items.length).toBeGreaterThan(1);
	});

	describe('because it does not know the project yet', () => {
		const secret = { parameters: { secret: 'word' } };

		it('ends without items where anybody can call: a hint and the log name the project', async () => {
			const warnings = logged('warn');
			const began = Date.now();
			const { items, error, hints } = await deliver('5');
			expect([items, error]).toEqual([[], undefined]);
			expect(Date.now() - began).toBeGreaterThan(0.9 * MINUTE);
			expect(Date.now() - began).toBeLessThan(1.5 * MINUTE);
			expect(hints.join()).toContain('project 5');
			expect(warnings.join()).toContain('project 5');
		});

		it('ends with an error where the call had the Secret, also when the user waits for less', async () => {
			for (const options of [{}, { maxWait: 1 }]) {
				const { error } = await deliver('5', {}, { parameters: { ...secret.parameters, options } });
				expect(error?.context).toMatchObject({ projectId: '5' });
				expect(error?.description).toContain(remarkTexts.startAgain({ projectId: '5' }));
			}
			const { items, error } = await deliver('5', { maxWait: 1 });
			expect([items, error]).toEqual([[], undefined]);
		});

		it('waits in five places of its own, which others cannot fill', async () => {
			const known = await bench.project();
			const forged = Array.from({ length: 9 }, async (_, index) => await deliver(`forged-${index}`));
			while (bench.questions().length < 14) await sleep(50);
			const more = await deliver('another');
			expect([more.items, more.error, asked('another').length]).toEqual([[], undefined, 1]);
			const withSecret = await deliver('another', {}, secret);
			expect([withSecret.outcome, withSecret.error?.context?.projectId]).toEqual(['timedOut', 'another']);
			const running = deliver(known);
			await askedAtLeast(known, 2);
			bench.simulator().finish(known);
			expect((await running).items.length).toBeGreaterThan(1);
			await Promise.all(forged);
			fail(2, { kind: 'code', code: 4006, errMsg: 'no' });
			const late = await bench.finished();
			expect((await deliver(late)).items.length).toBeGreaterThan(1);
		});
	});
});
