/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { flow, node } from '../beds/flows';
import { example } from '../beds/recipeBed';
import { Tables } from '../beds/tables';
import { until, withReceivers, type Workflow, type WorkflowNode } from '../host';
import { startReceivers } from '../receivers';
import { type Benchmark, type Figure, summarize } from './figure';
import { type MeasuredN8n, withPlace } from './n8n';

const rounds = 3;

/** How often a schedule starts its workflow here, and for how long. */
const [everySeconds, windowMs] = [2, 30_000];

const scheduleTrigger = 'n8n-nodes-base.scheduleTrigger';

/** A workflow of the recipe, and how often its schedule starts it in a day. */
const RECIPE = [
	{ file: 'podcast-to-approved-shorts-1-clip.json', aDay: 96 },
	{ file: 'podcast-to-approved-shorts-2-approve.json', aDay: 1 },
	{ file: 'podcast-to-approved-shorts-3-post.json', aDay: 96 },
] as const;

/** Episodes that a feed of a weekly podcast has: one of them is of the last seven days. */
const EPISODES = 15;

/** The same workflow, with its schedule in a hurry. What posts is not reached at rest, and would need accounts: it does nothing here. */
function hurried(workflow: Workflow): Workflow {
	const rule = { interval: [{ field: 'seconds', secondsInterval: everySeconds }] };
	const nodes = workflow.nodes.map((one): WorkflowNode => {
		if (one.type === scheduleTrigger) return { ...one, parameters: { rule } };
		const posts = one.name.startsWith('Upload to ');
		return posts ? node(one.name, 'n8n-nodes-base.noOp', { position: one.position }) : one;
	});
	return { ...workflow, nodes };
}

/** CPU time of n8n for an execution that a schedule starts, in milliseconds. */
async function cpuOf(n8n: MeasuredN8n, workflow: Workflow, idle: number): Promise<number> {
	const { client } = n8n.host;
	const saved = await n8n.publish(workflow);
	const [from, began] = [n8n.cpuMs(), Date.now()];
	await pause(windowMs);
	const [spent, lasted] = [n8n.cpuMs() - from, Date.now() - began];
	const executions = await client.listExecutions(saved.id);
	await client.deactivateWorkflow(saved.id);
	if (executions.length < windowMs / everySeconds / 2_000)
		throw new TypeError('The schedule did not start it.');
	await until(async () => (await client.countExecutions(saved.id, 'trigger', ['running', 'new'])) === 0, 500);
	const failed = (await client.listExecutions(saved.id)).find(({ status }) => status !== 'success');
	if (failed !== undefined) throw new TypeError(`"${workflow.name}" ended as ${failed.status}.`);
	return Math.max(0, spent - idle * lasted) / executions.length;
}

/** CPU time that an n8n at rest takes, in milliseconds for each millisecond. */
async function idleOf(n8n: MeasuredN8n): Promise<number> {
	await pause(5_000);
	const [from, began] = [n8n.cpuMs(), Date.now()];
	await pause(windowMs);
	return (n8n.cpuMs() - from) / (Date.now() - began);
}

/** What the recipe "Podcast to Approved Shorts" takes while there is nothing to do: no new episode, and no clip that is due. */
export const recipe: Benchmark = async (tell) => {
	const receivers = await startReceivers();
	try {
		receivers.showVideos(
			Array.from({ length: EPISODES }, (_, index) => ({
				title: `Episode ${EPISODES - index}`,
				link: `https://www.youtube.com/watch?v=episode-${EPISODES - index}`,
				daysAgo: 2 + index * 7,
			})),
		);
		return await withPlace({ processingSeconds: 0 }, async ({ open }) => {
			const n8n = await open();
			const workflows = RECIPE.map(({ file }) => hurried(withReceivers(example(file), receivers.origin)));
			// The first execution finds an episode, the next one submits it, and the last one keeps its clips.
			const [clip] = workflows;
			for (let run = 0; clip !== undefined && run < 3; run += 1) await n8n.execute(clip);
			const clips = await new Tables(() => n8n.host.client).rows('Podcast Clips');
			if (clips.length === 0) throw new TypeError('The recipe has kept no clips.');
			const schedule = workflows[0]?.nodes.find(({ type }) => type === scheduleTrigger);
			if (schedule === undefined) throw new TypeError('The recipe has no schedule.');
			const nothing = flow('Nothing', [schedule, node('After', 'n8n-nodes-base.noOp')]);
			const [ours, peer, each]: [number[], number[], number[][]] = [[], [], []];
			// The first round only warms up.
			for (let round = 0; round <= rounds; round += 1) {
				tell(`round ${round} of ${rounds}, three minutes`);
				const idle = await idleOf(n8n);
				const taken: number[] = [];
				for (const workflow of workflows) taken.push(await cpuOf(n8n, workflow, idle));
				const bare = await cpuOf(n8n, nothing, idle);
				if (round === 0) continue;
				const anHour = (cpu: (index: number) => number) =>
					RECIPE.reduce((sum, { aDay }, index) => sum + (cpu(index) * aDay) / 24, 0) / 1_000;
				ours.push(anHour((index) => taken[index] ?? NaN));
				peer.push(anHour(() => bare));
				each.push(taken);
			}
			const means = RECIPE.map((_, index) => {
				const sum = each.reduce((total, taken) => total + (taken[index] ?? NaN), 0);
				return (sum / each.length).toFixed(0);
			});
			const figure: Figure = {
				name: 'CPU of the recipe "Podcast to Approved Shorts" at rest, an hour',
				unit: 's',
				ours: summarize(...ours),
				peer: { name: 'the same schedules with nothing behind them', ...summarize(...peer) },
				note: `beyond what an idle n8n takes: ${means.join(', ')} ms for an execution of each of its workflows, measured with a schedule of ${everySeconds} seconds, times 4, 1/24 and 4 in an hour; ${EPISODES} episodes in the feed, none of them new, ${clips.length} clips that wait for a decision`,
			};
			return [{ node: n8n.node, figures: [figure] }];
		});
	} finally {
		await receivers.close();
	}
};
