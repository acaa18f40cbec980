import type { INodeParameters } from 'n8n-workflow';
import { SUBMISSION_FIELDS } from '../../../nodes/Clip/create/create.operation';
import { submitOne, useBench, YOUTUBE } from '../bench/support';

/** Each field of the interface's request table: how a user sets it, and what the service then gets. */
const FIELDS: Array<[field: string, parameters: INodeParameters, sent: Record<string, unknown>]> = [
	['videoUrl', { videoUrl: 'https://vimeo.com/1' }, { videoUrl: 'https://vimeo.com/1', videoType: 4 }],
	['videoType', { additionalFields: { videoType: 9 } }, { videoType: 9 }],
	['ext', { additionalFields: { videoType: 1, ext: 'mov' } }, { videoType: 1, ext: 'mov' }],
	['preferLength', { preferLength: [2, 3] }, { preferLength: [2, 3] }],
	['lang', { lang: 'pt' }, { lang: 'pt' }],
	['lang as an expression', { lang: '={{ "en" }}' }, { lang: 'en' }],
	['langCode', { lang: 'other', langCode: 'ja' }, { lang: 'ja' }],
	['ratioOfClip', { ratioOfClip: 4 }, { ratioOfClip: 4 }],
	['templateId', { additionalFields: { templateId: '88101' } }, { templateId: 88101 }],
	['removeSilenceSwitch', { additionalFields: { removeSilenceSwitch: true } }, { removeSilenceSwitch: 1 }],
	['maxClipNumber', { additionalFields: { maxClipNumber: 7 } }, { maxClipNumber: 7 }],
	['keywords', { additionalFields: { keywords: 'the tide' } }, { keywords: 'the tide', keyword: 'the tide' }],
	['subtitleSwitch', { additionalFields: { subtitleSwitch: false } }, { subtitleSwitch: 0 }],
	['emojiSwitch', { additionalFields: { emojiSwitch: true } }, { emojiSwitch: 1 }],
	['highlightSwitch', { additionalFields: { highlightSwitch: true } }, { highlightSwitch: 1 }],
	['autoBrollSwitch', { additionalFields: { autoBrollSwitch: true } }, { autoBrollSwitch: 1 }],
	['headlineSwitch', { additionalFields: { headlineSwitch: false } }, { headlineSwitch: 0 }],
	['projectName', { additionalFields: { projectName: 'Harbour' } }, { projectName: 'Harbour' }],
	['clipModel', { additionalFields: { clipModel: 'clip_v2' } }, { clipModel: 'clip_v2' }],
	['customFields', { additionalFields: { customFields: '{"fps":60}' } }, { fps: 60 }],
	['customFields as an object', { additionalFields: { customFields: '={{ {"fps": 60} }}' } }, { fps: 60 }],
];

/** What a submission holds when the user sets the link only: the fields that the service requires. */
const REQUIRED = { videoUrl: YOUTUBE, videoType: 2, preferLength: [0], lang: 'auto' };

describe('what Create sends', () => {
	const bench = useBench();
	const create = async (parameters: INodeParameters) => await bench.clip({ ...submitOne, ...parameters });

	it('holds only the required fields when nothing else is set', async () => {
		await create({});
		expect(bench.bodies()).toEqual([REQUIRED]);
	});

	it('is tried for every field that there is (a new one needs a row in the table above)', () => {
		const tried = FIELDS.map(([field]) => field);
		expect(SUBMISSION_FIELDS.filter((field) => !tried.includes(field))).toEqual([]);
	});

	it.each(FIELDS)(
		'carries %s when it is set, and nothing else beside it',
		async (_field, parameters, sent) => {
			const { error } = await create(parameters);
			expect(error).toBeUndefined();
			expect(bench.bodies()).toEqual([{ ...REQUIRED, ...sent }]);
		},
	);
});
