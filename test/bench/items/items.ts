/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/v3';
import { flow, parkedClip } from '../../e2e/flows';
import { buildPackage, itemsOf, manualTriggerOf, quiet, type Execution, type Workflow } from '../../host';
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

async function execute(n8n: MeasuredN8n, { workflow }: Side): Promise<Execution> {
	const saved = await n8n.save(workflow);
	const id = await n8n.client.runWorkflow(saved.id, manualTriggerOf(workflow).name);
	return await n8n.client.waitForExecution(id ?? '', 120_000);
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
		const sides = sidesFor(simulator, await createProjects(simulator, 1000));
		const [ours, peer]: [number[], number[]] = [[], []];
		// The first run of each only warms up, and shows that both give the same.
		const [a, b] = [await execute(n8n, sides.ours), await execute(n8n, sides.peer)];
		if (!isDeepStrictEqual(itemsWithoutLinks(a, sides.ours), itemsWithoutLinks(b, sides.peer))) {
			throw new TypeError('Get and the peer give different items.');
		}
		for (let round = 0; round < (short ? 2 : 7); round += 1) {
			ours.push(paceOf(await execute(n8n, sides.ours), sides.ours));
			peer.push(paceOf(await execute(n8n, sides.peer), sides.peer));
			tell(`${Math.round(ours.at(-1) ?? 0)} and ${Math.round(peer.at(-1) ?? 0)} items a second`);
		}
		return {
			figures: [
				{
					name: 'Get over 1,000 ready projects',
					unit: 'items/s',
					ours,
					peer: { name: 'HTTP Request, Split Out, Code', sample: peer },
					goal: { atLeast: 1.5, of: 'ratio' },
					note: `${itemsOf(a, 'Get').length} clips; the same items come out of both; HTTP Request without batching, as fast as it goes`,
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
