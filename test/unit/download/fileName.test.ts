import fc from 'fast-check';
import { uniqueStems } from '../../../nodes/Clip/download/rules/fileName';
import { anyText } from '../given/texts';

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** The names of files with these titles, in order; clips have the IDs 70, 71, ... or others. */
const namesOf = (wishes: readonly string[], idOf = (index: number): string | null => `${70 + index}`) => {
	const stems = uniqueStems(
		wishes.map((wish, itemIndex) => ({ wish, clip: { videoId: idOf(itemIndex) }, itemIndex })),
	);
	return wishes.map((_, itemIndex) => stems.get(itemIndex) ?? '');
};

const nameOf = (wish: string): string => namesOf([wish])[0] ?? '';

/** Titles of all sorts, with what is dangerous in them more often than chance would have it. */
const title = fc
	.array(
		fc.oneof(
			fc.string({ unit: 'grapheme', maxLength: 40 }),
			anyText(40),
			fc.constantFrom('/', '\\', '..', ' ', '.', '\n', '.mp4', ' (70)', '\ud83c', '👩‍👩‍👧', '潮'),
		),
		{ maxLength: 30 },
	)
	.map((parts) => parts.join(''));

describe('the name of a file', () => {
	it.each([
		['Why the tide matters', 'Why the tide matters'],
		['潮がなぜ大切か 🌊', '潮がなぜ大切か 🌊'],
		['لماذا يهم المد', 'لماذا يهم المد'],
		['Family 👩‍👩‍👧 and می‌خواهم', 'Family 👩‍👩‍👧 and می‌خواهم'],
		['AC/DC: why?', 'AC-DC - why'],
		['at 12:30', 'at 12-30'],
		['C:\\temp\\x', 'C--temp-x'],
		['../../etc/passwd', 'etc-passwd'],
		['Wait...what/now', 'Wait...what-now'],
		['.hidden', 'hidden'],
		['  two\n\tlines\u0000 ', 'two lines'],
		['"so" <said> he*?|', 'so said he-'],
		['the end...', 'the end'],
		['fine. . .', 'fine'],
		['half \ud83c done', 'half done'],
		['cut in the middle of an emoji \ud83c', 'cut in the middle of an emoji'],
	])('keeps of %j what files can have: %j', (from, to) => {
		expect(nameOf(from)).toBe(to);
	});

	it.each([
		['interview.mov', 'interview'],
		['interview.MP4', 'interview'],
		['interview. mov', 'interview. mov'],
		['Learn Node.ts', 'Learn Node.ts'],
		['version 1.2', 'version 1.2'],
		['clip.mp4.mp4', 'clip.mp4'],
	])('leaves the extension of a video to the file: %j gives %j', (from, to) => {
		expect(nameOf(from)).toBe(to);
	});

	it.each(['', '...', '??', ' .mp4', '\u0000'])(
		'is that of the clip when the title %j gives none',
		(wish) => {
			expect(nameOf(wish)).toBe('clip-70');
			expect(namesOf([wish], () => null)).toEqual(['clip-1']);
		},
	);

	it.each([
		['x'.repeat(300), 'x'.repeat(115)],
		['潮'.repeat(300), '潮'.repeat(78)],
		[`${'x'.repeat(114)}🌊`, 'x'.repeat(114)],
		[`${'x'.repeat(113)}. .`, 'x'.repeat(113)],
	])('is cut to 120 characters and 240 bytes with its extension, between characters: %#', (from, to) => {
		expect(nameOf(from)).toBe(to);
	});

	it('is safe whatever the title', () => {
		fc.assert(
			fc.property(title, (text) => {
				const name = nameOf(text);
				expect(name).not.toBe('');
				expect(`${name}.webm`.length).toBeLessThanOrEqual(120);
				expect(bytes(`${name}.webm`)).toBeLessThanOrEqual(240);
				expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Surrogate}]/u);
				expect(name).not.toMatch(/^[. -]|[. ]$/);
			}),
		);
	});
});

describe('the names of the files of one run', () => {
	it('have the ID of the clip when another file has the name, whatever its capitals', () => {
		expect(namesOf(['tide', 'Tide', 'ebb', 'TIDE.mov'])).toEqual(['tide', 'Tide (71)', 'ebb', 'TIDE (73)']);
	});

	it('have the number of the item when the clip has no ID, or comes twice', () => {
		expect(namesOf(['tide', 'tide', 'tide'], () => null)).toEqual(['tide', 'tide (2)', 'tide (3)']);
		expect(namesOf(['tide', 'tide', 'tide'], () => '70')).toEqual(['tide', 'tide (70)', 'tide (3)']);
		expect(namesOf(['tide (70)', 'tide', 'tide'], () => '70')).toEqual(['tide (70)', 'tide', 'tide (3)']);
	});

	it('hold of an ID what files can have, and as much as fits', () => {
		expect(namesOf(['tide', 'tide'], () => 'a/b')).toEqual(['tide', 'tide (a-b)']);
		const [, second = ''] = namesOf(['潮'.repeat(300), '潮'.repeat(300)], () => '7'.repeat(300));
		expect(second).toMatch(/^潮+ \(7{40}\)$/);
		expect(bytes(`${second}.webm`)).toBeLessThanOrEqual(240);
	});

	it('are all different, and safe', () => {
		const few = fc.constantFrom('a', 'A', 'a (2)', 'a.mp4', 'a (70)', 'b', '');
		const id = fc.constantFrom('70', '2', null);
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.oneof(few, title), id)), (files) => {
				const names = namesOf(
					files.map(([wish]) => wish),
					(index) => files[index]?.[1] ?? null,
				);
				expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(files.length);
				for (const name of names) expect(bytes(`${name}.webm`)).toBeLessThanOrEqual(240);
			}),
		);
	});
});
