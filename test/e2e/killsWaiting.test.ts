import { killCases } from './cases/kills';

describe('a real n8n that is killed at random moments while runs are waiting', () => {
	killCases('waiting', [
		[6, 'submitting'],
		[3, 'parking'],
		[7, 'polling'],
		[8, 'resuming'],
		[9, 'heldBack'],
	]);
});
