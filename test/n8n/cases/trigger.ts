import { CALL_REFUSED } from '../../../nodes/Clip/problems/notices';
import { fetchOnce, itemsOf, webhookPath, type WorkflowNode } from '../../../tools/host';
import { clipTrigger, fields, flow } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';

/**
 * The service calls.
 *
 * @returns what sends a call for a project that the service does not know, which is waited for for a minute: others can go on meanwhile
 */
export function triggerCases(stage: Stage): () => Promise<void> {
	const secret = 'a-word';
	const unknown = clipTrigger('unknown', { secret });
	let unknownId = '';

	it('starts one run with the ranked clips for a call, and gives none of them for the same call again', async () => {
		const trigger = clipTrigger('delivery');
		const post = fields('Post', { title: '={{ $json.title }}' });
		const saved = await stage.publish(flow('Called', [trigger, post]));
		stage.simulator.configure({ webhookUrl: `${stage.webhookUrl}${webhookPath(trigger)}` });
		const projectId = await stage.submit('https://www.youtube.com/watch?v=delivered');
		stage.simulator.configure({ webhookUrl: null });
		stage.simulator.finish(projectId);
		/** The newest of so many executions. */
		const execution = async (count: number) => {
			const [newest] = await stage.client.waitForExecutionsOf(saved.id, count);
			if (newest === undefined) throw new TypeError('No execution came.');
			expect(newest).toMatchObject({ status: 'success', mode: 'webhook' });
			return newest;
		};
		const clips = itemsOf(await execution(1), 'Clip Trigger').map(({ json }) => json);
		expect(clips.length).toBeGreaterThanOrEqual(4);
		expect(clips.map((clip) => [clip.projectId, clip.rank])).toEqual(
			clips.map((_, place) => [projectId, place + 1]),
		);

		expect(await stage.simulator.deliver(projectId)).toMatchObject({ status: 200 });
		const second = await execution(2);
		expect(itemsOf(second, 'Clip Trigger')).toEqual([]);
		expect(second.nodes).not.toHaveProperty('Post');
	});

	/** Calls a trigger, and gives the answer. */
	const caller =
		(trigger: WorkflowNode) =>
		async (
			query: string,
			body: string | null,
			headers: Record<string, string> = { 'content-type': 'application/json' },
		) => {
			const url = `${stage.webhookUrl}${webhookPath(trigger)}${query}`;
			const answer = await fetchOnce(url, { method: 'POST', headers, body });
			return `${answer.status} ${await answer.text()}`;
		};
	const received = '200 {"received":true}';
	const right = `?secret=${secret}`;

	it('answers each call at once in our words, and starts nothing for one without a project', async () => {
		const trigger = clipTrigger('trials', { secret });
		const { id } = await stage.publish(flow('Tried', [trigger]));
		const call = caller(trigger);
		const wrongSecret = `401 {"message":"${CALL_REFUSED.secret}"}`;
		const noProject = `400 {"message":"${CALL_REFUSED.noProject}"}`;
		expect(await call(right, null, {})).toBe(noProject);
		for (const body of ['', '{}', '{"event":"done","task_id":7}']) {
			expect(await call(right, body)).toBe(noProject);
		}
		expect(await call('', '{}')).toBe(wrongSecret);
		expect(await stage.client.listExecutions(id)).toEqual([]);
	});

	it('for a project that the service does not know ends in an error that names it', async () => {
		const [execution] = await stage.client.waitForExecutionsOf(unknownId, 1);
		expect(execution?.status).toBe('error');
		expect(execution?.error?.message).toContain('9007199254740993');
	});

	return async () => {
		({ id: unknownId } = await stage.publish(flow('Unknown', [unknown])));
		expect(await caller(unknown)(right, '{"code":2000,"projectId":9007199254740993}')).toBe(received);
	};
}
