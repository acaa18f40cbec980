import { inWords } from '../given/texts';

it.each([
	['without an ID and a title', '', ''],
	['with an ID', '9', ' 9'],
])('A clip without a link is named as well as can be: one %s', (_what, name, end) => {
	const advice = inWords('noLink', { name });
	const [bare] = inWords('noLink', { name: '7' }).title.split(' 7');
	expect(advice.title).toBe(`${bare}${end}`);
	expect(advice.nextStep).not.toBe('');
});

it.each([
	[
		'no answer, and of no clip that is known',
		undefined,
		null,
		'Host of the file: h.example (project 7).',
		false,
	],
	['an answer, and of a clip with an ID', 403, '9', 'h.example answered HTTP 403 (project 7).', true],
])(
	'A file that did not come is told with its host, of which came %s',
	(_what, httpStatus, videoId, facts, isNamed) => {
		const clip = {
			kind: 'unavailable',
			videoId,
			host: 'h.example',
			projectId: '7',
			httpStatus,
		} as const;
		const advice = inWords('download', clip);
		expect(advice.background).toBe(facts);
		expect(advice.title.endsWith(': clip 9')).toBe(isNamed);
	},
);
