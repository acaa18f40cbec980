import { adviceOnDownload, adviceOnNoLink } from '../../../nodes/Clip/download/rules/advice';
import { DownloadError } from '../../../nodes/Clip/download/rules/downloadError';

it.each([
	['', null, 'The service gave no link to the file of a clip without an ID and a title'],
	['9', null, 'The service gave no link to the file of clip 9'],
	['Tides', 'is empty', 'The link to the file of clip Tides is empty'],
])('A clip %j whose link has the problem %j is named', (name, problem, title) => {
	const advice = adviceOnNoLink(name, problem);
	expect(advice.title).toBe(title);
	expect(advice.todo).toContain('Look at the clip in the service.');
});

it.each([
	[undefined, null, 'Host of the file: h.example.', false],
	[403, '9', 'h.example answered HTTP 403.', true],
])(
	'A file that did not come names its host, with HTTP %j, and the clip %j',
	(httpStatus, videoId, facts, isNamed) => {
		const evidence = httpStatus === undefined ? {} : { httpStatus };
		const advice = adviceOnDownload(new DownloadError('unavailable', evidence), {
			videoId,
			host: 'h.example',
			remark: '',
		});
		expect(advice.facts).toBe(facts);
		expect(advice.title.endsWith(': clip 9')).toBe(isNamed);
	},
);
