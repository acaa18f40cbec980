import { clipTrigger, flow, node } from '../../e2e/flows';
import { buildPackage, quiet, until, webhookPath, type SavedWorkflow, type WorkflowNode } from '../../host';
import { startSimulator, type Simulator } from '../../simulator';
import { withPeakMemory } from '../server/memory';
import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { openMeasured, type MeasuredN8n } from '../server/measured';
import { createProjects } from '../server/projects';
import { webhook } from './latency';

/** The largest body that a trigger takes. */
const LARGEST = 4 * 1024 * 1024;

/** As many clips as a body may hold. */
const CLIPS = 1_000;

/** How many calls one sample is made of: a single one is over before the garbage collector has looked at it. */
const CALLS = 5;

/** An n8n whose trigger gets the largest calls. */
interface Side {
	n8n: MeasuredN8n;
	workflow: SavedWorkflow;
	url: string;
	calls: number;
	/** Milliseconds of CPU time for each call. */
	cpu: number[];
	/** Megabytes on top of what n8n had before, at the worst. */
	memory: number[];
}

/** A ready project in as many bytes as a call may have. */
function bodyOf(projectId: string): string {
	const bare = {
		videoId: 9_007_199_300,
		videoUrl: `https://media.example/export/ab12.mp4?Expires=1900000000&Signature=${'a1'.repeat(32)}`,
		videoMsDuration: 20_000,
		title: 'Why the tide matters',
		viralScore: '8.5',
		viralReason: 'A surprising shortcut, shown in one sentence.',
		relatedTopic: '["harbour","tides"]',
		clipEditorUrl: 'https://service.example/editor/31550021',
	};
	const envelope = (transcript: string) => ({
		code: 2000,
		projectId,
		videos: Array.from({ length: CLIPS }, (_, index) => ({
			...bare,
			videoId: bare.videoId + index,
			transcript,
		})),
	});
	const room = LARGEST - Buffer.byteLength(JSON.stringify(envelope('')));
	const words = 'We stood at the harbour and counted boats until the light was gone. ';
	return JSON.stringify(envelope(words.repeat(100).slice(0, Math.floor(room / CLIPS))));
}

async function openSide(
	simulator: Simulator,
	tarball: string,
	trigger: WorkflowNode,
	path: string,
): Promise<Side> {
	const n8n = await openMeasured(simulator, tarball);
	const workflow = await n8n.publish(flow(trigger.name, [trigger, node('After', 'n8n-nodes-base.noOp')]));
	return { n8n, workflow, url: `${n8n.webhookUrl}${path}`, calls: 0, cpu: [], memory: [] };
}

async function callOften(side: Side, simulator: Simulator): Promise<void> {
	const { n8n, workflow, url } = side;
	const bodies = (await createProjects(simulator, CALLS)).map(bodyOf);
	const before = await n8n.usage(true);
	const { extra } = await withPeakMemory(n8n.pids()[0] ?? 0, async () => {
		for (const body of bodies) {
			const answer = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body,
			});
			await answer.arrayBuffer();
			if (!answer.ok) throw new TypeError(`"${workflow.name}" answered ${answer.status}.`);
			side.calls += 1;
			const ended = async () => await n8n.client.countExecutions(workflow.id, 'webhook', ['success']);
			await until(async () => (await ended()) >= side.calls, 50);
		}
	});
	side.memory.push(extra);
	side.cpu.push(((await n8n.usage()).cpuMs - before.cpuMs) / CALLS);
}

function figuresOf(ours: Side, peer: Side): Figure[] {
	const name = 'Webhook node';
	const note = 'to the end of a run of two nodes';
	return [
		{
			name: 'CPU of n8n for the largest call',
			unit: 'ms',
			ours: ours.cpu,
			peer: { name, sample: peer.cpu },
			goal: { atMost: 1.25, of: 'ratio' },
			note,
		},
		{
			name: 'Extra memory of n8n for the largest call',
			unit: 'MB',
			ours: ours.memory,
			peer: { name, sample: peer.memory },
			goal: { atMost: 1.25, of: 'ratio' },
			note: `${note}; ${CALLS} calls, one after the other`,
		},
	];
}

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	const simulator = await startSimulator({
		submissionLimits: null,
		processingSeconds: 0,
		webhookDelaySeconds: 1_000_000,
	});
	const sides: Side[] = [];
	try {
		const tarball = await buildPackage(quiet);
		const open = async (trigger: WorkflowNode, path: string): Promise<Side> => {
			const side = await openSide(simulator, tarball, trigger, path);
			sides.push(side);
			return side;
		};
		const trigger = clipTrigger('called');
		const peer = await open(webhook('plain', {}), '/webhook/plain');
		const ours = await open(trigger, webhookPath(trigger));
		for (const side of sides) await callOften(side, simulator);
		for (const side of sides) [side.cpu, side.memory] = [[], []];
		for (let round = 1; round <= 7; round += 1) {
			tell(`${CALLS} calls each, round ${round}`);
			for (const side of sides) await callOften(side, simulator);
		}
		return {
			figures: [...figuresOf(ours, peer)],
		};
	} finally {
		await Promise.allSettled(sides.map(async ({ n8n }) => await n8n.close()));
		await simulator.close();
	}
}

/** What the largest call that the trigger takes costs n8n, against its own Webhook node with the same body. */
export const call: Benchmark = { name: 'call', inShort: false, run };
