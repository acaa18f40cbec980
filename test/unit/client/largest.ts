/** So many values, and so many bytes, may an answer have. */
const VALUES = 150_000;
const BYTES = 12 * 1024 * 1024;

const HEAD = '{"code":2000,"videos":[';
const TAIL = ']}';

/** A list of the same entry, or of entries by their number, as long as it may be. */
function list(entry: (index: number) => string, valuesEach: number, head = HEAD, tail = TAIL): string {
	const most = Math.floor((VALUES - 10) / valuesEach);
	const entries: string[] = [];
	for (let index = 0, size = head.length + tail.length; index < most; index += 1) {
		const next = entry(index);
		size += Buffer.byteLength(next) + 1;
		if (size > BYTES) break;
		entries.push(next);
	}
	return `${head}${entries.join(',')}${tail}`;
}

const EXTRA = ['{"code":2000,"videos":[{"videoId":1}],"extra":[', ']}'] as const;

/** A text that fills the answer up to its last byte. */
const filled = (before: string, letters: string, after: string): string => {
	const room = BYTES - Buffer.byteLength(before + after);
	return before + letters.repeat(Math.floor(room / Buffer.byteLength(letters))) + after;
};

const clip = (index: number): string =>
	JSON.stringify({
		videoId: index,
		videoUrl: `https://media.example/${index}.mp4?Expires=1900000000&Signature=${'a'.repeat(900)}`,
		videoMsDuration: 20_000 + index,
		title: `Clip ${index}`,
		transcript: 'word '.repeat(60),
		viralScore: String(index % 10),
		viralReason: 'A reason.',
		relatedTopic: '["a","b"]',
		clipEditorUrl: `https://service.example/${index}`,
	});

/** The largest answers of every kind that are still read, and how many items come of each. */
export const largest: Record<string, () => string> = {
	'empty objects as clips': () => list(() => '{}', 2),
	'objects of one field as clips': () => list((index) => `{"f${index}":1}`, 2),
	'clips with many fields': () =>
		list((index) => `{${Array.from({ length: 23 }, (_, f) => `"f${index}_${f}":${f}`).join(',')}}`, 24),
	'clips as they are': () => list(clip, 10),
	'links as clips': () => list((index) => `{"videoUrl":"http://a.b/?Expires=${1_000_000_000 + index}"}`, 2),
	'topics as clips': () =>
		list(
			(index) =>
				`{"relatedTopic":${JSON.stringify(JSON.stringify(Array.from({ length: 90 }, (_, t) => `${index}-${t}`)))}}`,
			2,
		),
	'one list of topics': () => filled('{"code":2000,"videos":[{"relatedTopic":"[1', ',1', ']"}]}'),
	'empty objects elsewhere': () => list(() => '{}', 2, ...EXTRA),
	'empty lists': () => list(() => '[]', 2, ...EXTRA),
	'empty texts': () => list(() => '""', 1, ...EXTRA),
	numbers: () => list((index) => `${index}.5`, 1, ...EXTRA),
	'long numbers': () => list((index) => `90071992547409${100_000 + index}`, 1, ...EXTRA),
	texts: () => list((index) => `"${index} ${'x'.repeat(50)}"`, 1, ...EXTRA),
	keys: () =>
		list((index) => `"${index} ${'x'.repeat(50)}":${index}`, 1, '{"code":2000,"videos":[],"extra":{', '}}'),
	'keys of the project': () => list((index) => `"k${index}":[]`, 2, '{"code":2000,"videos":[],', '}'),
	'prototype keys': () => list(() => '{"__proto__":1}', 2),
	'one text': () => filled('{"code":2000,"videos":[{"title":"', 'x', '"}]}'),
	'one text of other letters': () => filled('{"code":2000,"videos":[{"title":"\u4e2d', 'x', '"}]}'),
	'one name for all clips': () =>
		filled(
			list(() => '{}', 2, '{"code":2000,"videos":[', '],"projectName":"'),
			'\u4e2d',
			'"}',
		),
	escapes: () => filled('{"code":2000,"videos":[{"title":"', String.raw`\u4e2d`, '"}]}'),
	'escaped quotes': () => filled('{"code":2000,"videos":[{"title":"', String.raw`\"`, '"}]}'),
	'deep nests': () => `{"code":2000,"videos":[{"deep":${'['.repeat(149_000)}${']'.repeat(149_000)}}]}`,
	'many deep nests': () => list(() => `{"deep":${'['.repeat(200)}${']'.repeat(200)}}`, 202),
	blanks: () => filled('{"code":2000,"videos":[{"videoId":1}]', ' ', '}'),
};

/** Answers that are larger than any that is read. */
export const tooLarge: Record<string, () => string> = {
	'a page without end': () => `<html>${'<p>not found</p>'.repeat(1_000_000)}`,
	'50 MB of empty objects': () => `${HEAD}${'{},'.repeat(16_700_000)}{}${TAIL}`,
	'12 MB of empty objects': () => `${HEAD}${'{},'.repeat(4_000_000)}{}${TAIL}`,
	'12 MB of lists in each other': () => '['.repeat(12_000_000),
	'12 MB of quotes': () => `[${'"",'.repeat(4_000_000)}""]`,
};
