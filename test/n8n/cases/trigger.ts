import { REFUSAL } from '../../../nodes/Clip/problems/notices';
import { fetchOnce, itemsOf, webhookPath } from '../../../tools/host';
import { clipTrigger, fields, flow } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';

/** The service calls. */
export function triggerCases(stage: Stage): void {
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

	it('answers each call at once in our words, and none that only tries its URL starts anything', async () => {
		const trigger = clipTrigger('trials', { secret: 'a-word' });
		const { id } = await stage.publish(flow('Tried', [trigger]));
		const url = `${stage.webhookUrl}${webhookPath(trigger)}`;
		const json = { 'content-type': 'application/json' };
		const call = async (query: string, body: string | null, headers: Record<string, string> = json) => {
			const answer = await fetchOnce(`${url}${query}`, { method: 'POST', headers, body });
			return `${answer.status} ${await answer.text()}`;
		};
		const [received, wrongSecret, noProject] = [
			'200 {"received":true}',
			`401 {"message":"${REFUSAL.secret}"}`,
			`400 {"message":"${REFUSAL.noProject}"}`,
		];
		const right = '?secret=a-word';
		expect(await call(right, null, {})).toBe(received);
		expect(await call(right, '')).toBe(received);
		expect(await call(right, '{}')).toBe(received);
		expect(await call(right, '{"event":"test"}')).toBe(received);
		expect(await call('', '{}')).toBe(wrongSecret);
		expect(await call(right, '{"event":"done","task_id":7}')).toBe(noProject);
		expect(await stage.client.listExecutions(id)).toEqual([]);
		expect(await call(right, '{"code":2000,"projectId":9007199254740993}')).toBe(received);
		await stage.client.waitForExecutionsOf(id, 1);
	});
}
