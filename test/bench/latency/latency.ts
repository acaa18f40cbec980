import { clipTrigger, flow, node } from '../../e2e/flows';
import { buildPackage, quiet, until, webhookPath, type SavedWorkflow, type WorkflowNode } from '../../host';
import { startSimulator, type Simulator } from '../../simulator';
import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { beginOf } from '../server/executions';
import { openMeasured, type MeasuredN8n } from '../server/measured';
import { createProjects } from '../server/projects';
import { median } from '../statistics';

/** The node that starts when a trigger has done its work. */
const after = 'Clips Ready';

/** A trigger whose calls are measured. */
interface Side {
	url: string;
	workflow: SavedWorkflow;
	/** When the calls of the service began, in epoch milliseconds. */
	calledAt: number[];
	/** Milliseconds from the call to its answer. */
	answered: number[];
}

async function openSide(n8n: MeasuredN8n, name: string, trigger: WorkflowNode, url: string): Promise<Side> {
	const workflow = await n8n.publish(flow(name, [trigger, node(after, 'n8n-nodes-base.noOp')]));
	return { url, workflow, calledAt: [], answered: [] };
}

/** n8n's own Webhook node; an expression in it keeps n8n from a short cut that it has for this node only. */
export function webhook(path: string, options: object): WorkflowNode {
	const parameters = { path, httpMethod: 'POST', options };
	return node('Webhook', 'n8n-nodes-base.webhook', { typeVersion: 2.1, parameters, webhookId: path });
}

async function openSides(n8n: MeasuredN8n) {
	const trigger = clipTrigger('clips-ready');
	const urlOf = (path: string) => `${n8n.webhookUrl}/webhook/${path}`;
	return {
		ours: await openSide(n8n, 'Clip Trigger', trigger, `${n8n.webhookUrl}${webhookPath(trigger)}`),
		plain: await openSide(n8n, 'Webhook', webhook('plain', {}), urlOf('plain')),
		expression: await openSide(
			n8n,
			'Webhook with an expression',
			webhook('expression', { ignoreBots: '={{ false }}' }),
			urlOf('expression'),
		),
	};
}

/** Lets the service call a trigger for a project that has just got ready, and waits until the run has ended. */
async function call(n8n: MeasuredN8n, simulator: Simulator, side: Side): Promise<void> {
	simulator.configure({ webhookUrl: side.url });
	const [projectId = ''] = await createProjects(simulator, 1);
	const began = performance.now();
	const { at, status } = await simulator.deliver(projectId);
	side.answered.push(performance.now() - began);
	side.calledAt.push(at);
	if (status !== 200) throw new TypeError(`"${side.workflow.name}" answered ${status ?? 'nothing'}.`);
	const ended = async () => await n8n.client.countExecutions(side.workflow.id, 'webhook', ['success']);
	await until(async () => (await ended()) >= side.calledAt.length, 100);
}

/** Seconds from each call to the start of the next node. */
async function delays(n8n: MeasuredN8n, { workflow, calledAt }: Side): Promise<number[]> {
	const executions = await n8n.client.waitForExecutionsOf(workflow.id, calledAt.length);
	const begins = executions.flatMap((execution) => beginOf(execution, after) ?? []).sort((a, b) => a - b);
	return begins.map((began, index) => (began - (calledAt[index] ?? 0)) / 1000);
}

/** What came of the calls of a side. */
interface Measured {
	/** Seconds from each call to the start of the next node. */
	delays: number[];
	/** Milliseconds from each call to its answer. */
	answered: number[];
}

function figuresOf(ours: Measured, plain: Measured, expression: Measured): Figure[] {
	const others = median(plain.delays).toFixed(3);
	return [
		{
			name: 'From the call of the service to the next node: Clip Trigger, beyond the Webhook node',
			unit: 's',
			ours: ours.delays.map((delay, index) => delay - (plain.delays[index] ?? 0)),
			goal: { atMost: 0.5, of: 'absolute' },
			note: `calls taken in turns; the Webhook node itself takes ${others} s, but asks nobody whether the call is true`,
		},
		{
			name: 'Answer to the call of the service: Clip Trigger',
			unit: 'ms',
			ours: ours.answered,
			peer: { name: 'Webhook node with an expression', sample: expression.answered },
			goal: { atMost: 1.2, of: 'ratio' },
		},
		{
			name: 'Answer to the call of the service: Clip Trigger, against a Webhook node without expressions',
			unit: 'ms',
			ours: ours.answered,
			peer: { name: 'Webhook node', sample: plain.answered },
			goal: { atMost: 4, of: 'ratio' },
			note: 'n8n prepares its expression engine for each call, but not for its own Webhook node when that has no expression',
		},
	];
}

const rounds = 40;

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	// The calls are made by hand, so that each comes when nothing else happens.
	const simulator = await startSimulator({
		submissionLimits: null,
		processingSeconds: 0,
		webhookDelaySeconds: 1_000_000,
	});
	const n8n = await openMeasured(simulator, await buildPackage(quiet));
	try {
		const sides = await openSides(n8n);
		const all = Object.values(sides);
		for (const side of all) await call(n8n, simulator, side);
		for (const side of all) side.answered = [];
		tell(`${rounds} calls each`);
		for (let round = 0; round < rounds; round += 1) {
			for (const side of all) await call(n8n, simulator, side);
		}
		const read = async (side: Side): Promise<Measured> => ({
			// The first call of each only warmed up.
			delays: (await delays(n8n, side)).slice(1),
			answered: side.answered,
		});
		const measured = [await read(sides.ours), await read(sides.plain), await read(sides.expression)] as const;
		return { figures: figuresOf(...measured) };
	} finally {
		await n8n.close();
		await simulator.close();
	}
}

/** From "clips are ready" to the next node: the trigger against n8n's own Webhook node. */
export const latency: Benchmark = { name: 'latency', inShort: false, run };
