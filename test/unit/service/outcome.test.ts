import { classOfCode, classOfStatus } from '../../../nodes/Clip/service/outcome';

describe('classOfCode', () => {
	test.each([
		[-1000, 'invalidRequest'],
		[4001, 'authentication'],
		[4002, 'failed'],
		[4003, 'rateLimited'],
		[4004, 'invalidRequest'],
		[4005, 'sourceProblem'],
		[4006, 'invalidRequest'],
		[4007, 'quota'],
		[4008, 'sourceProblem'],
		[4009, 'sourceProblem'],
		[4010, 'invalidRequest'],
		[4011, 'failed'],
		[4000, 'failed'],
		[4999, 'failed'],
	])('gives %i the class %s', (code, outcome) => expect(classOfCode(code)).toBe(outcome));

	test.each([2000, 1000, 0, 200, 3999, 5000, -1, -4001, NaN])('knows no refusal %p', (code) =>
		expect(classOfCode(code)).toBeNull(),
	);
});

describe('classOfStatus', () => {
	test.each([
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
