/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/v3';
import { flow, parkedClip } from '../../e2e/flows';
import {
	buildPackage,
	itemsOf,
	manualTriggerOf,
	quiet,
	type Execution,
	until,
	type Workflow,
} from '../../host';
import { startSimulator, type Simulator } from '../../simulator';
import type { Benchmark, BenchOptions, BenchResult } from '../figure';
import { beginOf, endOf } from '../server/executions';
import { openMeasured, type MeasuredN8n } from '../server/measured';
import { readPeer } from '../server/peers';
import { createProjects } from '../server/projects';

/** The nodes of the peer that give the projects, which both workflows share. */
const shared = ['Start', 'Projects in One', 'Projects'];

/** A side of the comparison: from its first node that is its own to its last one. */
interface Side {
	workflow: Workflow;
	first: string;
	last: string;
}

function sidesFor(simulator: Simulator, projectIds: readonly string[]): { ours: Side; peer: Side } {
	const read = readPeer('get-clips.json', simulator);
	const jsonOutput = JSON.stringify({ items: projectIds.map((projectId) => ({ projectId })) });
	const nodes = read.nodes.map((each) =>
		each.name === 'Projects in One' ? { ...each, parameters: { ...each.parameters, jsonOutput } } : each,
	);
	const get = parkedClip('Get', { operation: 'get', projectId: '={{ $json.projectId }}' });
	const ours = flow('Get', [...nodes.filter(({ name }) => shared.includes(name)), get]);
	return {
		ours: { workflow: ours, first: 'Get', last: 'Get' },
		peer: { workflow: { ...read, nodes }, first: 'Query Project', last: 'Clip Fields' },
	};
}

/** A run of a side. */
interface Run {
	execution: Execution;
	/** CPU time of n8n in milliseconds, until the execution was stored. */
	cpuMs: number;
}

async function execute(n8n: MeasuredN8n, { workflow }: Side): Promise<Run> {
	const saved = await n8n.save(workflow);
	const before = await n8n.usage(true);
	const id = (await n8n.client.runWorkflow(saved.id, manualTriggerOf(workflow).name)) ?? '';
	// To read the execution itself is work for n8n.
	const ended = async () => await n8n.client.countExecutions(saved.id, 'manual', ['success', 'error']);
	await until(async () => (await ended()) > 0, 100);
	const { cpuMs } = await n8n.usage();
	return { execution: await n8n.client.waitForExecution(id), cpuMs: cpuMs - before.cpuMs };
}

const clip = z.object({ videoUrl: z.string(), expiresAt: z.string() }).passthrough();

/** The items of a side; every query makes links of its own. */
const itemsWithoutLinks = (execution: Execution, { last }: Side) =>
	itemsOf(execution, last).map(({ json }) => {
		const { videoUrl, expiresAt, ...others } = clip.parse(json);
		return { ...others, hasLink: videoUrl !== '' && expiresAt !== '' };
	});

/** Items a second. */
function paceOf(execution: Execution, { first, last }: Side): number {
	const [began, ended] = [beginOf(execution, first), endOf(execution, last)];
	if (began === undefined || ended === undefined) throw new TypeError(`"${last}" did not run.`);
	return (itemsOf(execution, last).length * 1000) / (ended - began);
}

async function run({ short, tell }: BenchOptions): Promise<BenchResult> {
	const simulator = await startSimulator({ submissionLimits: null, processingSeconds: 0 });
	const n8n = await openMeasured(simulator, await buildPackage(quiet));
	try {
		const count = short ? 300 : 1000;
		const sides = sidesFor(simulator, await createProjects(simulator, count));
		// The first run of each only warms up, and shows that both give the same.
		const [first, second] = [await execute(n8n, sides.ours), await execute(n8n, sides.peer)];
		const clips = itemsWithoutLinks(first.execution, sides.ours);
		if (!isDeepStrictEqual(clips, itemsWithoutLinks(second.execution, sides.peer))) {
			throw new TypeError('Get and the peer give different items.');
		}
		const runs: Array<{ ours: Run; peer: Run }> = [];
		for (let round = 0; round < (short ? 3 : 7); round += 1) {
			runs.push({ ours: await execute(n8n, sides.ours), peer: await execute(n8n, sides.peer) });
			tell(`round ${round + 1}`);
		}
		const note = `${clips.length} clips; the same items come out of both; HTTP Request without batching`;
		const peer = 'HTTP Request, Split Out, Code';
		const name = `Get over ${count.toLocaleString('en')} ready projects`;
		return {
			figures: [
				{
					name,
					unit: 'items/s',
					ours: runs.map((run) => paceOf(run.ours.execution, sides.ours)),
					peer: { name: peer, sample: runs.map((run) => paceOf(run.peer.execution, sides.peer)) },
					goal: { atLeast: 1.6, of: 'ratio' },
					// A busy machine slows down the one with ten questions at once more than the one with a thousand.
					slack: 1.6,
					note,
				},
				{
					name: `${name}: CPU time of n8n`,
					unit: 'ms',
					ours: runs.map((run) => run.ours.cpuMs),
					peer: { name: peer, sample: runs.map((run) => run.peer.cpuMs) },
					goal: { atMost: 0.8, of: 'ratio' },
					slack: 1.25,
					note: `${note}; to the end of the execution, without the process in which n8n runs the Code node`,
				},
			],
		};
	} finally {
		await n8n.close();
		await simulator.close();
	}
}

/** Items a second of Get, against HTTP Request with the nodes that make the same items. */
export const items: Benchmark = { name: 'items', inShort: true, run };
