import { areas } from '../../areas/area';
import { filesIn } from './project';

describe('The areas of the engine tests', () => {
	it('are all run', () => {
		const files = filesIn('test/areas').filter((file) => file.endsWith('.test.ts'));
		expect(files.sort()).toEqual(areas.map((area) => `test/areas/${area}.test.ts`).sort());
	});
});
