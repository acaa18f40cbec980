import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { helperStopCases } from './cases/helperStops';
import { batchCases } from './cases/pacedBatch';
import { submissionStopCases } from './cases/submissionStops';
import { sideBySide } from './sideBySide';

describe('a parked run on a real n8n', () => {
	const logFile = logFileOf('n8n-stopped');
	const bed = new Bed({ logFile });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	describe('alone', () => batchCases(bed));
	describe('that somebody stops', () =>
		sideBySide({ ...helperStopCases(bed), ...submissionStopCases(bed, logFile) }));
});
