import { z } from 'zod/v3';
import {
	isNoProject,
	processingProject,
	projectIdSchema,
	readProject,
	storedProjectSchema,
	withReused,
} from '../../../nodes/Clip/service/rules/project';
import { holding, like } from '../given/matchers';
import { ODD_VALUES } from '../given/oddValues';
import { readBy } from '../given/parameters';

/** What the field of the project ID makes of a value. */
const projectId = (value: unknown) => readBy(z.object({ projectId: projectIdSchema }), { projectId: value });

function problemsOfId(value: unknown) {
	const read = projectId(value);
	return read.ok ? [] : read.problems;
}

describe('a project', () => {
	it('that was stored is known by its ID', () => {
		const stored: unknown[] = [processingProject('7'), { projectId: 7 }, {}, null, '7'];
		expect(stored.map((value) => storedProjectSchema.safeParse(value).success)).toEqual([
			true,
			...[false, false, false, false],
		]);
	});

	it('that is ready holds its clips, best first, and what else came', () => {
		const known = { projectName: 'Harbour', shareLink: 'https://s.example/7', creditsUsed: 31 };
		const videos = [
			{ videoId: 1, viralScore: '9' },
			{ videoId: 2, viralScore: '10' },
		];
		const project = readProject({ code: 2000, projectId: 8, ...known, videos }, '7', 'ready');
		const best = { videoId: '2', rank: 1, projectId: '7', projectName: 'Harbour' };
		const clips = [best, { videoId: '1', rank: 2 }];
		expect(project).toMatchObject({ projectId: '7', status: 'ready', clipCount: 2, ...known, clips });
		const names = 'projectId projectName status creditsUsed clipCount clips shareLink';
		expect(Object.keys(project).join(' ')).toBe(names);
	});

	it('that is still processing holds no clips', () => {
		const body = { code: 1000, videos: [{ videoId: 1 }], clips: 1 };
		const read = { projectId: '7', projectName: null, status: 'processing', clipCount: 0, shareLink: null };
		expect(readProject(body, '7', 'processing')).toEqual({ ...read, serviceClips: 1 });
	});

	it.each<[object, object]>([
		[{ errMsg: '', message: null, msg: 'soon' }, { msg: 'soon' }],
		[{ error: 'x' }, { serviceError: 'x' }],
		[
			{ projectName: 5, shareLink: {}, status: 'FINISHED', clipCount: 9, clips: [{ a: 1 }] },
			{
				...{ projectName: '5', serviceShareLink: {}, serviceStatus: 'FINISHED' },
				...{ serviceClipCount: 9, serviceClips: [{ a: 1 }] },
			},
		],
	])('reads %j as %j', (fields, read) => {
		const empty = { projectId: '7', projectName: null, status: 'ready', clipCount: 0, shareLink: null };
		expect(readProject({ code: 2000, ...fields }, '7', 'ready')).toEqual({ ...empty, clips: [], ...read });
	});
});

it('A project of which nothing is known but its ID looks like one that is processing', () => {
	expect(processingProject('7')).toStrictEqual(readProject({}, '7', 'processing'));
});

it('A project that is handed on tells behind its status whether it is used again', () => {
	const { projectId, projectName, status, ...others } = processingProject('7');
	const project = withReused(processingProject('7'), true);
	expect(project).toEqual({ projectId, projectName, status, reused: true, ...others });
	expect(Object.keys(project).indexOf('reused')).toBe(3);
});

it('Nothing, null, false, 0, an object and a list stand for no project, and anything else may be an ID', () => {
	expect([undefined, null, '', ' \u200b', false, 0, '0', ' 0 ', {}, [], [5]].every(isNoProject)).toBe(true);
	expect([true, 1.5, 7, '7', 'x', '00', '-', 'false'].some(isNoProject)).toBe(false);
});

describe('The ID of a project', () => {
	it.each([
		[20417733, '20417733'],
		['12345678901234567890', '12345678901234567890'],
		['aB_9-z', 'aB_9-z'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		['x'.repeat(128), 'x'.repeat(128)],
		['\u00a0\t20417733\r\n\u2003\ufeff', '20417733'],
		['\u200e20417733\u2060\u200b', '20417733'],
	])('may be %j', (value, id) => expect(projectId(value)).toEqual({ ok: true, value: { projectId: id } }));

	const texts = ['a/b', '..', 'a%2Fb', 'a?b', 'a#b', 'a\nb', 'a b', 'é', '٣', '🎬', 'a\u0000'];

	it('is nothing else: field and rule are named', () => {
		for (const value of [...texts, ...ODD_VALUES, 'x'.repeat(129), true, 1.5]) {
			const problem = { field: 'projectId', rule: like(/^must be one ID, of letters, digits, - and _/) };
			expect(problemsOfId(value)).toEqual([problem]);
		}
	});

	it.each([undefined, null, '', ' ', '\u200b'])('is missing where it is %j', (value) => {
		expect(problemsOfId(value)).toEqual([{ field: 'projectId', rule: like(/^is missing/) }]);
	});

	it.each([0, '0', 'undefined', 'null', 'None', 'NaN'])('is not %j, which stands for none', (value) => {
		const rule = `must be the ID of a project: look at what the field gives\nIt is ${JSON.stringify(value)}.`;
		expect(problemsOfId(value)).toEqual([{ field: 'projectId', rule }]);
	});

	it('is shown with what nobody sees in it, so that it does not look right', () => {
		const [problem] = problemsOfId('2041\u200b7733');
		expect(problem?.rule).toBe(
			`must be one ID, of letters, digits, - and _ (128 at most)\nIt is ${String.raw`"2041\u200b7733"`}.`,
		);
	});

	it.each([2 ** 53, -(2 ** 60)])('is not %p, which was rounded on its way', (value) => {
		expect(problemsOfId(value)).toEqual([{ field: 'projectId', rule: holding('rounded') }]);
	});
});
