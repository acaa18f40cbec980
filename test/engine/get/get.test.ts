import { hintTexts } from '../../../nodes/Clip/problems/notices';
import { readClips } from '../../../nodes/Clip/service/rules/clip';
import { processingProject } from '../../../nodes/Clip/service/rules/project';
import { inWords, otherProjects } from '../../rules/given/texts';
import { sleep } from 'n8n-workflow';
import { get, goingOn, itemsOf, useBench } from '../bench/support';

/** A project that is ready, with these clips. */
const readyProject = (projectId: string, ...videos: object[]) => {
	const clips = readClips(videos, { projectId, projectName: null });
	return { ...processingProject(projectId), clips, clipCount: clips.length };
};

describe('Get', () => {
	const bench = useBench();

	it('returns one item for each clip, best first, linked to the item of its project', async () => {
		const items = itemsOf({ projectId: await bench.finished() }, { projectId: await bench.finished() });
		const result = await bench.clip(get, { items });
		for (const index of [0, 1]) {
			const clips = result.items.filter(({ json }) => json.projectId === items[index]?.json.projectId);
			expect(clips.length).toBeGreaterThan(1);
			expect(clips.map(({ pairedItem }) => pairedItem)).toEqual(clips.map(() => ({ item: index })));
			expect(clips.map(({ json }) => json.rank)).toEqual(clips.map((_, rank) => rank + 1));
			const scores = clips.map(({ json }) => Number(json.viralScore));
			expect(scores).toEqual([...scores].sort((a, b) => b - a));
		}
	});

	it('gives a project that is still processing the same fields, where one asks for the project', async () => {
		const options = { ifNotReady: 'status', output: 'project' };
		const { items } = await bench.clip({ ...get, projectId: await bench.project(), options });
		expect(items[0]?.json).toMatchObject({ status: 'processing', projectName: null, clipCount: 0 });
	});

	it('gives each item its own data, also where two items have one project', async () => {
		const projectId = await bench.finished();
		const run = { ...get, options: { output: 'project' } };
		const { items } = await bench.clip(run, { items: itemsOf({ projectId }, { projectId }) });
		expect(items[0]?.json.clips).toEqual(items[1]?.json.clips);
		expect(items[0]?.json.clips).not.toBe(items[1]?.json.clips);
	});

	it('ends with an error for a project that is still processing, when asked to', async () => {
		const projectId = await bench.project();
		const { error, outcome } = await bench.clip({ ...get, projectId, options: { ifNotReady: 'error' } });
		expect([outcome, error?.context?.projectId]).toEqual(['processing', projectId]);
	});

	it('says that it was stopped while the service was silent', async () => {
		const projectId = await bench.project();
		bench.fail({ on: 'query', fault: { kind: 'hang' } });
		const { run } = await bench.clip(
			{ ...get, options: { ifNotReady: 'error' } },
			{
				...goingOn,
				items: itemsOf({ projectId }),
				onStart: (stop) => void sleep(3_000).then(stop),
			},
		);
		expect(JSON.stringify(run.data.resultData.runData.Clip)).toContain(
			inWords('stopped', { projectId, lastFailure: null }).title,
		);
	});

	it('names the other projects in an error that ends it', async () => {
		const ready = await bench.finished();
		const slow = await bench.project();
		const items = itemsOf({ projectId: ready }, { projectId: slow }, { projectId: '99999999' });
		const { error, outcome } = await bench.clip(get, { items });
		expect(outcome).toBe('invalidRequest');
		expect(error?.description).toContain(
			otherProjects([
				{ projectId: ready, itemIndex: 0 },
				{ projectId: slow, itemIndex: 1 },
			]),
		);
	});

	it('believes "finished, no clips" only after asking again, then returns no item and a hint', async () => {
		const projectId = await bench.finished({ additionalFields: { keywords: 'sim-nothing' } });
		const { items, error, hints } = await bench.clip({ ...get, projectId });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(hints).toEqual([hintTexts.whyNoClips(readyProject(projectId))]);
		expect(bench.questions()).toHaveLength(5);
	});

	it('says in a hint that no clip passes the filters, and how good the best is', async () => {
		const projectId = await bench.finished();
		const body = '{"code":2000,"videos":[{"videoId":1,"viralScore":"7.2"},{"videoId":2,"viralScore":"3"}]}';
		bench.fail({ on: 'query', fault: { kind: 'body', body } });
		const { items, hints } = await bench.clip({ ...get, projectId, filters: { minViralScore: 9 } });
		expect(items).toEqual([]);
		expect(hints).toEqual([
			hintTexts.whyNoClips(readyProject(projectId, { viralScore: 7.2 }, { viralScore: 3 })),
		]);
	});

	it('says once that no clip of a project passes the filters, though several items ask for it', async () => {
		const projectId = await bench.finished();
		const items = itemsOf({ projectId, minutes: 5 }, { projectId, minutes: 5 }, { projectId, minutes: 6 });
		const options = { ifNotReady: 'wait', maxWait: '={{ $json.minutes }}' };
		const { hints } = await bench.clip({ ...get, options, filters: { minViralScore: 10 } }, { items });
		expect(hints).toHaveLength(1);
	});
});
