import { downloadCases } from './cases/download';
import { downloadFaultCases, dripCases, slowFaultCases } from './cases/downloadFaults';
import { downloadMemoryCases } from './cases/downloadMemory';
import { DownloadBed } from './downloadBed';
import { sideBySide } from './sideBySide';

describe('Clip: Download on a real n8n', () => {
	const bed = new DownloadBed('n8n-download');
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	describe('of large files', () => downloadMemoryCases(bed));
	describe('of clips', () => downloadCases(bed));
	describe('when something goes wrong', () => downloadFaultCases(bed));
	describe('when it takes several tries to see what is wrong', () => {
		let before: string[] = [];
		beforeAll(() => (before = bed.store.files()));
		sideBySide({ ...slowFaultCases(bed), ...dripCases(bed) });
		it('leaves no part of any file', async () => await bed.store.settlesAt(before));
	});
});
