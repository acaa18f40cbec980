import { randomUUID } from 'node:crypto';
import { flow, loopFlow, node, parkedClip, startWith } from '../../e2e/flows';
import { buildPackage, explainFailure, manualTriggerOf, quiet, until, type WorkflowNode } from '../../host';
import { startSimulator, type Simulator } from '../../simulator';
import type { Benchmark, BenchOptions, BenchResult } from '../figure';
import { beyondRest } from '../server/atRest';
import { openMeasured, type MeasuredN8n } from '../server/measured';
import { readPeer, withVideo } from '../server/peers';

/** Videos of one run: so many that what n8n takes for the run itself counts for little. */
const videos = 50;
const rounds = 7;

/** The node that submits, on either side. */
const submits = 'Submit';

/** Videos that no run before had: n8n's Remove Duplicates would drop them. */
const items = (count: number) =>
	Array.from({ length: count }, () => ({ videoUrl: `https://media.example.com/${randomUUID()}/talk.mp4` }));

/** Create, which writes each submission down before it is sent. */
const create = parkedClip(submits, {
	operation: 'create',
	videoUrl: '={{ $json.videoUrl }}',
	waitForClips: false,
	submissionOptions: { submissionsPerMinute: 600 },
});

/** The POST alone. */
function post(simulator: Simulator): WorkflowNode {
	const { nodes } = readPeer('asks-only.json', simulator, withVideo('{{ $json.videoUrl }}'));
	const found = nodes.find(({ name }) => name === submits);
	if (found === undefined) throw new TypeError('The peer submits nothing.');
	return found;
}

/** How often a submission is noted in n8n's memory of processed items: written down, seen there, and closed. */
const notes = 3;

/** n8n's own node for that memory, as often as these nodes use it. */
const noting = Array.from({ length: notes }, (_, index) =>
	node(`Note ${index + 1}`, 'n8n-nodes-base.removeDuplicates', {
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: '={{ $json.videoUrl }}',
			options: {},
		},
	}),
);

/** What a run took, in milliseconds. */
interface Taken {
	/** CPU time of n8n, without what it takes at rest. */
	cpu: number;
	/** From the start of the node that submits to its end. */
	submitting: number;
}

/** How long an n8n at rest is watched before each run, in milliseconds. */
const restMs = 5_000;

async function execute(
	n8n: MeasuredN8n,
	simulator: Simulator,
	nodes: readonly WorkflowNode[],
	count: number,
	inLoop = false,
): Promise<Taken> {
	const start = startWith('Videos', items(count));
	const workflow = inLoop
		? loopFlow('Submissions', start, [...nodes])
		: flow('Submissions', [...start, ...nodes]);
	const saved = await n8n.save(workflow);
	const expected = simulator.ledger.length + (nodes.length === 0 ? 0 : count);
	const { result: id, cpuMs } = await beyondRest(n8n, restMs, async () => {
		const started = (await n8n.client.runWorkflow(saved.id, manualTriggerOf(workflow).name)) ?? '';
		// To look at n8n is work for it.
		await until(() => simulator.ledger.length >= expected);
		const ended = async () => await n8n.client.countExecutions(saved.id, 'manual', ['success', 'error']);
		await until(async () => (await ended()) > 0, 200);
		return started;
	});
	const execution = await n8n.client.waitForExecution(id);
	if (execution.status !== 'success') throw new TypeError(explainFailure(execution));
	return {
		cpu: cpuMs,
		submitting: execution.nodes[submits]?.[0]?.executionTime ?? 0,
	};
}

const PEER = 'HTTP Request: the POST alone';

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	const simulator = await startSimulator({ submissionLimits: null, processingSeconds: 1_000_000 });
	const n8n = await openMeasured(simulator, await buildPackage(quiet));
	try {
		const alone = post(simulator);
		const take = async (nodes: readonly WorkflowNode[], count: number, inLoop?: boolean) =>
			await execute(n8n, simulator, nodes, count, inLoop);
		const taken: Record<'ours' | 'alone' | 'stored' | 'looped' | 'noted', Taken[]> = {
			ours: [],
			alone: [],
			stored: [],
			looped: [],
			noted: [],
		};
		for (let round = 0; round <= rounds; round += 1) {
			tell(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
			const fresh = {
				ours: await take([create], videos),
				alone: await take([alone], videos),
				stored: await take([], 1),
				looped: await take([alone], videos, true),
				noted: await take([...noting, alone], videos, true),
			};
			if (round === 0) continue;
			for (const side of ['ours', 'alone', 'stored', 'looped', 'noted'] as const)
				taken[side].push(fresh[side]);
		}
		const cpuOf = (runs: Taken[]) => runs.map(({ cpu }) => cpu / videos);
		const [posts, looped, noted] = [cpuOf(taken.alone), cpuOf(taken.looped), cpuOf(taken.noted)];
		// What is not of the loop: the submission, and its notes.
		const least = posts.map((post, round) => post + (noted[round] ?? NaN) - (looped[round] ?? NaN));
		const note = `${videos} videos in a run, SQLite; without what an idle n8n takes`;
		return {
			figures: [
				{
					name: 'CPU of n8n for a submission with its journal',
					unit: 'ms',
					ours: cpuOf(taken.ours),
					peer: { name: PEER, sample: posts },
					goal: { atMost: 1.5, of: 'ratio' },
					note,
				},
				{
					name: "CPU of n8n for a submission with its journal, against n8n's own part",
					unit: 'ms',
					ours: cpuOf(taken.ours),
					peer: {
						name: `HTTP Request, and n8n's own Remove Duplicates ${notes} times for its memory of items`,
						sample: least,
					},
					goal: { atMost: 1.1, of: 'ratio' },
					note: `${note}; measured in n8n's loop, without what the loop takes`,
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
					note: `${note}; nearly all of it is a pause in which other processes of n8n may show that they have erased the entry; the service answers at once here`,
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
