/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { flow, parkedClip, startWith } from '../../e2e/flows';
import { buildPackage, explainFailure, manualTriggerOf, quiet, until, type WorkflowNode } from '../../host';
import { startSimulator, type Simulator } from '../../simulator';
import type { Benchmark, BenchOptions, BenchResult } from '../figure';
import { openMeasured, type MeasuredN8n } from '../server/measured';
import { readPeer } from '../server/peers';

/** Videos of one run: so many that what n8n takes for the run itself counts for little. */
const videos = 50;
const rounds = 5;

/** The node that submits, on either side. */
const submits = 'Submit';

const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		videoUrl: `https://media.example.com/${index}/talk.mp4`,
	}));

/** Create, which writes each submission down before it is sent. */
const create = parkedClip(submits, {
	operation: 'create',
	videoUrl: '={{ $json.videoUrl }}',
	waitForClips: false,
	submissionOptions: { submissionsPerMinute: 600 },
});

/** The POST alone. */
function post(simulator: Simulator): WorkflowNode {
	const { nodes } = readPeer('asks-only.json', simulator, {
		'https://www.youtube.com/watch?v=harbour': '{{ $json.videoUrl }}',
		'"jsonBody":"{': '"jsonBody":"={',
	});
	const found = nodes.find(({ name }) => name === submits);
	if (found === undefined) throw new TypeError('The peer submits nothing.');
	return found;
}

/** What a run took, in milliseconds. */
interface Taken {
	/** CPU time of n8n, without what it takes at rest. */
	cpu: number;
	/** From the start of the node that submits to its end. */
	submitting: number;
}

/** How long an n8n at rest is watched before each run, in milliseconds. */
const restMs = 2_000;

async function execute(
	n8n: MeasuredN8n,
	simulator: Simulator,
	nodes: WorkflowNode[],
	count: number,
): Promise<Taken> {
	const workflow = flow('Submissions', [...startWith('Videos', items(count)), ...nodes]);
	const saved = await n8n.save(workflow);
	const now = async (collect = false) => ({ at: performance.now(), ms: (await n8n.usage(collect)).cpuMs });
	const atRest = await now(true);
	await pause(restMs);
	const before = await now();
	const expected = simulator.ledger.length + nodes.length * count;
	const id = (await n8n.client.runWorkflow(saved.id, manualTriggerOf(workflow).name)) ?? '';
	// To look at n8n is work for it.
	await until(() => simulator.ledger.length >= expected);
	await until(
		async () => (await n8n.client.countExecutions(saved.id, 'manual', ['success', 'error'])) > 0,
		200,
	);
	const after = await now();
	const idle = ((before.ms - atRest.ms) * (after.at - before.at)) / (before.at - atRest.at);
	const execution = await n8n.client.waitForExecution(id);
	if (execution.status !== 'success') throw new TypeError(explainFailure(execution));
	return {
		cpu: after.ms - before.ms - idle,
		submitting: execution.nodes[submits]?.[0]?.executionTime ?? 0,
	};
}

const PEER = 'HTTP Request: the POST alone';

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	const simulator = await startSimulator({ submissionLimits: null, processingSeconds: 1_000_000 });
	const n8n = await openMeasured(simulator, await buildPackage(quiet));
	try {
		const alone = post(simulator);
		const take = async (nodes: WorkflowNode[], count: number) => await execute(n8n, simulator, nodes, count);
		const taken = { ours: new Array<Taken>(), alone: new Array<Taken>(), stored: new Array<Taken>() };
		for (let round = 0; round <= rounds; round += 1) {
			tell(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
			const [ours, other, stored] = [
				await take([create], videos),
				await take([alone], videos),
				await take([], 1),
			];
			if (round === 0) continue;
			taken.ours.push(ours);
			taken.alone.push(other);
			taken.stored.push(stored);
		}
		const cpuOf = (runs: Taken[]) => runs.map(({ cpu }) => cpu / videos);
		const note = `${videos} videos in a run, SQLite; without what an idle n8n takes`;
		return {
			figures: [
				{
					name: 'CPU of n8n for a submission with its journal',
					unit: 'ms',
					ours: cpuOf(taken.ours),
					peer: { name: PEER, sample: cpuOf(taken.alone) },
					goal: { atMost: 1.5, of: 'ratio' },
					note,
				},
				{
					name: 'CPU of n8n for a submission with its journal, against one execution',
					unit: 'ms',
					ours: cpuOf(taken.ours),
					peer: {
						name: 'to run and store an execution of three nodes that do nothing',
						sample: taken.stored.map(({ cpu }) => cpu),
					},
					goal: { atMost: 1, of: 'ratio' },
					note,
				},
				{
					name: 'Time that the journal adds to a submission',
					unit: 'ms',
					ours: taken.ours.map(
						({ submitting }, index) => (submitting - (taken.alone[index]?.submitting ?? 0)) / videos,
					),
					goal: { atMost: 500, of: 'absolute' },
					note: `${note}; half of it is a pause in which other processes of n8n may show that they have erased the entry; the service answers at once here`,
				},
			],
		};
	} finally {
		await n8n.close();
		await simulator.close();
	}
}

/** What it takes to write a submission down before it is sent. */
export const journal: Benchmark = { name: 'journal', inShort: false, run };
