/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { clipTrigger, flow, node } from '../beds/flows';
import { fetchOnce, itemsOf, until, type Execution, type SavedWorkflow, type Workflow } from '../host';
import type { Simulator } from '../simulator';
import { type Benchmark, type Figure, median, summarize } from './figure';
import { type MeasuredN8n, withPlace } from './n8n';
import { request, startAt } from './waiting/ways';

/** n8n lists no more executions at once. */
const CALLS = 100;
const PROJECTS = 10;
const rounds = 3;

const spacingMs = 600;

/** Projects get ready after so many calls: the first ones wait, and the last ones find clips. */
const READY_AFTER = CALLS / 2;

/** From the first call to the moment at which CPU time is read: longer than what waits at the end of the calls still takes. */
const windowMs = 75_000;

/** What came of the calls of one round. */
interface Round {
	/** CPU time of n8n for each call, in milliseconds. */
	cpu: number;
	/** Milliseconds until n8n has answered a call, the median. */
	answer: number;
	executions: Execution[];
	projects: string[];
}

async function submit({ baseUrl, headerName, apiKey, ledger }: Simulator, videoUrl: string): Promise<string> {
	const answer = await fetchOnce(`${baseUrl}/open-api/v1/project/create`, {
		method: 'POST',
		headers: { [headerName]: apiKey, 'content-type': 'application/json' },
		body: JSON.stringify({ videoUrl, videoType: 2, preferLength: [0], lang: 'auto' }),
	});
	await answer.arrayBuffer();
	const { projectId } = ledger.at(-1) ?? {};
	if (typeof projectId !== 'string') throw new TypeError('The service took no video.');
	return projectId;
}

let videos = 0;

async function round(
	n8n: MeasuredN8n,
	simulator: Simulator,
	path: string,
	{ id }: SavedWorkflow,
): Promise<Round> {
	const { client } = n8n.host;
	const projects: string[] = [];
	for (let index = 0; index < PROJECTS; index += 1) {
		videos += 1;
		projects.push(await submit(simulator, `https://youtu.be/calls-${videos}`));
	}
	await pause(3_000);
	const [from, began] = [n8n.cpuMs(), performance.now()];
	const answers: Array<Promise<number>> = [];
	for (let call = 0; call < CALLS; call += 1) {
		if (call === READY_AFTER) for (const projectId of projects) simulator.finish(projectId);
		const sent = performance.now();
		const body = { projectId: projects[call % PROJECTS] };
		// A call waits for no other: the service does not, either.
		answers.push(n8n.call(path, body).then(() => performance.now() - sent));
		await pause(Math.max(0, began + (call + 1) * spacingMs - performance.now()));
	}
	const answer = median(await Promise.all(answers));
	await pause(Math.max(0, began + windowMs - performance.now()));
	const running = async () => await client.countExecutions(id, 'webhook', ['running', 'new']);
	await until(async () => (await running()) === 0, 1_000);
	const cpu = (n8n.cpuMs() - from) / CALLS;
	const listed = (await client.listExecutions(id)).slice(0, CALLS);
	const executions: Execution[] = [];
	for (const one of listed) executions.push(await client.getExecution(one.id));
	return { cpu, answer, executions, projects };
}

const project = z.object({ videos: z.array(z.unknown()) });

/** How many clips the service has of a project. */
async function clipsOf({ baseUrl, headerName, apiKey }: Simulator, projectId: string): Promise<number> {
	const url = `${baseUrl}/open-api/v1/project/query/${projectId}`;
	const answer = await fetchOnce(url, { headers: { [headerName]: apiKey } });
	return project.parse(await answer.json()).videos.length;
}

/** Clips that came out more than once, and what is lost: clips, executions, and errors that do not name their project. */
async function accountOf(
	simulator: Simulator,
	{ executions, projects }: Round,
): Promise<{ twice: number; lost: number }> {
	const clips = executions.flatMap((one) => itemsOf(one, 'After').map(({ json }) => json));
	const keys = clips.map(({ projectId, videoId }) => `${String(projectId)}/${String(videoId)}`);
	const silent = executions.filter(
		({ error }) =>
			error !== undefined &&
			!projects.some((id) => `${error.message} ${error.description ?? ''}`.includes(id)),
	);
	let made = 0;
	for (const projectId of projects) made += await clipsOf(simulator, projectId);
	const given = new Set(keys).size;
	return {
		twice: keys.length - given,
		lost: made - given + CALLS - executions.length + silent.length,
	};
}

/** What comes of many calls for few projects that are not ready yet, beside n8n's own Webhook, which asks for the project, too. */
export const calls: Benchmark = async (tell) =>
	await withPlace({ processingSeconds: 1e6 }, async ({ simulator, open }) => {
		const n8n = await open();
		const after = node('After', 'n8n-nodes-base.noOp');
		const url = `=${simulator.baseUrl}/open-api/v1/project/query/{{ $json.body.projectId }}`;
		const peer = (path: string, typeVersion: number): Workflow =>
			flow(path, [{ ...startAt(path), typeVersion }, request('Query', { url }), after]);
		const ways = {
			ours: {
				path: 'clip-calls/webhook',
				workflow: await n8n.publish(flow('Trigger', [clipTrigger('clip-calls'), after])),
			},
			peer: { path: 'webhook-calls', workflow: await n8n.publish(peer('webhook-calls', 2.1)) },
			old: { path: 'old-webhook-calls', workflow: await n8n.publish(peer('old-webhook-calls', 1)) },
		} as const;
		const taken: Record<keyof typeof ways, Round[]> = { ours: [], peer: [], old: [] };
		const warm = await submit(simulator, 'https://youtu.be/calls-warm');
		simulator.finish(warm);
		for (const { path } of Object.values(ways)) {
			for (let call = 0; call < 5; call += 1) await n8n.call(path, { projectId: warm });
		}
		for (let index = 0; index < rounds; index += 1) {
			tell(`round ${index + 1} of ${rounds}, four minutes`);
			taken.ours.push(await round(n8n, simulator, ways.ours.path, ways.ours.workflow));
			taken.peer.push(await round(n8n, simulator, ways.peer.path, ways.peer.workflow));
			taken.old.push(await round(n8n, simulator, ways.old.path, ways.old.workflow));
		}
		const accounts: Array<Awaited<ReturnType<typeof accountOf>>> = [];
		for (const one of taken.ours) accounts.push(await accountOf(simulator, one));
		const failed = taken.ours.map(
			({ executions }) => executions.filter(({ error }) => error !== undefined).length,
		);
		const what = `${CALLS} calls in a minute for ${PROJECTS} projects, which get ready after half of them, in one process`;
		const count = (name: string, unit: string, ours: number[], note: string): Figure => ({
			name,
			unit,
			ours: summarize(...ours),
			goal: { atMost: 0, of: 'absolute' },
			note: `${what}; ${note}`,
		});
		const beside = (name: string, of: 'cpu' | 'answer', way: 'peer' | 'old', goal: number): Figure => ({
			name: way === 'old' ? `${name}, without its short cut` : name,
			unit: 'ms',
			ours: summarize(...taken.ours.map((one) => one[of])),
			peer: {
				name: way === 'old' ? 'Webhook (version 1), HTTP Request' : 'Webhook, HTTP Request',
				...summarize(...taken[way].map((one) => one[of])),
			},
			goal: { atMost: goal, of: 'ratio' },
			note: `${what}; the peer asks once, waits for no project, and gives each as often as it is called`,
		});
		const figures = [
			count(
				'Clips given twice under 100 calls in a minute',
				'clips',
				accounts.map(({ twice }) => twice),
				'each project was called for ten times',
			),
			count(
				'Clips and calls lost under 100 calls in a minute',
				'losses',
				accounts.map(({ lost }) => lost),
				`clips that did not come out, and errors that do not name their project; ${median(failed)} calls ended with an error that does, because ten waited`,
			),
			beside('CPU of a call, 100 in a minute', 'cpu', 'peer', 1.3),
			beside('CPU of a call, 100 in a minute', 'cpu', 'old', 1.3),
			beside('Answer to a call, 100 in a minute', 'answer', 'peer', 1.3),
			beside('Answer to a call, 100 in a minute', 'answer', 'old', 1.3),
		];
		return [{ node: n8n.node, figures }];
	});
