import { classOfCode, classOfStatus } from '../../../nodes/Clip/interface/outcome';
import { CODES } from '../given/codes';

describe('classOfCode', () => {
	test.each<readonly [number, string]>([...CODES, [4011, 'failed'], [4000, 'failed'], [4999, 'failed']])(
		'gives %i the class %s',
		(code, outcome) => expect(classOfCode(code)).toBe(outcome),
	);

	test.each([2000, 1000, 0, 200, 3999, 5000, -1, -4001, NaN])('knows no refusal %p', (code) =>
		expect(classOfCode(code)).toBeNull(),
	);
});

describe('classOfStatus', () => {
	test.each<readonly [number, string]>([
		[301, 'invalidRequest'],
		[307, 'invalidRequest'],
		[400, 'invalidRequest'],
		[401, 'authentication'],
		[402, 'quota'],
		[403, 'authentication'],
		[404, 'invalidRequest'],
		[408, 'temporary'],
		[413, 'invalidRequest'],
		[425, 'temporary'],
		[429, 'rateLimited'],
		[500, 'temporary'],
		[502, 'temporary'],
		[503, 'temporary'],
		[504, 'temporary'],
		[524, 'temporary'],
	])('gives %i the class %s', (status, outcome) => expect(classOfStatus(status)).toBe(outcome));
});
