import { hintTexts } from '../../../nodes/Clip/problems/notices';
import { credentialFor, get, getFiles, goingOn, itemsOf, toErrorOutput, useBench } from '../bench/support';
import { useStorage } from '../bench/storage';

const byId = { filters: { videoId: '={{ $json.videoId }}' } };

describe('Items that are clips', () => {
	const bench = useBench({ otherKeys: ['key-of-bob'] });
	/** The clips of a project, as Get gives them. */
	const clipsOf = async (projectId: string) => (await bench.clip({ ...get, projectId })).items;
	const project = async () => {
		const projectId = await bench.finished();
		return { projectId, clips: await clipsOf(projectId) };
	};
	const asked = async (work: () => Promise<unknown>) => {
		const before = bench.questions().length;
		await work();
		return bench.questions().length - before;
	};

	it('bring the clips of each project once, linked to all items of it', async () => {
		const [one, two] = [await project(), await project()];
		const input = [one.clips[0], two.clips[0], one.clips[1], two.clips[1]].flatMap((item) => item ?? []);
		const items = itemsOf(...input.map(({ json }) => json));
		const result = await bench.clip(get, { items });
		expect(result.items.map(({ json }) => json.videoId)).toEqual(
			[...one.clips, ...two.clips].map(({ json }) => json.videoId),
		);
		for (const { json, pairedItem } of result.items) {
			const linked = json.projectId === one.projectId ? [0, 2] : [1, 3];
			expect(pairedItem).toEqual(linked.map((item) => ({ item })));
		}
		expect(result.hints).toEqual([hintTexts.clipsAsInput(4, 2)]);
	});

	it('bring one project where the project is wanted', async () => {
		const { projectId, clips } = await project();
		const options = { output: 'project' };
		const result = await bench.clip({ ...get, options }, { items: clips });
		expect(result.items.map(({ json }) => json.projectId)).toEqual([projectId]);
		expect(result.items[0]?.pairedItem).toEqual(clips.map((_, item) => ({ item })));
	});

	it('bring their status once as long as their project is processing', async () => {
		const projectId = await bench.project();
		const items = itemsOf({ projectId, videoId: '1' }, { projectId, videoId: '2' });
		const result = await bench.clip({ ...get, options: { ifNotReady: 'status' } }, { items });
		expect(result.items.map(({ json }) => json)).toEqual([{ projectId, status: 'processing' }]);
	});

	it('come out for the others where the first of them is to fail', async () => {
		const projectId = await bench.project();
		const items = itemsOf(
			{ projectId, videoId: '1', how: 'error' },
			{ projectId, videoId: '2', how: 'status' },
		);
		const options = { ifNotReady: '={{ $json.how }}' };
		const result = await bench.clip({ ...get, options }, { items, ...toErrorOutput });
		expect(result.items.map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual([
			['processing', { item: 1 }],
		]);
	});

	it('are those with a clip and the project that is asked for: others bring their clips each', async () => {
		const { projectId, clips } = await project();
		const other = await bench.finished();
		const rows = itemsOf(
			{ projectId, rank: 1, viralScore: 9 },
			{ projectId, videoId: null },
			{ projectId: other, wanted: projectId, videoId: '1' },
		);
		const wanted = { ...get, projectId: '={{ $json.wanted ?? $json.projectId }}' };
		const result = await bench.clip(wanted, { items: rows });
		expect(result.items).toHaveLength(3 * clips.length);
		expect(result.hints).toEqual([]);
	});

	it('of two accounts are asked for with each', async () => {
		const { projectId, clips } = await project();
		const apiKeys = ['sim-key', 'key-of-bob'];
		const items = itemsOf(...apiKeys.map((apiKey) => ({ ...clips[0]?.json, projectId, apiKey })));
		const credentials = { ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' };
		const result = await bench.clip(get, { items, credentials, ...toErrorOutput });
		expect([result.items.length, result.errorItems.length]).toEqual([clips.length, 1]);
	});

	it('hint at nothing where each is of another project', async () => {
		const [one, two] = [await project(), await project()];
		const items = [one.clips[0], two.clips[0]].flatMap((item) => item ?? []);
		expect((await bench.clip(get, { items })).hints).toEqual([]);
	});

	describe('with Clip ID', () => {
		useStorage();

		it('bring one clip each, with its rank among all, and the service is asked once', async () => {
			const { clips } = await project();
			const input = [...clips].reverse();
			const strict = { limit: 1, minViralScore: 10 };
			const parameters = { ...get, filters: { ...byId.filters, ...strict } };
			let items: typeof clips = [];
			const run = async () => ({ items } = await bench.clip(parameters, { items: input }));
			expect(await asked(run)).toBe(1);
			const about = ({ json }: (typeof clips)[number]) => [json.videoId, json.rank];
			expect(items.map(about)).toEqual(input.map(about));
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		});

		it('share no data, though they are the same clip', async () => {
			const { clips } = await project();
			const [one, two] = (
				await bench.clip(
					{ ...get, ...byId, simplify: false },
					{ items: [...clips.slice(0, 1), ...clips.slice(0, 1)] },
				)
			).items;
			expect(one?.json).toEqual(two?.json);
			expect(one?.json).not.toBe(two?.json);
		});

		it('bring their files', async () => {
			const { clips } = await project();
			const { items } = await bench.clip({ ...getFiles, ...byId }, { items: clips.slice(1, 3) });
			expect(items.map(({ json }) => json.rank)).toEqual([2, 3]);
			expect(items.every(({ binary }) => binary?.data !== undefined)).toBe(true);
		});

		it('bring the project with this clip alone where the project is wanted', async () => {
			const { projectId, clips } = await project();
			const parameters = { ...get, ...byId, options: { output: 'project' } };
			const { items } = await bench.clip(parameters, { items: clips.slice(1, 2) });
			expect(items[0]?.json).toMatchObject({ projectId, clipCount: 1, clips: [{ rank: 2 }] });
		});

		it.each([
			['that the project does not have', '9999', undefined],
			['of a project without clips', '1', []],
		])('%s, are an error with both IDs', async (_what, videoId, videos) => {
			const projectId = await bench.finished();
			const body = JSON.stringify({ code: 2000, projectId, videos });
			if (videos !== undefined) {
				bench.fail({ on: 'query', times: 9, fault: { kind: 'body', body } });
			}
			const items = itemsOf({ projectId, videoId });
			const { error, outcome } = await bench.clip({ ...get, ...byId }, { items });
			expect(outcome).toBe('clipNotFound');
			expect(error?.message).toContain(projectId);
			expect(error?.message).toContain(videoId);
			const going = await bench.clip({ ...get, ...byId }, { items, ...goingOn });
			expect(going.items[0]?.json.details).toMatchObject({ projectId, videoId, isFinal: true });
		});

		it.each(["={{ '' }}", '={{ $json.missing }}', "={{ ' ' }}"])(
			'whose expression gives nothing are an error, not all clips: %s',
			async (videoId) => {
				const parameters = { ...get, projectId: '7', filters: { videoId } };
				const { error, outcome } = await bench.clip(parameters);
				expect(outcome).toBe('invalidParameter');
				expect(error?.message).toContain("'Clip ID'");
				expect(bench.questions()).toEqual([]);
			},
		);

		it('that is left empty, or out by the model of an agent, bring all clips', async () => {
			const { projectId, clips } = await project();
			const empty = await bench.clip({ ...get, projectId, filters: { videoId: '' } });
			expect(empty.items).toHaveLength(clips.length);
			const filters = { videoId: "={{ $fromAI('clip', '', 'string', '') }}" };
			const tool = await bench.clip({ ...get, projectId, filters }, { type: 'clipTool' });
			expect(tool.items).toHaveLength(clips.length);
		});
	});
});
