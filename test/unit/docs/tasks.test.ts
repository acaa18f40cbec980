import { filesIn, textOf } from '../package/project';

const TASKS = [
	'ai-agent',
	'cost',
	'create',
	'credential',
	'download',
	'errors',
	'get',
	'install',
	'limits-and-privacy',
	'performance',
	'publishing',
	'trigger',
	'troubleshooting',
	'try-without-an-account',
	'upgrading',
	'wait',
	'waiting',
	'waiting-for-operators',
];

/** Sentences of a page that are long enough to be a copy, without tables of parameters and blocks of code. */
const sentencesOf = (page: string): string[] =>
	page
		.replace(/^```[\s\S]*?^```$/gm, '')
		.replace(/<!-- [\w-]+:begin -->[\s\S]*?<!-- [\w-]+:end -->/g, '')
		.split(/(?<=[.:!?])\s+|\n|\|/)
		.map((sentence) => sentence.replace(/[*`]/g, '').trim())
		.filter((sentence) => sentence.length > 70);

describe('The manual', () => {
	const pages = filesIn('docs').filter((file) => /^docs\/[\w-]+\.md$/.test(file));

	it('has one page for each task', () => {
		expect(pages.map((file) => file.replace(/^docs\/|\.md$/g, '')).sort()).toEqual(TASKS);
	});

	it.each(pages)('has one title and a link to it: %s', (file) => {
		expect(textOf(file).match(/^# /gm)).toHaveLength(1);
		const linking = ['README.md', ...pages].filter((other) => other !== file);
		const name = file.replace('docs/', '');
		expect(linking.filter((other) => textOf(other).includes(name))).not.toEqual([]);
	});

	it('says no sentence on two pages', () => {
		const places = new Map<string, string[]>();
		for (const file of pages) {
			for (const sentence of sentencesOf(textOf(file))) {
				places.set(sentence, [...(places.get(sentence) ?? []), file]);
			}
		}
		expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
	});
});
