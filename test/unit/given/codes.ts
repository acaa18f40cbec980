/** The table of codes in the field notes, written out a second time on purpose: the code must say the same. */
export const CODES = [
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
] as const;
