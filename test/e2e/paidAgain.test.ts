import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { paidAgainCases } from './cases/paidAgain';
import { sideBySide } from './sideBySide';

describe('an order that is tried again, on a real n8n', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-paid-again') });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	sideBySide(paidAgainCases(bed));
});
