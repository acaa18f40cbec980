import { killCases } from './cases/kills';

describe('a real n8n that is killed at random moments while batches are being submitted', () => {
	killCases('submitting', [
		[0, 'submitting'],
		[1, 'retrying'],
		[2, 'submitting'],
		[4, 'submitting'],
		[5, 'submitting'],
	]);
});
