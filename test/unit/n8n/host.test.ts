import * as n8nWorkflow from 'n8n-workflow';
import { parkingOf } from '../../../nodes/Clip/n8n/host';

const offers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, true]));

describe('What an n8n can do for a run that waits for a sub-execution', () => {
	it.each([
		['2.26: nothing', offers(), { watchesOver: false, canPark: false }],
		['2.27 and 2.40: to park it', offers('isNodeClassInstance'), { watchesOver: false, canPark: true }],
		[
			'2.39.8 and 2.41: to look after it',
			offers('isNodeClassInstance', 'isIndefiniteWait', 'WAIT_FOR_SUB_EXECUTION'),
			{ watchesOver: true, canPark: true },
		],
		[
			'a later one that has dropped it: nothing',
			offers('isNodeClassInstance', 'isIndefiniteWait'),
			{ watchesOver: false, canPark: false },
		],
		['the one of these tests: to look after it', n8nWorkflow, { watchesOver: true, canPark: true }],
	])('%s', (_what, exports, can) => {
		expect(parkingOf(exports)).toEqual(can);
	});
});
