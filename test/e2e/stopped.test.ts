import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { batchCases } from './cases/pacedBatch';
import { statusCheckStopCases } from './cases/statusCheckStops';
import { sideBySide } from './sideBySide';

describe('a paused run on a real n8n', () => {
	const logFile = logFileOf('n8n-stopped');
	const bed = new Bed({ logFile });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	sideBySide({ ...statusCheckStopCases(bed), ...batchCases(bed, logFile) });
});
