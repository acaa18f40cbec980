import { equal } from '../../tools/mutation/equal';
import { guardedFiles, pure } from '../../tools/mutation/table';
import { exists, textOf } from '../rules/given/project';

describe('npm run mutation', () => {
	it('knows files and tests that there are', () => {
		const parts = [...pure, ...guardedFiles];
		const files = parts.flatMap(({ files }) => files).filter((file) => !file.includes('*'));
		const tests = parts.flatMap(({ tests }) => tests).map((test) => `test/${test}.test.ts`);
		expect([...files, ...tests].filter((file) => !exists(file))).toEqual([]);
	});

	it('is told of changes that nobody could notice: each can still be made, and has a reason', () => {
		const gone = equal.filter(
			({ file, within, what, why }) =>
				[within, what, why].includes('') ||
				!exists(file) ||
				!textOf(file)
					.split('\n')
					.some((line) => line.includes(within)),
		);
		expect(gone).toEqual([]);
	});
});
