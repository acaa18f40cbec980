import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { everydayCases } from './cases/everyday';
import { changeCases } from './cases/everydayChanges';
import { sideBySide } from './sideBySide';

describe('what users build and do every day, on a real n8n', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-everyday') });
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	sideBySide({ ...everydayCases(bed), ...changeCases(bed) });
});
