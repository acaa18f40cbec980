import { contentKeyOf } from '../../../nodes/Clip/create/batch';
import { SERVICE_DEFAULTS, SUBMISSION_FIELDS } from '../../../nodes/Clip/create/create.operation';
import { ofCreate, readSubmission, valuesOf } from '../given/parameters';

const GIVEN = {
	videoUrl: 'https://h.example/a.mp4?id=7',
	preferLength: [1, 2],
	lang: 'auto',
	keywords: 'tide',
};

/** Another value of a field. */
const another = (field: string): unknown => {
	if (field === 'videoUrl') return 'https://h.example/a.mp4?id=8';
	if (field.endsWith('Switch')) return SERVICE_DEFAULTS[field] === 0;
	return valuesOf(field).at(field === 'clipModel' ? -1 : -2);
};

const paidFor = (changes: Record<string, unknown>, customFields?: unknown, account = 'a'): string => {
	const checked = readSubmission({ ...GIVEN, ...changes, customFields });
	if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
	return contentKeyOf(checked.value, account, SERVICE_DEFAULTS);
};

describe('What is paid for once', () => {
	it.each<[string, Record<string, unknown>]>([
		['another signature in its link', { videoUrl: 'https://h.example/a.mp4?Signature=1&id=7&Expires=2' }],
		['another name of its project', { projectName: 'a' }],
		['its lengths in another order', { preferLength: ['2', 1] }],
		['what is detected in words', { videoType: 1, ext: 'mp4' }],
		['the default ratio and model in words', { ratioOfClip: 1, clipModel: 'clip_v1' }],
		['white space around its keywords', { keywords: ' tide\n' }],
	])('is the same video with %s', (_what, changes) => {
		expect(paidFor(changes)).toBe(paidFor({}));
	});

	it.each(SUBMISSION_FIELDS.filter((field) => field.endsWith('Switch')))(
		'is the same video with the default of the service for %s, which its parameter names as serviceDefault',
		(field) => expect(paidFor({ [field]: SERVICE_DEFAULTS[field] === 1 })).toBe(paidFor({})),
	);

	it('has no switch whose default in the panel is that of the service: whoever adds one wants to change something', () => {
		const switches = ofCreate.filter(({ name }) => name.endsWith('Switch'));
		expect(switches.length).toBeGreaterThan(5);
		expect(switches.map(({ name }) => [name, SERVICE_DEFAULTS[name] === 0])).toEqual(
			switches.map(({ name, default: shown }) => [name, shown]),
		);
	});

	it.each(SUBMISSION_FIELDS.filter((field) => field !== 'projectName'))(
		'is something else with another %s',
		(field) => expect(paidFor({ [field]: another(field) })).not.toBe(paidFor({})),
	);

	it('is spelled as it was: another spelling would pay for every video that was submitted before the update again', () => {
		expect(paidFor({ removeSilenceSwitch: true, maxClipNumber: 5 }, { fps: 60 })).toBe(
			'v1aRsrMqjnRoHUZTg0kClFBFh7h7NzLNquzj7nmEPSA',
		);
	});

	it('is something else for another account', () => {
		expect(paidFor({}, undefined, 'b')).not.toBe(paidFor({}));
	});

	it('is something else with other custom fields, in any order', () => {
		expect(paidFor({}, { fps: 60 })).not.toBe(paidFor({}));
		expect(paidFor({}, { fps: 60, crop: { x: 1, y: 2 } })).toBe(
			paidFor({}, { crop: { y: 2, x: 1 }, fps: 60 }),
		);
	});
});
