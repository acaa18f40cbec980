import { isClip, readClips } from '../../../nodes/Clip/service/rules/clip';

const OWNER = { projectId: '7', projectName: 'Harbour' };
const clips = (...videos: unknown[]) => readClips(videos, OWNER);

it('A clip is read whole, in the order of its fields that a table shows, as the field notes have it', () => {
	const same = {
		videoUrl: 'https://media.example/31550021.mp4?Expires=1900000000&Signature=x',
		title: 'Why the tide matters 🌊',
		transcript: '…',
		viralReason: 'calm',
		clipEditorUrl: 'https://edit.example/31550021',
		starred: 0,
		disliked: { by: [1] },
	};
	const read = { videoId: 31550021, videoMsDuration: 41250, viralScore: '9.4', relatedTopic: '["harbour"]' };
	const [clip] = clips({ ...same, ...read });
	expect(clip).toEqual({
		...{ ...OWNER, ...same, rank: 1, videoId: '31550021', viralScore: 9.4, durationSeconds: 41.25 },
		...{
			relatedTopics: ['harbour'],
			hashtags: '#harbour',
			caption: 'Why the tide matters 🌊\n\n#harbour',
			expiresAt: '2030-03-17T17:46:40.000Z',
		},
	});
	expect(Object.keys(clip ?? {}).join(' ')).toBe(
		'rank viralScore viralReason title caption durationSeconds videoUrl expiresAt videoId projectId ' +
			'clipEditorUrl relatedTopics hashtags transcript projectName starred disliked',
	);
});

it('A clip has a value for every field when the service sends none', () => {
	expect(clips({})).toEqual([
		{
			...{ ...OWNER, rank: 1, relatedTopics: [], hashtags: '' },
			...{ viralScore: null, title: null, durationSeconds: null, viralReason: null, videoUrl: null },
			...{ caption: '', expiresAt: null, clipEditorUrl: null, transcript: null, videoId: null },
		},
	]);
});

it.each<[name: string, own: string, values: unknown[], read: unknown[]]>([
	['videoId', 'videoId', [5, '12345678901234567890', {}, 2 ** 60], ['5', '12345678901234567890', null, null]],
	['viralScore', 'viralScore', ['10', '0', ' 9.4 ', 7, '', 'n/a', true], [10, 0, 9.4, 7, null, null, null]],
	['videoMsDuration', 'durationSeconds', ['41250', 0, 'garbage', -5, []], [41.25, 0, null, null, null]],
	['title', 'title', ['', 'عنوان 🎬', 5, {}], ['', 'عنوان 🎬', '5', null]],
	['relatedTopic', 'relatedTopics', [['a'], '[1,null,"a",{}]'], [['a'], ['1', 'a']]],
	['relatedTopic', 'relatedTopics', ['["a"', 'a, b', 5, null], [[], [], [], []]],
	['relatedTopic', 'relatedTopics', ['[12345678901234567890]'], [['12345678901234567890']]],
	['relatedTopic', 'hashtags', [['sea', 'farm life', 'C#', 'AI & ML', 'AI+ML']], ['#sea #farmlife #C #AIML']],
	[
		'relatedTopic',
		'hashtags',
		[
			['#sea', 'Sea', 'SEA!', 'sea_1'],
			['🌊', '&', '', '_'],
		],
		['#sea #sea_1', ''],
	],
	[
		'relatedTopic',
		'hashtags',
		[
			['हिंदी', '海', 'مدن'],
			['Café', 'Cafe\u0301'],
		],
		['#हिंदी #海 #مدن', '#Café'],
	],
	['relatedTopic', 'hashtags', [['Straße', 'Strasse']], ['#Straße #Strasse']],
	['relatedTopic', 'hashtags', [['love❤️', 'می\u200cشود', 2026]], ['#love #میشود #2026']],
	['videoUrl', 'expiresAt', ['not a link', null, 'https://m.example/a?Expires=3600'], [null, null, null]],
])(
	'The field %s of the service is read as %s, and what it cannot be is left out: %j',
	(name, own, values, read) => {
		expect(values.map((value) => clips({ [name]: value })[0]?.[own])).toEqual(read);
	},
);

it('A field whose name is ours, or that n8n would take for a failure, stays beside it under a name of its own', () => {
	for (const video of [{ videoMsDuration: -5 }, { relatedTopic: 'harbour, tides' }, { relatedTopic: 5 }])
		expect(clips(video)[0]).toMatchObject(video);
	expect(clips({ error: 'blurred' })[0]).toMatchObject({ serviceError: 'blurred' });
	expect(clips({ error: 'blurred' })[0]).not.toHaveProperty('error');
	const made = {
		rank: 1,
		expiresAt: null,
		caption: '',
		serviceRank: 9,
		serviceExpiresAt: 'soon',
		serviceCaption: 'a',
	};
	expect(clips({ rank: 9, expiresAt: 'soon', caption: 'a' })[0]).toMatchObject(made);
});

it('A field that cannot be read stays under a name of its own: what was paid for is not dropped', () => {
	const transcript = [{ start: 0, text: 'Ahoy' }];
	const [clip] = clips({
		transcript,
		viralScore: '8,5',
		relatedTopics: 'sea, travel',
		title: '',
		videoId: null,
	});
	expect(clip).toMatchObject({ transcript: null, serviceTranscript: transcript });
	expect(clip).toMatchObject({ viralScore: null, serviceViralScore: '8,5' });
	expect(clip).toMatchObject({ relatedTopics: [], serviceRelatedTopics: 'sea, travel' });
	expect(Object.keys(clip ?? {}).filter((name) => name.startsWith('service'))).toHaveLength(3);
});

it('A field that the service has left empty is not there beside what was made of it', () => {
	const [clip] = clips({ videoMsDuration: null, relatedTopic: null });
	expect(clip).not.toHaveProperty('videoMsDuration');
	expect(clip).not.toHaveProperty('relatedTopic');
});

it('A clip is told from a row of a table or a project that is ranked', () => {
	expect(clips({}).every(isClip)).toBe(true);
	expect([{}, { rank: 1 }, { viralScore: 9 }, { rank: 1, title: 'A' }].some(isClip)).toBe(false);
});

it('Entries that are no objects are left out', () => {
	expect(clips(null, 'x', 5, [], { videoId: 1 })).toMatchObject([{ videoId: '1', rank: 1 }]);
});

describe('the ranking', () => {
	const order = (...videos: object[]) => clips(...videos).map(({ videoId, rank }) => `${rank}:${videoId}`);

	it('counts scores as numbers, and puts clips without a score after them, in the order of the service', () => {
		const scores = [undefined, '9', 'x', '10', '0', '9'];
		const videos = scores.map((viralScore, index) => ({ videoId: `${index}`, viralScore }));
		expect(order(...videos)).toEqual(['1:3', '2:1', '3:5', '4:4', '5:0', '6:2']);
	});

	it('puts the source itself last, whatever its score: it is longer than any clip', () => {
		const source = { videoId: 'source', viralScore: '10', videoMsDuration: 600_001 };
		const clip = { videoId: 'clip', viralScore: 1, videoMsDuration: '600000' };
		expect(order(source, { videoId: 'other' }, clip)).toEqual(['1:clip', '2:other', '3:source']);
	});
});
