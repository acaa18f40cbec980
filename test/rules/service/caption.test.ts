import { captionOf, tagsOf } from '../../../nodes/Clip/service/rules/caption';

const LINES = 'One\r\nTwo\rThree\u2028Four\u0085Five';

it.each<[title: string | null, tags: string[], caption: string]>([
	['Why the tide matters', ['#harbour', '#sea'], 'Why the tide matters\n\n#harbour #sea'],
	['Why the tide matters', [], 'Why the tide matters'],
	[null, ['#harbour'], '#harbour'],
	[' \n', ['#harbour'], '#harbour'],
	[null, [], ''],
	['null', [], 'null'],
	['Null pointers, and undefined behaviour', ['#null'], 'Null pointers, and undefined behaviour\n\n#null'],
	[LINES, [], 'One\nTwo\nThree\nFour\nFive'],
	['The year', ['#2026', '#２０２６', '#year2026', '#2026_1'], 'The year\n\n#year2026 #2026_1'],
])('The caption of %j with the tags %j leaves nothing behind for what is missing', (title, tags, caption) => {
	expect(captionOf(title, tags)).toBe(caption);
});

describe('A caption', () => {
	const many = Array.from({ length: 40 }, (_, index) => `#tag${index}`);

	it('has the first 30 tags at most, and digits do not count', () => {
		const caption = captionOf('Tides', ['#2026', ...many]);
		expect(caption.match(/#\w+/g)).toEqual(many.slice(0, 30));
	});

	it.each(['x', '潮', '🌊', '👩‍👩‍👧', 'e\u0301', 'हिं', '🇩🇪', '👍🏽'])(
		'has at most 2,200 characters and ends with a whole one: %s',
		(character) => {
			const caption = captionOf(character.repeat(2_300), ['#sea']);
			expect(caption.length).toBeLessThanOrEqual(2_200);
			expect(caption.length).toBeGreaterThan(2_200 - character.length);
			expect(caption.replaceAll(character, '')).toBe('');
		},
	);

	it('has whole tags only', () => {
		const title = 'x'.repeat(2_194);
		expect(captionOf(title, ['#harbour', '#sea'])).toBe(`${title}\n\n#sea`);
		expect(captionOf('x'.repeat(2_200), ['#sea'])).toBe('x'.repeat(2_200));
		expect(captionOf(`${'x'.repeat(2_199)} y`, [])).toBe('x'.repeat(2_199));
	});
});

it('Tags are read from topics, from a list, and from a text as a caption has them', () => {
	const tags = ['#harbour', '#farmlife'];
	expect(tagsOf(['harbour', '#farm life', 'Harbour', '5'])).toEqual([...tags, '#5']);
	expect(tagsOf(['Straße', 'strasse'])).toEqual(['#Straße', '#strasse']);
	expect(tagsOf(['', '#'])).toEqual([]);
});
