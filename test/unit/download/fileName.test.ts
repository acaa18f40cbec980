import fc from 'fast-check';
import {
	fileNameOf,
	LONGEST_NAME,
	readWishedName,
	safeStem,
	uniqueStems,
} from '../../../nodes/Clip/download/rules/fileName';
import { anyText } from '../given/texts';

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Titles of all sorts, with what is dangerous in them more often than chance would have it. */
const title = fc
	.array(
		fc.oneof(
			fc.string({ unit: 'grapheme', maxLength: 40 }),
			anyText(40),
			fc.constantFrom(
				'/',
				'\\',
				'..',
				' ',
				'.',
				'CON',
				'nul',
				'\n',
				'\u202e',
				'\ud83c',
				'👩‍👩‍👧',
				'が',
				'🇩🇪',
				'ß',
			),
		),
		{ maxLength: 30 },
	)
	.map((parts) => parts.join(''));

describe('safeStem', () => {
	it.each([
		['Why the tide matters', 'Why the tide matters'],
		['潮がなぜ大切か 🌊', '潮がなぜ大切か 🌊'],
		['لماذا يهم المد', 'لماذا يهم المد'],
		['Family 👩‍👩‍👧 and می‌خواهم', 'Family 👩‍👩‍👧 and می‌خواهم'],
		['AC/DC: why?', 'AC-DC - why'],
		['at 12:30', 'at 12-30'],
		['C:\\temp\\x', 'C--temp-x'],
		['../../etc/passwd', 'etc-passwd'],
		['a/../b/./c', 'a-b-c'],
		['Wait...what/now', 'Wait...what-now'],
		['.hidden', 'hidden'],
		['  two\n\tlines\u0000 ', 'two lines'],
		['"so" <said> he*?|', 'so said he-'],
		['the end...', 'the end'],
		['fine. . .', 'fine'],
		['con', '_con'],
		['CON.backup', '_CON.backup'],
		['Lpt9', '_Lpt9'],
		['COM¹', '_COM¹'],
		['CONSOLE', 'CONSOLE'],
		['evil\u202egpj', 'evilgpj'],
		['half \ud83c done', 'half done'],
		['', 'clip'],
		['...', 'clip'],
		['??', 'clip'],
		['\u200b\u200d', 'clip'],
		['\u3164 \u2800', 'clip'],
		[`CON e${'\u0301'.repeat(200)}`, '_CON'],
	])('makes %j the name %j', (from, to) => {
		expect(safeStem(from, 'clip')).toBe(to);
	});

	it('cuts long titles between characters as people see them', () => {
		const family = '👩‍👩‍👧';
		const stem = safeStem(family.repeat(50), 'clip');
		expect(stem).toBe(family.repeat(Math.floor((LONGEST_NAME - 9) / bytes(family))));
	});

	it('falls back when one character alone is too long', () => {
		expect(safeStem(`e${'\u0301\u0302'.repeat(400)}`, 'clip')).toBe('clip');
	});

	it('is safe whatever the title', () => {
		fc.assert(
			fc.property(title, (text) => {
				const stem = safeStem(text, 'clip');
				expect(stem).not.toBe('');
				expect(bytes(stem)).toBeLessThanOrEqual(LONGEST_NAME - 8);
				expect(stem).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u);
				expect(stem).not.toMatch(/^[. ]|[. ]$/);
				expect(stem).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i);
				expect(encodeURIComponent(stem)).toBeTruthy();
			}),
		);
	});

	it('leaves alone what is safe already', () => {
		fc.assert(
			fc.property(title, (text) => {
				const stem = safeStem(text, 'clip');
				expect(safeStem(stem, 'clip')).toBe(stem);
			}),
		);
	});
});

describe('uniqueStems', () => {
	const without = (stems: readonly string[]) => stems.map((stem) => ({ stem, id: null }));

	it('gives a name that is taken, whatever its capitals, the ID of its clip', () => {
		const files = ['tide', 'Tide', 'ebb', 'TIDE'].map((stem, index) => ({ stem, id: `${70 + index}` }));
		expect(uniqueStems(files)).toEqual(['tide', 'Tide (71)', 'ebb', 'TIDE (73)']);
	});

	it('gives each name its mark where it has one, as in the later rounds of a loop', () => {
		const files = ['tide', 'ebb', 'tide'].map((stem) => ({ stem, id: null, mark: '2' }));
		expect(uniqueStems(files)).toEqual(['tide (2)', 'ebb (2)', 'tide (3)']);
	});

	it('counts where a clip comes twice, or has no ID', () => {
		const twice = { stem: 'tide', id: '70' };
		expect(uniqueStems([twice, twice, twice])).toEqual(['tide', 'tide (70)', 'tide (2)']);
		const stems = ['tide', 'Tide', 'tide (2)', 'TIDE', 'ebb', 'stra\u00dfe', 'STRASSE'];
		expect(uniqueStems(without(stems))).toEqual([
			...['tide', 'Tide (2)', 'tide (2) (2)', 'TIDE (3)', 'ebb', 'stra\u00dfe', 'STRASSE (2)'],
		]);
	});

	it('keeps within the length', () => {
		const stem = safeStem('潮'.repeat(200), 'clip');
		const names = uniqueStems(without([stem, stem, stem]));
		expect(new Set(names).size).toBe(3);
		for (const name of names) expect(bytes(`${name}.webm`)).toBeLessThanOrEqual(LONGEST_NAME);
	});

	it('gives as many different names as there are files, in order', () => {
		const few = fc.constantFrom('a', 'A', 'a (2)', 'A (2)', 'b', 'é', 'e\u0301');
		fc.assert(
			fc.property(
				fc.array(
					fc.oneof(
						few,
						title.map((text) => safeStem(text, 'clip')),
					),
				),
				(stems) => {
					const names = uniqueStems(without(stems));
					expect(names).toHaveLength(stems.length);
					expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(stems.length);
					for (const name of names) expect(bytes(name)).toBeLessThanOrEqual(LONGEST_NAME - 8);
				},
			),
		);
	});

	it('names a thousand files of the same title fast', () => {
		expect(new Set(uniqueStems(without(Array<string>(5_000).fill('tide')))).size).toBe(5_000);
	});
});

describe('readWishedName', () => {
	it.each([
		['tide.mp4', 'tide', 'mp4'],
		['tide.MOV ', 'tide', 'mov'],
		['version 1.2', 'version 1.2', null],
		['tide', 'tide', null],
		['.mp4', '', 'mp4'],
	])('takes %j apart', (name, stem, ext) => {
		expect(readWishedName(name, 'Tide')).toEqual({ stem, ext });
	});

	it.each([
		['Learn Node.ts', 'Learn Node.ts', null],
		['1 learn node.ts ', '1 learn node.ts', null],
		['Learn Node.ts.mp4', 'Learn Node.ts', 'mp4'],
		['Part 2.ts', 'Part 2', 'ts'],
	])('leaves a title whole in %j', (name, stem, ext) => {
		expect(readWishedName(name, ' Learn Node.ts')).toEqual({ stem, ext });
	});
});

describe('fileNameOf', () => {
	it.each([
		['Tide', 'mp4', 'Tide.mp4'],
		['Learn Node.ts', 'mp4', 'Learn Node.ts.mp4'],
		['Learn Node.ts', 'ts', 'Learn Node.ts'],
		['interview.mov', 'mp4', 'interview.mov.mp4'],
		['interview.MP4', 'mp4', 'interview.MP4'],
		['interview.mpeg', 'mpg', 'interview.mpeg'],
		['version 1.2', 'webm', 'version 1.2.webm'],
	])('gives %j the extension of %s: %j', (stem, ext, name) => {
		expect(fileNameOf(stem, ext)).toBe(name);
	});

	it('gives no two files of a run one name, whatever kinds they turn out to be', () => {
		const stems = ['a', 'a.mp4', 'A.mov', 'a.ts', 'a.mp4.mp4', 'a (2)', 'a (2).mp4', 'b.mp4', 'b'];
		const kinds = ['mp4', 'mov', 'ts', 'mpg'];
		const one = fc.tuple(fc.constantFrom(...stems), fc.constantFrom(...kinds));
		fc.assert(
			fc.property(fc.array(one), (files) => {
				const unique = uniqueStems(files.map(([stem]) => ({ stem, id: null })));
				const names = unique.map((stem, index) => fileNameOf(stem, files[index]?.[1] ?? ''));
				expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(files.length);
			}),
		);
	});
});
