import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { chainCases } from './cases/durableChains';
import { answerCases, expectPoliteness, outcomeCases } from './cases/durableOutcomes';
import { stopCases } from './cases/durableStops';
import { paidAgainCases } from './cases/paidAgain';
import { sideBySide } from './sideBySide';

describe('a parked wait on a real n8n that is left alone', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-durable') });
	// Slow videos take ten times as long: more than the longest pause before the first question.
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	sideBySide({
		...chainCases(bed),
		...outcomeCases(bed),
		...answerCases(bed),
		...stopCases(bed),
		...paidAgainCases(bed),
	});
	it('asks for each project once in a round', () => expectPoliteness(bed));
});
