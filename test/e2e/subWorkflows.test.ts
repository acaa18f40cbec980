import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { subWorkflowCases } from './cases/subWorkflows';
import { sideBySide } from './sideBySide';

describe('a parked wait in a sub-workflow of the user, on a real n8n', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-sub-workflows') });
	// Slow videos take ten times as long: more than the longest pause before the first question.
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	sideBySide(subWorkflowCases(bed));
});
