import { filesIn, textOf } from '../package/project';

/** Messages that the manual lists by hand, because each of them stands where it is said. */
const LISTED = { answers: /^\| HTTP \d+ \*\*(.+?)\*\*/gm, hints: /^\| \*\*(.+?)\*\* .*$/gm };

const manual = textOf('docs/errors.md');

const chapter = (begin: string, end: string): string =>
	manual.slice(manual.indexOf(begin), manual.indexOf(end, manual.indexOf(begin)));

const messagesIn = (text: string, pattern: RegExp): string[] =>
	[...text.matchAll(pattern)].map(([, message = '']) => message);

describe('What the manual lists by hand', () => {
	const code = filesIn('nodes')
		.filter((file) => file.endsWith('.ts'))
		.map(textOf)
		.join('\n');
	const answers = messagesIn(chapter('## Clip Trigger', '## Hints'), LISTED.answers);
	const hints = messagesIn(manual.slice(manual.indexOf('## Hints')), LISTED.hints);

	it.each([...answers, ...hints])('the nodes do say: %s', (message) => {
		for (const part of message.split('…').map((each) => each.trim())) expect(code).toContain(part);
	});

	it('are all refusals of a call', () => {
		const refusals = [
			...textOf('nodes/Clip/trigger/receive.ts').matchAll(/refuse\(context, 4\d\d, '(.+?)'\)/g),
		];
		expect(answers).toEqual(refusals.map(([, message]) => message));
	});

	it('are hints of every file that gives some', () => {
		const giving = filesIn('nodes').filter((file) => /^\t+hint\(|[^\w.]hint\(context/m.test(textOf(file)));
		expect(giving).not.toEqual([]);
		for (const file of giving) {
			// The words of Get stand with its rules.
			const said = textOf(file.replace(/get\.ts$/, 'rules/selection.ts'));
			const told = hints.filter((hint) => hint.split('…').every((part) => said.includes(part.trim())));
			expect([file, told]).not.toEqual([file, []]);
		}
	});
});
