import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { chainCases } from './cases/durableChains';
import { killedCases } from './cases/durableKilled';
import { answerCases, expectPoliteness, outcomeCases } from './cases/durableOutcomes';
import { expectClips, ended } from './cases/durableRuns';
import { desert, type Deserted, stopCases } from './cases/durableStops';
import { sideBySide } from './sideBySide';

describe('a parked wait on a real n8n', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-durable') });
	// Slow videos take ten times as long: more than the longest pause before the first question.
	let deserted: Deserted;
	beforeAll(async () => {
		await bed.open({ processingSeconds: 12 });
		deserted = await desert(bed);
	});
	afterAll(async () => await bed.close());

	describe('left alone', () => {
		const cases = { ...chainCases(bed), ...outcomeCases(bed), ...answerCases(bed), ...stopCases(bed) };
		sideBySide(cases);
		it('asks for each project once in a round', () => expectPoliteness(bed));
	});

	describe('killed', () => killedCases(bed));

	it('ends at last when somebody has deleted what would end it', async () => {
		await expectClips(bed, await ended(bed, deserted.id), [deserted.label]);
	});
});
