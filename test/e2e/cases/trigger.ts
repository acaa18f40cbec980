import { itemsOf, webhookPath, type WorkflowNode } from '../../host';
import type { Bed } from '../bed';
import { clipTrigger, fields, flow } from '../flows';

const postOf = (trigger: WorkflowNode) =>
	flow(`Called at ${trigger.webhookId ?? ''}`, [trigger, fields('Post', { title: '={{ $json.title }}' })]);

/** The service calls, and others who know the address. */
export function triggerCases(bed: Bed): void {
	afterEach(() => bed.simulator.configure({ webhookUrl: null, idStyle: 'number' }));

	/** Lets the service clip a video, and call the given path when it is done. */
	const clipFor = async (path: string, video: string): Promise<string> => {
		bed.simulator.configure({ webhookUrl: `${bed.host.n8n.url}${path}` });
		const projectId = await bed.submit(`https://www.youtube.com/watch?v=${video}`);
		bed.simulator.finish(projectId);
		return projectId;
	};

	it('starts one run with the ranked clips for a call, and no second run of them for the same call', async () => {
		const trigger = clipTrigger('delivery');
		const saved = await bed.publish(postOf(trigger));
		const projectId = await clipFor(webhookPath(trigger), 'delivered');
		const executions = await bed.client.waitForExecutionsOf(saved.id, 1);
		expect(executions.map(({ status, mode }) => [status, mode])).toEqual([['success', 'webhook']]);
		const [first] = executions;
		const clips = first === undefined ? [] : itemsOf(first, 'Clip Trigger').map(({ json }) => json);
		expect(clips.length).toBeGreaterThanOrEqual(4);
		expect(clips.map(({ rank }) => rank)).toEqual(clips.map((_, place) => place + 1));
		expect(new Set(clips.map((item) => item.projectId))).toEqual(new Set([projectId]));
		expect(first === undefined ? [] : itemsOf(first, 'Post')).toHaveLength(clips.length);

		expect(await bed.simulator.deliver(projectId)).toMatchObject({ status: 200 });
		const [second] = await bed.client.waitForExecutionsOf(saved.id, 2);
		expect(second?.status).toBe('success');
		expect(second === undefined ? null : itemsOf(second, 'Clip Trigger')).toEqual([]);
		expect(second?.nodes).not.toHaveProperty('Post');
	});

	it('yields nothing for a call that makes up a project', async () => {
		const trigger = clipTrigger('forged');
		const saved = await bed.publish(postOf(trigger));
		const forged = {
			code: 2000,
			projectId: 99999999,
			videos: [{ videoId: 1, videoUrl: 'https://evil.example' }],
		};
		expect(await bed.post(webhookPath(trigger), JSON.stringify(forged))).toBe(200);
		const [execution] = await bed.client.waitForExecutionsOf(saved.id, 1);
		expect(execution?.status).toBe('success');
		expect(execution === undefined ? null : itemsOf(execution, 'Clip Trigger')).toEqual([]);
		expect(execution?.nodes).not.toHaveProperty('Post');
	});

	it('refuses calls without the secret and starts nothing, but takes the one with it', async () => {
		const trigger = clipTrigger('secret', { secret: 'open sesame' });
		const saved = await bed.publish(postOf(trigger));
		const path = webhookPath(trigger);
		const body = '{"code":2000,"projectId":1,"videos":[]}';
		for (const query of ['', '?secret=', '?secret=open%20sesam', '?secret=open%20sesame&secret=x']) {
			expect(await bed.post(`${path}${query}`, body)).toBe(401);
		}
		await clipFor(`${path}?secret=open%20sesame`, 'with-secret');
		const [execution] = await bed.client.waitForExecutionsOf(saved.id, 1);
		expect(execution === undefined ? [] : itemsOf(execution, 'Clip Trigger').length).toBeGreaterThan(0);
		expect(await bed.client.listExecutions(saved.id)).toHaveLength(1);
	});

	it.each([
		['a number', '={{ 12345 }}', '?secret=12345', 200],
		['an expression that gives nothing', '={{ $vars.nothing }}', '?secret=', 401],
	])('lets nobody in without the secret when that is %s', async (name, secret, query, status) => {
		const trigger = clipTrigger(`secret-${name.replaceAll(' ', '-')}`, { secret });
		await bed.publish(postOf(trigger));
		const path = webhookPath(trigger);
		const body = '{"projectId":99999998}';
		for (const wrong of ['', '?secret=', '?secret=undefined', '?secret=null', '?secret=1']) {
			expect(await bed.post(`${path}${wrong}`, body)).toBe(401);
		}
		expect(await bed.post(`${path}${query}`, body)).toBe(status);
	});

	it('refuses bodies that name no project, and starts nothing', async () => {
		const trigger = clipTrigger('shapeless');
		const saved = await bed.publish(postOf(trigger));
		const path = webhookPath(trigger);
		for (const body of [
			'{}',
			'[]',
			'{"projectId":""}',
			'{"projectId":"../query"}',
			'{"projectId":{"a":1}}',
		]) {
			expect(await bed.post(path, body)).toBe(400);
		}
		await clipFor(path, 'after-shapeless');
		await bed.client.waitForExecutionsOf(saved.id, 1);
		expect(await bed.client.listExecutions(saved.id)).toHaveLength(1);
	});

	it('takes a call while the editor listens for a test event', async () => {
		const trigger = clipTrigger('tested');
		const saved = await bed.save(postOf(trigger));
		expect(await bed.client.runWorkflow(saved.id, trigger.name)).toBeUndefined();
		const projectId = await clipFor(webhookPath(trigger, 'webhook-test'), 'tested');
		const [execution] = await bed.client.waitForExecutionsOf(saved.id, 1);
		expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
		expect(execution === undefined ? [] : itemsOf(execution, 'Post').length).toBeGreaterThanOrEqual(4);
		expect(execution?.nodes['Clip Trigger']?.[0]?.outputs[0]?.[0]?.json).toMatchObject({
			projectId,
			rank: 1,
		});
	});

	it('keeps ids above 2^53 exactly', async () => {
		bed.simulator.configure({ idStyle: 'big' });
		const trigger = clipTrigger('big');
		const saved = await bed.publish(postOf(trigger));
		const projectId = await clipFor(webhookPath(trigger), 'big-delivered');
		const [execution] = await bed.client.waitForExecutionsOf(saved.id, 1);
		const clips = execution === undefined ? [] : itemsOf(execution, 'Clip Trigger').map(({ json }) => json);
		expect(clips.length).toBeGreaterThanOrEqual(4);
		expect(projectId).toMatch(/^90071993\d+5$/);
		for (const item of clips) {
			expect(item.projectId).toBe(projectId);
			expect(item.videoId).toMatch(/^90071993\d+5$/);
		}
	});
}
