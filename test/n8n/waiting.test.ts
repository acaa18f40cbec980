import { Bed } from '../../tools/beds/bed';
import { accountCases } from './cases/accounts';
import { chainCases } from './cases/chains';
import { changeCases } from './cases/changes';
import { stopCases } from './cases/stops';
import { sideBySide } from './sideBySide';

describe('a paused execution on a real n8n', () => {
	const bed = new Bed();
	// Slow videos take ten times as long: more than the longest pause before the first status check.
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	sideBySide({ ...accountCases(bed), ...chainCases(bed), ...changeCases(bed), ...stopCases(bed) });
});
