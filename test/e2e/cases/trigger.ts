import { itemsOf, webhookPath, type Execution } from '../../host';
import { clipTrigger, fields, flow } from '../flows';
import type { Stage } from '../stage';

/** What the Clip Trigger of an execution gave out. */
const clipsOf = (execution: Execution | undefined): Array<Record<string, unknown>> =>
	execution === undefined ? [] : itemsOf(execution, 'Clip Trigger').map(({ json }) => json);

/** The service calls, and others who know the address. */
export function triggerCases(stage: Stage): void {
	afterEach(() => stage.simulator.configure({ webhookUrl: null }));

	const calledAt = (webhookId: string, parameters = {}) => {
		const trigger = clipTrigger(webhookId, parameters);
		const post = fields('Post', { title: '={{ $json.title }}' });
		return { trigger, workflow: flow(`Called at ${webhookId}`, [trigger, post]) };
	};
	/** Lets the service clip a video, and call the given path when it is done. */
	const clipFor = async (path: string, video: string): Promise<string> => {
		stage.simulator.configure({ webhookUrl: `${stage.webhookUrl}${path}` });
		const projectId = await stage.submit(`https://www.youtube.com/watch?v=${video}`);
		stage.simulator.finish(projectId);
		return projectId;
	};

	it('starts one run with the ranked clips for a call, and gives none of them for the same call again', async () => {
		const { trigger, workflow } = calledAt('delivery');
		const saved = await stage.publish(workflow);
		const projectId = await clipFor(webhookPath(trigger), 'delivered');
		const [first] = await stage.client.waitForExecutionsOf(saved.id, 1);
		expect(first).toMatchObject({ status: 'success', mode: 'webhook' });
		const clips = clipsOf(first);
		expect(clips.length).toBeGreaterThanOrEqual(4);
		expect(clips.map((clip) => [clip.projectId, clip.rank])).toEqual(
			clips.map((_, place) => [projectId, place + 1]),
		);

		expect(await stage.simulator.deliver(projectId)).toMatchObject({ status: 200 });
		const [second] = await stage.client.waitForExecutionsOf(saved.id, 2);
		expect(second?.status).toBe('success');
		expect(clipsOf(second)).toEqual([]);
		expect(second?.nodes).not.toHaveProperty('Post');
	});

	it('gives nothing for a forged call, and starts nothing for one with a wrong secret', async () => {
		const { trigger, workflow } = calledAt('secret', { secret: 'open sesame' });
		const saved = await stage.publish(workflow);
		const forged = JSON.stringify({
			code: 2000,
			projectId: 99999999,
			videos: [{ videoId: 1, videoUrl: 'https://evil.example' }],
		});
		const path = webhookPath(trigger);
		expect(await stage.post(`${path}?secret=open%20sesam`, forged)).toBe(401);
		expect(await stage.post(`${path}?secret=open%20sesame`, forged)).toBe(200);
		const [execution] = await stage.client.waitForExecutionsOf(saved.id, 1);
		expect(execution?.status).toBe('success');
		expect(clipsOf(execution)).toEqual([]);
		expect(await stage.client.listExecutions(saved.id)).toHaveLength(1);
	});
}

/** A person tries the trigger in the editor. */
export function triggerTestCases(stage: Stage): void {
	it('takes a call while the editor listens for a test event', async () => {
		const trigger = clipTrigger('tested');
		const saved = await stage.save(flow('Tested', [trigger]));
		expect(await stage.client.runWorkflow(saved.id, trigger.name)).toBeUndefined();
		const projectId = await stage.submit('https://www.youtube.com/watch?v=tested');
		stage.simulator.finish(projectId);
		expect(await stage.post(webhookPath(trigger, 'webhook-test'), JSON.stringify({ projectId }))).toBe(200);
		const [execution] = await stage.client.waitForExecutionsOf(saved.id, 1);
		expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
		expect(clipsOf(execution)[0]).toMatchObject({ projectId, rank: 1 });
	});
}
