import { DataDeduplicationService } from 'n8n-core';
import type { DeduplicationItemTypes, ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';
import type { NodeRun } from './harness';
import { useBench } from './support';

const notHere = async (): Promise<never> =>
	await Promise.reject(new TypeError('The trigger only checks and records.'));

/** n8n's memory of duplicates, which lives in its server, told apart by workflow and node as there. */
class Memory implements IDataDeduplicator {
	/** What it fails with, like a database that is away. */
	trouble: Error | null = null;
	private readonly known = new Set<string>();

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		{ workflow, node }: ICheckProcessedContextData,
	) {
		if (this.trouble !== null) throw this.trouble;
		const keyOf = (item: DeduplicationItemTypes) => [workflow.id, node?.id, item].join();
		const fresh = items.filter((item) => !this.known.has(keyOf(item)));
		for (const item of fresh) this.known.add(keyOf(item));
		return await Promise.resolve({
			new: fresh,
			processed: items.filter((item) => !fresh.includes(item)),
		});
	}

	readonly checkProcessedItemsAndRecord = notHere;
	readonly removeProcessed = notHere;
	readonly clearAllProcessedItems = notHere;
	readonly getProcessedDataCount = notHere;
}

const memory = new Memory();

describe('Clip Trigger, with a memory of duplicates', () => {
	const bench = useBench();
	beforeAll(async () => await DataDeduplicationService.init(memory));
	beforeEach(() => (memory.trouble = null));

	const deliver = async (call: Record<string, string>, more: Partial<NodeRun> = {}) =>
		await bench.trigger(call, { mode: 'webhook', ...more });
	const serviceIsDown = (times: number) => {
		if (times === 0) return;
		bench.simulator().faults.add({ on: 'query', times, fault: { kind: 'status', status: 503 } });
	};

	it.each([0, 2])('leaves out what came before when the service is down for %s questions', async (times) => {
		const projectId = await bench.finished();
		expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		serviceIsDown(times);
		const { items, error, parked } = await deliver({ projectId });
		expect([items, error, parked]).toEqual([[], undefined, times > 0]);
	});

	it('remembers for calls at once what a parked run has delivered', async () => {
		const projectId = await bench.finished();
		serviceIsDown(2);
		const { items, parked } = await deliver({ projectId });
		expect([items.length > 1, parked]).toEqual([true, true]);
		expect((await deliver({ projectId })).items).toEqual([]);
	});

	it('gives a clip once that is listed twice, and of a later call only what is new', async () => {
		const videosOf = async (...ids: string[]) => {
			const videos = ids.map((videoId, index) => ({ videoId, viralScore: 9 - index }));
			const body = JSON.stringify({ code: 2000, projectId: '71', videos });
			const { items } = await deliver({ projectId: '71', body }, { parameters: { verify: false } });
			return items.map(({ json }) => [json.videoId, json.viralScore]);
		};
		expect(await videosOf('a', 'b', 'a')).toEqual([
			['a', 9],
			['b', 8],
		]);
		expect(await videosOf('b', 'c', 'c', 'a')).toEqual([['c', 8]]);
	});

	it.each(['manual', 'retry'] as const)('gives everything to a run of the mode %s', async (mode) => {
		const projectId = await bench.finished();
		const { items } = await deliver({ projectId });
		serviceIsDown(2);
		expect((await deliver({ projectId }, { mode })).items).toHaveLength(items.length);
	});

	describe('names the project, and says how to get its clips, when', () => {
		const credentials = { baseUrl: '', headerName: 'x', apiKey: 'y' };
		it.each<[string, Partial<NodeRun>, string]>([
			['the credential cannot be used', { credentials }, 'credential cannot be used'],
			['an option is wrong', { parameters: { options: { maxWait: 'soon' } } }, 'Max Wait'],
			[
				'an option cannot be worked out',
				{ parameters: { options: { limit: '={{ $("Nowhere").item.json.limit }}' } } },
				'exist',
			],
		])('%s', async (_what, more, reason) => {
			const projectId = await bench.finished();
			const { error } = await deliver({ projectId }, more);
			expect(error?.message).toContain(reason);
			expect(error?.description).toContain(`project ${projectId}: use 'Get'`);
			expect(error?.description).toContain(`{"projectId":"${projectId}"}`);
			const settings = { onError: 'continueErrorOutput' } as const;
			const { errorItems } = await deliver({ projectId }, { ...more, settings });
			expect(JSON.stringify(errorItems[0]?.json)).toContain(`project ${projectId}: use 'Get'`);
		});

		it.each([0, 2])('its memory is away, after the service was down for %s questions', async (times) => {
			const projectId = await bench.finished();
			memory.trouble = new Error('database is locked');
			serviceIsDown(times);
			const { error, parked } = await deliver({ projectId });
			expect([error?.message, parked]).toEqual(['database is locked', times > 0]);
			expect(error?.description).toContain(`project ${projectId}: use 'Get'`);
			memory.trouble = null;
			expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		});
	});
});
