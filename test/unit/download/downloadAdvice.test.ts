import { adviceOnStored, readStoreFailure } from '../../../nodes/Clip/download/rules/downloadAdvice';

describe('what n8n says of a file that it cannot store', () => {
	it.each([
		[
			'Failed to write binary file "Tide.mp4" (0000) because its size of 600 MB exceeds the max size limit of 512 MB set for `database` mode.',
			'tooLargeToStore',
		],
		['Cannot create a string longer than 0x1fffffe8 characters', 'tooLargeToStore'],
		['Invalid string length', 'tooLargeToStore'],
		['EFBIG: file too large, write', 'notStored'],
		['Request to S3 failed: EntityTooLarge', 'tooLargeToStore'],
		['ENOSPC: no space left on device, write', 'notStored'],
		['Connection terminated', 'notStored'],
		['Request to S3 failed: The specified bucket does not exist', 'notStored'],
	])('%j means %s', (message, outcome) => {
		const failure = readStoreFailure(message);
		expect(failure.outcome).toBe(outcome);
		expect(failure.evidence).toBe(`n8n says: ${message.replace(/\.$/, '')}.`);
	});
});

describe('what there is to say of stored files', () => {
	const large = 268_435_443;

	it.each([
		['of files that PostgreSQL gives back', [{ place: 'database', fileSize: large }]],
		['of large files elsewhere', [{ place: 'filesystem-v2', fileSize: 10 * large }]],
		['of no files', []],
	])('is nothing %s', (_name, files) => {
		expect(adviceOnStored(files)).toBeNull();
	});

	it('is how to get larger ones back', () => {
		const file = { place: 'database', fileSize: large + 1 };
		expect(adviceOnStored([file])).toMatch(
			/^A file is larger than 255 MB.*PostgreSQL.*'Max Size \(MB\)' to 255/,
		);
		expect(adviceOnStored([file, file])).toMatch(/^2 files are/);
	});
});
