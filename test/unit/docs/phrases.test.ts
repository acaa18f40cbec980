import { callErrors, credentialErrors, downloadErrors, nodeErrors } from '../../docs/errors';
import { filesIn, textOf } from '../package/project';
import { UNCLEAR, unclearIn } from './phrases';
import { linesOf, sentencesOfCode } from './userTexts';

const manual = [
	'README.md',
	'CHANGELOG.md',
	'SECURITY.md',
	...filesIn('docs'),
	...filesIn('.github/ISSUE_TEMPLATE'),
];
const forUsers = manual.filter((file) => /\.(?:md|svg|yml)$/.test(file));
const forContributors = ['CONTRIBUTING.md', ...filesIn('test').filter((file) => file.endsWith('.md'))];

describe('Phrases that have to be read twice', () => {
	it.each(forUsers)('are not in %s', (file) => {
		expect(linesOf(textOf(file)).flatMap((line) => unclearIn(line))).toEqual([]);
	});

	it.each(forContributors)('are not in %s, but for names of the code', (file) => {
		expect(linesOf(textOf(file)).flatMap((line) => unclearIn(line, true))).toEqual([]);
	});

	it('are not in labels, descriptions, errors, hints and notes of the nodes', () => {
		const sentences = sentencesOfCode();
		expect(sentences.length).toBeGreaterThan(300);
		expect(sentences.flatMap((sentence) => unclearIn(sentence))).toEqual([]);
	});

	it.each([
		['Create', () => callErrors('create')],
		['Wait and Get', () => callErrors('query')],
		['Download', downloadErrors],
		['the nodes themselves', nodeErrors],
		['the credential', credentialErrors],
	])('are not in the errors of %s', (_what, errors) => {
		expect(
			errors()
				.split('\n')
				.flatMap((line) => unclearIn(line)),
		).toEqual([]);
	});

	it.each(UNCLEAR)('are not what $pattern is replaced by: $instead', ({ instead }) => {
		expect(unclearIn(instead)).toEqual([]);
	});

	it('are found, whatever their case', () => {
		expect(unclearIn('The Poller asks again.')).toHaveLength(2);
		expect(unclearIn('The poller is paused.', true)).toEqual([]);
	});
});
