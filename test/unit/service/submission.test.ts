import fc from 'fast-check';
import { isJsonObject } from '../../../nodes/Clip/lib/json';
import { buildSubmission } from '../../../nodes/Clip/service/rules/submission';
import { ODD_VALUES } from '../given/oddValues';
import { MINIMUM, problemsOf, send, UNTOUCHED } from '../given/wire';
import { holding, like } from '../given/matchers';
import { anyLink } from '../given/texts';

describe('a submission', () => {
	it('holds the four required fields alone when only a link was entered', () => {
		expect(send({})).toEqual(MINIMUM);
		expect(send({ videoType: undefined, ext: undefined, ratioOfClip: undefined })).toEqual(MINIMUM);
	});

	it('holds the defaults of the required fields when the parameters are not there at all', () => {
		const checked = buildSubmission({ fields: { videoUrl: MINIMUM.videoUrl } });
		expect(checked).toEqual({ ok: true, value: MINIMUM });
	});

	it('names every wrong field at once', () => {
		const problems = problemsOf({ videoUrl: 'x', preferLength: [9], maxClipNumber: 0, clipModel: 'x' });
		expect(problems?.map(({ field }) => field)).toEqual([
			'videoUrl',
			'preferLength',
			'maxClipNumber',
			'clipModel',
		]);
	});

	it('does not send fields that are no parameters', () => {
		expect(send({ hack: 1, keyword: 'x' })).toEqual(MINIMUM);
	});

	test.each([[[0, 1]], [[1, 0]], [[0, 0, 4]], [['0', '2']]])(
		'does not combine 0 with other lengths: %j',
		(preferLength) => {
			expect(problemsOf({ preferLength })).toEqual([
				{ field: 'preferLength', rule: holding('cannot combine 0') },
			]);
		},
	);

	it('says that no length was given', () => {
		expect(problemsOf({ preferLength: [] })).toEqual([
			{ field: 'preferLength', rule: 'must hold at least one length, but is empty' },
		]);
	});

	it('does not show the query string of a refused link, which may be a signature', () => {
		expect(JSON.stringify(problemsOf({ videoUrl: 'h.example/a.mp4?Signature=SECRET' }))).not.toContain(
			'SECRET',
		);
	});
});

describe('the source of a submission', () => {
	const link = (videoUrl: string, more = {}) => ({ videoUrl, ...more });

	test.each<[string, Record<string, unknown>, object]>([
		['a remote file', link('https://h.example/a.MOV?x=1'), { videoType: 1, ext: 'mov' }],
		[
			'a chosen extension where the link has none',
			link('https://h.example/a', { ext: 'avi' }),
			{ videoType: 1, ext: 'avi' },
		],
		[
			'a chosen extension before that of the link',
			link('https://h.example/a.mp4', { ext: 'mov' }),
			{ videoType: 1, ext: 'mov' },
		],
		[
			'a chosen kind before that of the host',
			link('https://vimeo.com/1', { videoType: 9 }),
			{ videoType: 9 },
		],
		[
			'a remote file on a host of a platform',
			link('https://vimeo.com/a.mp4', { videoType: 1 }),
			{ videoType: 1, ext: 'mp4' },
		],
		['a file on Dropbox', link('https://www.dropbox.com/s/1/a.mp4?dl=0'), { videoType: 13 }],
	])('is told from %s', (_what, changes, expected) => {
		const { videoUrl } = changes;
		expect(send(changes)).toEqual({ ...MINIMUM, videoUrl, ...expected });
	});

	it('must be chosen where the link does not tell it', () => {
		expect(problemsOf(link('https://h.example/watch'))).toEqual([
			{ field: 'videoType', rule: holding('choose where the video comes from') },
		]);
	});

	it('must come with an extension when it is a remote file', () => {
		expect(problemsOf(link('https://h.example/a.mkv', { videoType: 1 }))).toEqual([
			{ field: 'ext', rule: holding('must be chosen') },
		]);
	});
});

describe('another language', () => {
	test.each([
		['ja', 'ja'],
		[' PT-br ', 'pt-br'],
		['auto', 'auto'],
	])('is sent by its code: %j', (langCode, lang) => {
		expect(send({ lang: 'other' }, { langCode })).toEqual({ ...MINIMUM, lang });
	});

	test.each<[string, unknown]>([
		...ODD_VALUES,
		['nothing', undefined],
		['empty text', ' '],
		['a name', 'japanese'],
		['the word other', 'other'],
		['a number', 5],
		['a boolean', true],
	])('is refused when its code is %s', (_what, langCode) => {
		expect(problemsOf({ lang: 'other' }, { langCode })).toEqual([
			{ field: 'langCode', rule: like(/^must be /) },
		]);
	});

	it('does not matter when the language is chosen', () => {
		expect(send({ lang: 'de' }, { langCode: 'nonsense!' })).toEqual({ ...MINIMUM, lang: 'de' });
	});
});

describe('any input', () => {
	const names = [
		...['videoType', 'ext', 'preferLength', 'lang', 'ratioOfClip', 'templateId', 'maxClipNumber', 'keywords'],
		...['projectName', 'clipModel', 'removeSilenceSwitch', 'subtitleSwitch', 'headlineSwitch'],
	];
	const ours = fc.constantFrom<unknown>(
		...[0, 1, 2, 8, 14, 100, 101, '1', 'auto', 'other', 'mp4', 'clip_v2', true, null, '', [0], [1, 2]],
	);
	const values = fc.oneof(ours, fc.anything({ withBigInt: true, withDate: true, withSparseArray: true }));
	const parameters = fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 4 });
	const links = fc.oneof(
		fc.constant(UNTOUCHED.videoUrl),
		anyLink(),
		anyLink().map((url) => `${url}/a.mp4`),
	);

	it('gives a body within the rules of the interface, or problems that name a field', () => {
		fc.assert(
			fc.property(
				links,
				parameters,
				values,
				fc.option(fc.json()),
				(videoUrl, changes, langCode, customFields) => {
					const sent = send({ videoUrl, ...changes }, { langCode, customFields });
					if (Array.isArray(sent)) {
						expect(sent.length).toBeGreaterThan(0);
						for (const problem of sent)
							expect(problem).toEqual({
								field: like(/./),
								rule: like(/./),
							});
					} else {
						expect(sent).toMatchObject({
							videoUrl: like(/^https?:\/\//i),
							...WITHIN_THE_RULES,
						});
						expect(breaches(sent)).toEqual([]);
					}
				},
			),
		);
	});

	const WITHIN_THE_RULES = {
		lang: like(/^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/),
	};
});

/** Fields of a body that break the interface's rules, read without any code of the package. */
function breaches(body: unknown): string[] {
	const fields = new Map(isJsonObject(body) ? Object.entries(body) : []);
	const rules: Record<string, (value: unknown) => boolean> = {
		videoType: (v) => [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14].some((x) => x === v),
		ext: (v) => ['mp4', '3gp', 'avi', 'mov'].some((x) => x === v) && fields.get('videoType') === 1,
		preferLength: (v) =>
			Array.isArray(v) &&
			(JSON.stringify(v) === '[0]' || (v.length > 0 && v.every((x) => [1, 2, 3, 4].some((y) => y === x)))),
		ratioOfClip: (v) => [1, 2, 3, 4].some((x) => x === v),
		templateId: (v) => Number.isSafeInteger(v),
		maxClipNumber: (v) => Number.isInteger(v) && Number(v) >= 1 && Number(v) <= 100,
		keywords: (v) => typeof v === 'string' && fields.get('keyword') === v,
		projectName: (v) => typeof v === 'string',
		clipModel: (v) => v === 'clip_v1' || v === 'clip_v2',
		removeSilenceSwitch: (v) => v === 0 || v === 1,
		subtitleSwitch: (v) => v === 0 || v === 1,
		headlineSwitch: (v) => v === 0 || v === 1,
	};
	const broken = Object.entries(rules).filter(([name, rule]) => fields.has(name) && !rule(fields.get(name)));
	const required = ['videoType', 'preferLength', ...(fields.get('videoType') === 1 ? ['ext'] : [])];
	return [...broken.map(([name]) => name), ...required.filter((name) => !fields.has(name))];
}
