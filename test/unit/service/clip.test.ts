import { readClips } from '../../../nodes/Clip/service/rules/clip';
import { WHOLE } from '../given/wholeClip';

const OWNER = { projectId: '7', projectName: 'Harbour' };
const clips = (...videos: unknown[]) => readClips(videos, OWNER);
const clip = (video: object) => clips(video)[0];

it('reads a whole clip as the field notes show it', () => {
	expect(clips(WHOLE)).toEqual([
		{
			projectId: '7',
			projectName: 'Harbour',
			rank: 1,
			videoId: '31550021',
			title: 'Why the tide matters 🌊',
			viralScore: 9.4,
			viralReason: 'calm',
			relatedTopics: ['harbour', 'tides'],
			transcript: '…',
			durationSeconds: 41.25,
			videoUrl: WHOLE.videoUrl,
			expiresAt: '2030-03-17T17:46:40.000Z',
			clipEditorUrl: 'https://edit.example/31550021',
			starred: 0,
			disliked: { by: [1] },
		},
	]);
});

it('gives every field a value when the service sends none', () => {
	expect(clip({})).toEqual({
		...OWNER,
		rank: 1,
		videoId: null,
		title: null,
		viralScore: null,
		viralReason: null,
		relatedTopics: [],
		transcript: null,
		durationSeconds: null,
		videoUrl: null,
		expiresAt: null,
		clipEditorUrl: null,
	});
});

const FIELDS: ReadonlyArray<readonly [string, string, ReadonlyArray<readonly [unknown, unknown]>]> = [
	[
		'videoId',
		'videoId',
		[
			[5, '5'],
			['5', '5'],
			['12345678901234567890', '12345678901234567890'],
			[null, null],
			[{}, null],
			[2 ** 60, null],
		],
	],
	[
		'viralScore',
		'viralScore',
		[
			['10', 10],
			['0', 0],
			[' 9.4 ', 9.4],
			[7, 7],
			[null, null],
			['', null],
			['n/a', null],
			[{}, null],
			[true, null],
		],
	],
	[
		'videoMsDuration',
		'durationSeconds',
		[
			[41250, 41.25],
			['41250', 41.25],
			[0, 0],
			['garbage', null],
			[-5, null],
			[null, null],
			[[], null],
		],
	],
	[
		'relatedTopic',
		'relatedTopics',
		[
			['["a","b"]', ['a', 'b']],
			[
				['a', 'b'],
				['a', 'b'],
			],
			['[]', []],
			['[1,null,"a",{}]', ['1', 'a']],
			['[12345678901234567890]', ['12345678901234567890']],
			[null, []],
			['', []],
			['harbour, tides', []],
			['{"a":1}', []],
			['["a"', []],
			[5, []],
		],
	],
	[
		'title',
		'title',
		[
			['', ''],
			['عنوان 🎬', 'عنوان 🎬'],
			[5, '5'],
			[null, null],
			[{}, null],
		],
	],
	[
		'videoUrl',
		'expiresAt',
		[
			['https://m.example/a?Expires=1900000000', '2030-03-17T17:46:40.000Z'],
			['https://m.example/a?x=1&%45xpires=5.0&Expires=6#Expires=7', '1970-01-01T00:00:05.000Z'],
			['https://m.example/a', null],
			['https://m.example/a?Expires=', null],
			['https://m.example/a?Expires=soon', null],
			['https://m.example/a?Expires=-1', null],
			['https://m.example/a?Expires=0', null],
			['https://m.example/a?Expires=99999999999999999999', null],
			['https://m.example/a?Expires=8640000000001', null],
			['not a link', null],
			['', null],
			[null, null],
		],
	],
];

describe.each(FIELDS)('%s', (name, own, values) => {
	test.each(values)(`%j becomes ${own} %j`, (value, read) => {
		expect(clip({ [name]: value })?.[own]).toEqual(read);
	});
});

test.each<[object]>([
	[{ videoMsDuration: 'garbage' }],
	[{ videoMsDuration: -5 }],
	[{ relatedTopic: 'harbour, tides' }],
	[{ relatedTopic: 5 }],
])('a field under another name that cannot be read stays beside its empty reading: %j', (video) => {
	expect(clip(video)).toMatchObject(video);
});

it('renames a field called error, which n8n would take for a failed item', () => {
	expect(clip({ error: 'blurred', serviceState: 1 })).toMatchObject({
		serviceError: 'blurred',
		serviceState: 1,
	});
	expect(clip({ error: 'blurred' })).not.toHaveProperty('error');
});

it('leaves out entries that are no objects', () => {
	expect(clips(null, 'x', 5, [], { videoId: 1 })).toMatchObject([{ videoId: '1', rank: 1 }]);
});
