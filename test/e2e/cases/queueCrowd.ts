/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { itemsOf, until } from '../../host';
import { fields, flow, node } from '../flows';
import type { QueueBed } from '../queueBed';
import { create, questionsFor } from './durableRuns';

/** How many projects are waited for at once. */
const crowd = 200;

/** How many of them are started at once. */
const abreast = 5;

/** Many projects that are waited for at once, on one worker that runs two executions at a time. */
export function crowdCases(bed: QueueBed): void {
	const hook = 'crowd';
	const workflow = flow('Crowd', [
		node('Videos', 'n8n-nodes-base.webhook', {
			typeVersion: 2,
			webhookId: hook,
			parameters: { httpMethod: 'POST', path: hook, responseMode: 'onReceived', options: {} },
		}),
		create({ videoUrl: '={{ $json.body.videoUrl }}' }),
		fields('Post', {
			label: "={{ $('Videos').item.json.body.label }}",
			projectId: '={{ $json.projectId }}',
			status: '={{ $json.status }}',
		}),
	]);
	const unrelated = flow('unrelated', [
		node('Start', 'n8n-nodes-base.manualTrigger'),
		fields('Set', { a: '1' }),
	]);
	const videos = Array.from({ length: crowd }, (_, index) => ({
		label: `crowd-${index}`,
		// Ready when the tests say so: the crowd waits for as long as it is looked at.
		videoUrl: `https://media.example.com/crowd-${index}/sim-endless/talk.mp4`,
	}));
	let workflowId = '';
	let [before, after] = [0, 0];
	const count = async (...states: string[]) =>
		await bed.client.countExecutions(workflowId, 'webhook', states);

	it('accepts them all through the webhook process, and parks them', async () => {
		({ id: workflowId } = await bed.publish(workflow));
		before = Number(await bed.start(unrelated));
		const left = [...videos];
		const post = async (): Promise<void> => {
			const video = left.shift();
			if (video === undefined) return;
			expect(await bed.post(`/webhook/${hook}`, JSON.stringify(video))).toBe(200);
			await post();
		};
		await Promise.all(Array.from({ length: abreast }, post));
		await until(async () => (await count('waiting')) === crowd, 1_000);
		after = Number(await bed.start(unrelated));
		expect(bed.submissionsOf('/crowd-')).toHaveLength(crowd);
	});

	it('keeps its worker free for others meanwhile, also in the rounds of questions', async () => {
		const { id: unrelatedId } = await bed.save(unrelated);
		const projectIds = bed.submissionsOf('/crowd-').map(({ projectId }) => projectId ?? '');
		const times: number[] = [];
		while (projectIds.some((projectId) => questionsFor(bed, projectId).length === 0)) {
			const began = Date.now();
			const id = (await bed.client.runWorkflow(unrelatedId, 'Start')) ?? '';
			expect((await bed.client.waitForExecution(id)).status).toBe('success');
			times.push(Date.now() - began);
			// It did not have to wait for the end of any of them.
			expect(await count('waiting')).toBe(crowd);
			await pause(1_000);
		}
		process.stdout.write(`unrelated workflow: ${times.length} runs, slowest ${Math.max(...times)} ms\n`);
		expect(times).not.toEqual([]);
		for (const projectId of projectIds) bed.simulator.finish(projectId);
	});

	it('gives each of them its own result, and has submitted each once', async () => {
		await until(async () => (await count('waiting', 'running', 'new')) === 0, 2_000);
		expect(await count('success')).toBe(crowd);
		const submissions = bed.submissionsOf('/crowd-');
		expect(submissions).toHaveLength(crowd);
		const posts = [];
		// n8n's list cannot be paged through: it goes by the start, which changes when an execution is resumed.
		for (let id = before + 1; id < after; id += 1) {
			const execution = await bed.client.getExecution(String(id));
			if (execution.workflowId !== workflowId || execution.mode !== 'webhook') continue;
			posts.push(itemsOf(execution, 'Post')[0]?.json);
		}
		const expected = videos.map((video) => {
			const own = submissions.filter(({ rawBody }) => rawBody.includes(`/${video.label}/`));
			expect(own).toHaveLength(1);
			return { label: video.label, projectId: own[0]?.projectId, status: 'ready' };
		});
		const byLabel = (one: { label?: unknown } = {}, other: { label?: unknown } = {}) =>
			String(one.label).localeCompare(String(other.label));
		expect(posts.sort(byLabel)).toEqual(expected.sort(byLabel));
	});
}
