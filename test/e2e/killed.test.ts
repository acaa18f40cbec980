import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { killedCases } from './cases/durableKilled';
import { ended, expectClips } from './cases/durableRuns';
import { desert, type Deserted } from './cases/durableStops';

// On an n8n of its own, beside those that are left alone: between the kills it waits for minutes, as they do.
describe('a parked wait on a real n8n that is killed', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-killed') });
	let deserted: Deserted;
	beforeAll(async () => {
		// Slow videos take ten times as long: more than the longest pause before the first question.
		await bed.open({ processingSeconds: 12 });
		// It ends after minutes, with n8n killed meanwhile as well.
		deserted = await desert(bed);
	});
	afterAll(async () => await bed.close());

	killedCases(bed);

	it('ends at last when somebody has deleted what would end it', async () => {
		await expectClips(bed, await ended(bed, deserted.id), [deserted.label]);
	});
});
