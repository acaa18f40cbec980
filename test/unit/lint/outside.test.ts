import { filesIn, textOf } from '../package/project';

/** The only file that makes errors, and reads what those of others say. */
const MAKER = 'nodes/Clip/n8n/failures.ts';

/** What takes text from outside to people without {@link MAKER} or the function that makes it fit. */
const WAYS_AROUND: Array<[what: string, pattern: RegExp]> = [
	['makes an error of n8n', /new Node(?:Api|Operation)Error\(/],
	['reads the message of an error that may be of any kind', /instanceof Error \?|String\((?:error|reason)\)/],
	['shows a hint', /addExecutionHints\(/],
	['hands the body of an answer on', /\.text\.(?:slice|replace)/],
];

const MAY = new Set([`${MAKER} makes an error of n8n`, 'nodes/Clip/n8n/parameters.ts shows a hint']);

describe('Text from outside reaches nobody as it is:', () => {
	const files = filesIn('nodes').filter((file) => file.endsWith('.ts'));

	it.each(WAYS_AROUND)('no other file %s', (what, pattern) => {
		const found = files.filter((file) => pattern.test(textOf(file)) && file !== MAKER);
		expect(found.filter((file) => !MAY.has(`${file} ${what}`))).toEqual([]);
		expect(files.length).toBeGreaterThan(50);
	});
});
