import { Bed } from './bed';
import { credentialCases } from './cases/credential';
import { clipCases } from './cases/clips';
import { exampleCases } from './cases/examples';
import { failureCases } from './cases/failures';
import { importingCases } from './cases/importing';
import { loadingCases } from './cases/loading';
import { secrecyCases } from './cases/secrecy';
import { triggerCases } from './cases/trigger';

// One n8n for all: its start takes longer than most cases.
describe('on a real n8n', () => {
	const bed = new Bed();
	const starts: Array<() => Promise<void>> = [];
	// One of the examples parks for a minute, as users' runs do; all else is tried meanwhile.
	beforeAll(async () => {
		await bed.open();
		for (const start of starts) await start();
	});
	afterAll(async () => await bed.close());

	describe('the node types', () => loadingCases(bed));
	describe('the credential test', () => credentialCases(bed));
	describe('Create and Get', () => clipCases(bed));
	describe('what goes wrong', () => failureCases(bed));
	describe('the import of npm start', () => importingCases(bed));
	describe('Clip Trigger', () => triggerCases(bed));
	describe('the example workflows', () => void starts.push(exampleCases(bed)));
	// Last: it searches through what all others left behind.
	describe('the API key', () => secrecyCases(bed));
});
