import { uniqueStems } from '../../../nodes/Clip/get/rules/fileName';

/** The names of files with these titles, in order; all clips have one ID. */
const namesOf = (titles: readonly string[], videoId: string | null = '70'): string[] => {
	const files = titles.map((title, index) => ({
		fileName: '',
		clip: { videoId, title },
		number: index + 1,
	}));
	return [...uniqueStems(files).values()];
};

describe('the name of a file', () => {
	it.each<[title: string, name: string]>([
		['潮がなぜ大切か 🌊', '潮がなぜ大切か 🌊'],
		['Family 👩‍👩‍👧 and می‌خواهم', 'Family 👩‍👩‍👧 and می‌خواهم'],
		['AC/DC: why? at 12:30. . .', 'AC-DC - why at 12-30'],
		['C:\\temp\\x', 'C--temp-x'],
		['../../etc/passwd', 'etc-passwd'],
		['Wait...what/now', 'Wait...what-now'],
		['  two\n\tlines\u0000 ', 'two lines'],
		['"so" < said > he*?|', 'so said he-'],
		['A <b>bold</B> <span class="x">move</span><br/>', 'A bold move'],
		['I <3 you, 1<2 and 3>2', 'I 3 you, 12 and 32'],
		['half \ud83c done', 'half done'],
		['cafe\u0301', 'café'],
		['Part # 2: C# and #tags', 'Part 2 - C and tags'],
		['interview.MP4', 'interview'],
		[' interview.MP4 ', 'interview'],
		['interview. mov', 'interview. mov'],
		['clip.mp4.mp4', 'clip.mp4'],
		...['', '...', '??', ' .mp4', '\u0000'].map((title): [string, string] => [title, 'clip-70']),
		['x'.repeat(300), 'x'.repeat(115)],
		['潮'.repeat(300), '潮'.repeat(78)],
		[`${'x'.repeat(114)}🌊`, 'x'.repeat(114)],
		[`${'x'.repeat(113)}. .`, 'x'.repeat(113)],
		[`${'x'.repeat(113)}. y`, 'x'.repeat(113)],
	])('of %j is what files can have, without the extension of a video: %j', (title, name) => {
		expect(namesOf([title])).toEqual([name]);
	});
});

it('The file of a clip without a title is named after its ID', () => {
	const files = [{ fileName: '', clip: { videoId: '70', title: null }, number: 1 }];
	expect([...uniqueStems(files).values()]).toEqual(['clip-70']);
});

describe('the characters of a title that a place for files refuses or cuts', () => {
	it.each([
		// Windows, and OneDrive and SMB shares after it.
		...Array.from('<>:"/\\|?*').map((character): [string, string] => ['Windows', character]),
		['Windows', '\u0000'],
		['Windows', '\u001f'],
		['macOS', '/'],
		['macOS', ':'],
		['links to S3', '#'],
		['links to S3', '?'],
		['links to S3', '\\'],
		['Nextcloud', '#'],
		['Nextcloud', '?'],
		['Nextcloud', '\\'],
		['Google Drive, as a folder on a computer', '/'],
		['Google Drive, as a folder on a computer', '\n'],
	])('are not in the name of its file: %s, %j', (_place, character) => {
		const titles = ['a', 'a b', ''].map((rest) => `${character}${rest}${character}`);
		for (const name of namesOf(titles)) expect(name).not.toContain(character);
		expect(namesOf(titles)[0]).toMatch(/a/);
	});

	it.each(['% & + ', "' [ ] { } ", '~ $ @ ; , ', '! ( ) ^ = ', 'é ü 潮 مدن 🌊 '])(
		'are not those that arrive everywhere: %s',
		(characters) => expect(namesOf([`a ${characters}b`])).toEqual([`a ${characters}b`]),
	);
});

describe('the names of the files of one run', () => {
	it.each<[string[], string | null, string[]]>([
		[['tide', 'tide', 'tide'], null, ['tide', 'tide (2)', 'tide (3)']],
		[['tide', 'tide', 'tide'], '70', ['tide', 'tide (70)', 'tide (3)']],
		[['tide (70)', 'tide', 'tide'], '70', ['tide (70)', 'tide', 'tide (3)']],
		[['tide', 'Tide', 'TIDE.mov'], '70', ['tide', 'Tide (70)', 'TIDE (3)']],
		[['a (70)', 'a (4)', 'a', 'a'], '70', ['a (70)', 'a (4)', 'a', 'a (70, 4)']],
		[['x'.repeat(300), 'x'.repeat(300)], '70', ['x'.repeat(115), `${'x'.repeat(110)} (70)`]],
		[['tide', 'tide'], `a/${'b'.repeat(99)}`, ['tide', `tide (a-${'b'.repeat(38)})`]],
		[['tide', 'tide'], '7. .', ['tide', 'tide (7)']],
		[[''], null, ['clip-1']],
	])('of %j whose clips have the ID %j are %j', (titles, id, names) => {
		expect(namesOf(titles, id)).toEqual(names);
	});
});
