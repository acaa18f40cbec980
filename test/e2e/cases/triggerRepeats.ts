/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { fetchOnce, webhookPath, type Execution } from '../../host';
import type { Stage } from '../stage';
import { call, calledFlow, callFor, clipsOf, countClips, publishCalled, readyProject } from './triggerCalls';

const many = 10;
const ten = Array.from({ length: many }, (_, index) => index);

/** Where calls that come at the same moment meet. */
export interface Rounds {
	/** How many projects are called for ten times at once. */
	rounds: number;
	/** How many of them may come out more than once; n8n guarantees nothing where several workers run. */
	repeatedAtMost: number;
}

/** Calls that come more than once. */
export function repeatCases(stage: Stage, { rounds, repeatedAtMost }: Rounds): void {
	afterEach(() => stage.simulator.configure({ webhookUrl: null }));

	/** Lets the service clip a video, with the webhook set but not called by itself; `deliver` calls it. */
	const project = async (path: string, video: string): Promise<string> => {
		// A year from now.
		stage.simulator.configure({ webhookUrl: `${stage.webhookUrl}${path}`, webhookDelaySeconds: 3e7 });
		const projectId = await readyProject(stage, `https://www.youtube.com/watch?v=${video}`);
		stage.simulator.configure({ webhookUrl: null, webhookDelaySeconds: 0 });
		return projectId;
	};
	const statuses = (executions: Execution[]) => [...new Set(executions.map(({ status }) => status))];

	it('gives out each clip once for a delivery that comes ten times in a row', async () => {
		const { path, workflow } = await publishCalled(stage, 'row');
		const projectId = await project(path, 'row');
		for (let count = 1; count <= many; count += 1) {
			expect(await stage.simulator.deliver(projectId)).toMatchObject({ status: 200 });
			await stage.client.waitForExecutionsOf(workflow.id, count);
		}
		const runs = await stage.client.waitForExecutionsOf(workflow.id, many);
		expect(statuses(runs)).toEqual(['success']);
		const counts = countClips(runs);
		expect(counts.size).toBeGreaterThanOrEqual(4);
		expect(new Set(counts.values())).toEqual(new Set([1]));
		// The first run had them all; the newest come first.
		expect(runs.map((run) => clipsOf(run).length)).toEqual([...Array<number>(many - 1).fill(0), counts.size]);
		expect(runs.filter((run) => 'Post' in run.nodes)).toHaveLength(1);
	});

	it(`gives out each clip for a delivery that comes ten times at once`, async () => {
		let [clips, repeatedClips, repeatedProjects, surplus] = [0, 0, 0, 0];
		const { path, workflow } = await publishCalled(stage, 'burst');
		for (let round = 1; round <= rounds; round += 1) {
			const projectId = await project(path, `burst-${round}`);
			const answers = await Promise.all(ten.map(async () => await stage.simulator.deliver(projectId)));
			expect(answers.map(({ status }) => status)).toEqual(ten.map(() => 200));
			const runs = await stage.client.waitForExecutionsOf(workflow.id, many);
			expect(runs).toHaveLength(many);
			expect(statuses(runs)).toEqual(['success']);
			const counts = [...countClips(runs).values()];
			expect(counts.length).toBeGreaterThanOrEqual(4);
			const repeated = counts.filter((count) => count > 1);
			clips += counts.length;
			repeatedClips += repeated.length;
			repeatedProjects += repeated.length > 0 ? 1 : 0;
			surplus += repeated.reduce((sum, count) => sum + count - 1, 0);
			await stage.client.deleteExecutions(runs.map(({ id }) => id));
		}
		process.stdout.write(
			`ten calls at once: ${repeatedClips} of ${clips} clips came out more than once (${surplus} surplus items), ` +
				`in ${repeatedProjects} of ${rounds} projects\n`,
		);
		expect(repeatedProjects).toBeLessThanOrEqual(repeatedAtMost);
	});

	it('gives out only the new clips of a delivery with additional ones', async () => {
		const { path, workflow } = await publishCalled(stage, 'additional');
		const projectId = '9007199254740993001';
		const answer = (videoIds: string) =>
			`{"code":2000,"projectId":${projectId},"videos":[${videoIds
				.split(' ')
				.map((id) => `{"videoId":${id},"videoUrl":"https://media.example/${id}.mp4","viralScore":"5"}`)
				.join(',')}]}`;
		const sets = [
			'90071992547409931 90071992547409932',
			'90071992547409931 90071992547409932 7 90071992547409933',
			'7',
		];
		for (const [index, videoIds] of sets.entries()) {
			const fault = { kind: 'body', body: answer(videoIds) } as const;
			stage.simulator.faults.add({ on: 'query', times: 1, match: { projectId }, fault });
			expect(await call(stage, path, { body: `{"projectId":${projectId}}` })).toBe(200);
			await stage.client.waitForExecutionsOf(workflow.id, index + 1);
		}
		const runs = (await stage.client.waitForExecutionsOf(workflow.id, sets.length)).reverse();
		expect(statuses(runs)).toEqual(['success']);
		expect(runs.map((run) => clipsOf(run).map(({ videoId }) => videoId))).toEqual([
			['90071992547409931', '90071992547409932'],
			['7', '90071992547409933'],
			[],
		]);
	});

	it.each([
		['on', true],
		['off', false],
	])('starts once for a failed project, when "Also Start on Failure" is %s', async (name, wanted) => {
		const id = `failed-${name}`;
		const called = await publishCalled(stage, id, { alsoStartOnFailure: wanted });
		const projectId = await readyProject(stage, `https://www.youtube.com/watch?v=${id}&sim-clipping-fails`);
		const body = JSON.stringify({ code: 4002, projectId, errMsg: 'clipping failed' });
		for (let count = 1; count <= 3; count += 1) {
			expect(await call(stage, called.path, { body })).toBe(200);
			await stage.client.waitForExecutionsOf(called.workflow.id, count);
		}
		const runs = await stage.client.waitForExecutionsOf(called.workflow.id, 3);
		expect(statuses(runs)).toEqual(['success']);
		const failed = { projectId, status: 'failed', code: '4002', message: expect.any(String) };
		expect(runs.flatMap(clipsOf)).toEqual(wanted ? [failed] : []);
	});

	it('neither counts nor heeds test runs', async () => {
		const { workflow, trigger } = calledFlow('test-runs');
		const saved = await stage.save(workflow);
		const projectId = await readyProject(stage, 'https://www.youtube.com/watch?v=test-runs');
		const test = async () => {
			expect(await stage.client.runWorkflow(saved.id, trigger.name)).toBeUndefined();
			const { url } = stage.client.session;
			const answer = await fetchOnce(`${url}${webhookPath(trigger, 'webhook-test')}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: callFor(projectId),
			});
			expect(answer.status).toBe(200);
			await answer.arrayBuffer();
		};
		await test();
		await stage.client.waitForExecutionsOf(saved.id, 1);
		await stage.client.activateWorkflow(saved);
		for (const count of [2, 3]) {
			expect(await call(stage, webhookPath(trigger), { body: callFor(projectId) })).toBe(200);
			await stage.client.waitForExecutionsOf(saved.id, count);
		}
		await test();
		const runs = (await stage.client.waitForExecutionsOf(saved.id, 4)).reverse();
		expect(runs.map(({ mode }) => mode)).toEqual(['manual', 'webhook', 'webhook', 'manual']);
		const [first = 0] = runs.map((run) => clipsOf(run).length);
		expect(first).toBeGreaterThanOrEqual(4);
		expect(runs.map((run) => clipsOf(run).length)).toEqual([first, first, 0, first]);
	});
}
