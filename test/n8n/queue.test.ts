import { clipFileCases } from './cases/clipFiles';
import { chain, ended, expectClips, paused, startInProduction } from './cases/durableRuns';
import { mcpCases } from './cases/toolMcp';
import { triggerCases } from './cases/trigger';
import { byHand, fields, flow } from '../../tools/beds/flows';
import { QueueBed } from '../../tools/beds/queueBed';

describe('an n8n in queue mode', () => {
	const bed = new QueueBed({ logName: 'n8n-queue' });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	describe('a Clip Trigger', () => void beforeAll(triggerCases(bed)));
	describe('a client of the MCP Server Trigger', () => mcpCases(bed));
	describe('where n8n keeps files in its database', () => clipFileCases(bed, /^database:/));

	it('keeps its workers free while executions wait, and gives each of them its clips', async () => {
		const marks = Array.from({ length: 12 }, (_, index) => `queued-${index}`);
		const ids = await Promise.all(
			marks.map(async (mark) => await startInProduction(bed, chain(mark, ['good', 'sim-slow']))),
		);
		for (const id of ids) await paused(bed, id);
		const unrelated = await bed.run(flow('unrelated', [byHand, fields('Set', { a: '1' })]));
		expect(unrelated.status).toBe('success');
		for (const [index, id] of ids.entries()) {
			await expectClips(bed, await ended(bed, id), [`queued-${index}-0`, `queued-${index}-1`]);
		}
	});
});
