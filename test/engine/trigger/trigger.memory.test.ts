import { remarkTexts } from '../../../nodes/Clip/problems/notices';
import type { IDataObject } from 'n8n-workflow';
import { removeKeys, addKeys } from '../../../nodes/Clip/n8n/processedItems';
import { contextOf, type NodeRun, processedItems } from '../bench/harness';
import { toErrorOutput, useBench } from '../bench/support';

describe('Clip Trigger, with a memory of duplicates', () => {
	const bench = useBench();

	const deliver = async (call: IDataObject, more: Partial<NodeRun> = {}) =>
		await bench.trigger(call, { mode: 'webhook', ...more });
	/** Calls for a project of which the service now tells clips with these marks, best first; gives those that come out. */
	const deliverClips = async (marks: string[]) => {
		const videos = marks.map((mark, index) => ({ videoId: mark, viralScore: 9 - index }));
		const body = JSON.stringify({ code: 2000, projectId: '71', videos });
		bench.fail({ on: 'query', fault: { kind: 'body', body } });
		const { items } = await deliver({ projectId: '71' });
		return items.map(({ json }) => [json.videoId, json.viralScore]);
	};

	it('loses nothing where executions of one process use it at the same time', async () => {
		const context = contextOf();
		await addKeys(context, ['gone'], 9);
		const [one, other] = await Promise.all([
			addKeys(context, ['a', 'both'], 9),
			addKeys(context, ['b', 'both'], 9),
			removeKeys(context, ['gone']),
		]);
		expect([one, other]).toEqual([new Set(['a', 'both']), new Set(['b'])]);
		expect(processedItems.known).toEqual(['a', 'both', 'b']);
	});

	it('gives a clip once that is listed twice, and of a later call only what is new', async () => {
		expect(await deliverClips(['a', 'b', 'a'])).toEqual([
			['a', 9],
			['b', 8],
		]);
		expect(await deliverClips(['b', 'c', 'c', 'a'])).toEqual([['c', 8]]);
	});

	it('gives each clip once where the service takes many spellings for one project', async () => {
		bench.simulator().configure({ idReading: 'lenient' });
		const projectId = await bench.finished();
		const first = await deliver({ projectId: `0${projectId}` });
		expect(first.items.length).toBeGreaterThan(1);
		for (const { json } of first.items) expect(json.projectId).toBe(projectId);
		for (const spelling of [`${projectId}abc`, projectId]) {
			expect((await deliver({ projectId: spelling })).items).toEqual([]);
		}
	});

	describe('knows a clip without an ID, whatever its link', () => {
		let signed = 0;
		/** Calls for a project of which the service tells these clips, best first; gives the ranks of those that come out. */
		const call = async (...clips: object[]) => {
			signed += 1;
			const videos = clips.map((clip, index) => ({
				...{ viralScore: 9 - index, videoUrl: `https://m.example/a?Signature=${signed}` },
				...clip,
			}));
			const body = JSON.stringify({ code: 2000, projectId: '71', videos });
			bench.fail({ on: 'query', fault: { kind: 'body', body } });
			return (await deliver({ projectId: '71' })).items.map(({ json }) => json.rank);
		};

		it.each<[string, known: object, other: object]>([
			['its transcript', { transcript: 'a', title: 't' }, { transcript: 'b', title: 't' }],
			['its transcript alone', { transcript: 'a' }, { transcript: 'b' }],
			['its title', { transcript: '', title: 't' }, { transcript: '', title: 'u' }],
			['its length', { title: '', videoMsDuration: 5_000 }, { title: '', videoMsDuration: 6_000 }],
		])('by %s, in whatever place it is', async (_what, known, other) => {
			expect(await call(known)).toEqual([1]);
			expect(await call(known)).toEqual([]);
			expect(await call(other, known)).toEqual([1]);
			expect(await call(known, other)).toEqual([]);
		});

		it('by its place, where the service tells nothing else of it', async () => {
			expect(await call({ title: '' })).toEqual([1]);
			expect(await call({ transcript: '' }, {})).toEqual([2]);
			// Any database takes such a text.
			for (const key of processedItems.known) expect(key).toMatch(/^71\/#[\w+/=]{44}$/);
		});
	});

	it('is not written where there is nothing to remember', async () => {
		processedItems.trouble = new Error('database is locked');
		const body = '{"code":2000,"projectId":71,"videos":[]}';
		bench.fail({ on: 'query', times: 9, fault: { kind: 'body', body } });
		const { items, error } = await deliver({ projectId: '71' });
		expect([items, error]).toEqual([[], undefined]);
	});

	it('does not count what a test, or the Retry of one, has given', async () => {
		const projectId = await bench.finished();
		const test = await deliver({ projectId }, { mode: 'manual' });
		await deliver({ projectId }, { mode: 'retry', remembers: test.run.data });
		expect((await deliver({ projectId })).items).toHaveLength(test.items.length);
	});

	it('gives later what did not pass the filters before', async () => {
		const projectId = await bench.finished();
		const all = (await deliver({ projectId }, { mode: 'manual' })).items.length;
		const best = await deliver({ projectId }, { parameters: { options: { limit: 1 } } });
		expect([best.error, best.items.length]).toEqual([undefined, 1]);
		expect((await deliver({ projectId })).items).toHaveLength(all - 1);
	});

	it('gives a project once whose clips do not pass the filters, and none that has no clips: its clips come when the filters let them', async () => {
		const projectId = await bench.finished();
		const parameters = { options: { output: 'project', minViralScore: 10 } };
		const { items } = await deliver({ projectId }, { parameters });
		expect(items).toMatchObject([{ json: { projectId, clips: [] } }]);
		expect((await deliver({ projectId }, { parameters })).items).toEqual([]);
		const lowered = { options: { output: 'project' } };
		const [later] = (await deliver({ projectId }, { parameters: lowered })).items;
		expect(later?.json.clipCount).toBeGreaterThan(0);
		const body = '{"code":2000,"projectId":71,"videos":[]}';
		bench.fail({ on: 'query', times: 9, fault: { kind: 'body', body } });
		expect((await deliver({ projectId: '71' }, { parameters })).items).toEqual([]);
	});

	it('remembers the last 50,000 clips, and forgets the oldest first', async () => {
		processedItems.known = Array.from({ length: 50_000 }, (_, index) => `old ${index}`);
		const [oldest, next] = processedItems.known;
		expect(await deliverClips(['a'])).toEqual([['a', 9]]);
		expect(processedItems.known).toHaveLength(50_000);
		expect(processedItems.known).not.toContain(oldest);
		expect(processedItems.known).toContain(next);
		expect(await deliverClips(['a'])).toEqual([]);
	});

	it.each(['manual', 'retry'] as const)('gives everything to a run of the mode %s', async (mode) => {
		const projectId = await bench.finished();
		const { items } = await deliver({ projectId });
		expect((await deliver({ projectId }, { mode })).items).toHaveLength(items.length);
	});

	describe('names the project, and says how to get its clips, when', () => {
		const credentials = { baseUrl: '', headerName: 'x', apiKey: 'y' };
		it.each<[string, Partial<NodeRun>, string]>([
			['the credential cannot be used', { credentials }, 'Base URL'],
			['an option is wrong', { parameters: { options: { maxWait: 'soon' } } }, 'Max Wait'],
			[
				'an option cannot be worked out',
				{ parameters: { options: { limit: '={{ $("Nowhere").item.json.limit }}' } } },
				'exist',
			],
		])('%s', async (_what, more, reason) => {
			const projectId = await bench.finished();
			const { error } = await deliver({ projectId }, more);
			const told = `${error?.message} ${error?.description}`;
			expect(told).toContain(reason);
			expect(told).toContain(`{"projectId":"${projectId}"}`);
			const { errorItems } = await deliver({ projectId }, { ...more, ...toErrorOutput });
			expect(errorItems[0]?.json.details).toMatchObject({ projectId });
		});

		it.each<[string, Partial<NodeRun>, outcome: string]>([
			[
				'an option',
				{ parameters: { options: { limit: '={{ $("Nowhere").item.json.limit }}' } } },
				'invalidParameter',
			],
			[
				'the credential',
				{ credentials: { ...credentials, apiKey: '={{ $("Nowhere").first().json.key }}' } },
				'authentication',
			],
		])(
			'the expression of %s fails: also in the title, because the editor explains the expression in place of the rest',
			async (_what, more, outcome) => {
				const projectId = await bench.finished();
				const { error } = await deliver({ projectId }, more);
				expect(error?.message).toContain("Referenced node doesn't exist");
				expect(error?.message).toContain(remarkTexts.startAgain({ projectId }).slice(0, -1));
				expect(error?.context).toMatchObject({ projectId, descriptionKey: 'nodeNotFound' });
				const { errorItems } = await deliver({ projectId }, { ...more, ...toErrorOutput });
				expect(errorItems[0]?.json.details).toMatchObject({ projectId, outcome });
			},
		);

		it('the credential cannot be used, which the error output says', async () => {
			const projectId = await bench.finished();
			const { errorItems } = await deliver({ projectId }, { credentials, ...toErrorOutput });
			expect(errorItems[0]?.json.details).toMatchObject({ projectId, outcome: 'authentication' });
		});

		it('its memory is away', async () => {
			const projectId = await bench.finished();
			processedItems.trouble = new Error('database is locked');
			const { error } = await deliver({ projectId });
			expect(error?.message).toBe('database is locked');
			expect(error?.description).toContain(remarkTexts.startAgain({ projectId }));
			processedItems.trouble = null;
			expect((await deliver({ projectId })).items.length).toBeGreaterThan(1);
		});
	});
});
