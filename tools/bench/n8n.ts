/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod/v3';
import {
	credentialFor,
	explainFailure,
	fetchOnce,
	manualTriggerOf,
	openHost,
	saveCredential,
	withCredential,
	type Execution,
	type Host,
	type SavedWorkflow,
	type Workflow,
} from '../host';
import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator';

/** A real n8n in regular mode, whose use of the machine can be measured (on Linux). */
export interface MeasuredN8n {
	host: Host;
	/** The version of the Node that runs it. */
	node: string;
	/** CPU time of all threads of its process so far, in milliseconds. */
	cpuMs(): number;
	/** Saves a workflow with the credentials that its nodes need. */
	save(workflow: Workflow): Promise<SavedWorkflow>;
	publish(workflow: Workflow): Promise<SavedWorkflow>;
	/** Runs a workflow that a person starts, to its end, which has to be a good one. */
	execute(workflow: Workflow): Promise<Execution>;
	/** Runs one that is saved, once more, from a trigger that a person starts. */
	press(workflow: SavedWorkflow, trigger?: string): Promise<Execution>;
	/** Stops all executions that wait. */
	stopAll(): Promise<void>;
	/** Starts a run of a published workflow by its webhook. */
	call(path: string, body: object): Promise<void>;
}

/** Where things are measured: a simulated service, and as many n8n as are asked for. */
export interface Place {
	simulator: Simulator;
	open: () => Promise<MeasuredN8n>;
}

/** The version of a Node, without the "v". */
export const versionOf = (node: string): string =>
	execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().replace(/^v/, '');

/** The system counts CPU time in hundredths of a second; user and system time follow twelve fields behind the name. */
export function cpuMsOf(pid: number): number {
	const [user = NaN, system = NaN] = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /s, '')
		.split(' ')
		.slice(11, 13)
		.map(Number);
	return (user + system) * 10;
}

const memoryOf = (pid: number): number =>
	Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** What something gives, and megabytes that n8n has at its peak meanwhile, on top of what it had before. */
export async function withPeakMemory<T>(
	{ host }: MeasuredN8n,
	work: () => Promise<T>,
): Promise<{ result: T; extra: number }> {
	const before = memoryOf(host.n8n.pid);
	let peak = before;
	const timer = setInterval(() => (peak = Math.max(peak, memoryOf(host.n8n.pid))), 20);
	try {
		return { result: await work(), extra: peak - before };
	} finally {
		clearInterval(timer);
	}
}

/** Milliseconds from the first start of a node to the last end of another one, or of itself. */
export function lastedFrom({ nodes }: Execution, first: string, last = first): number {
	const [began, end] = [nodes[first]?.[0], nodes[last]?.at(-1)];
	if (began?.startTime === undefined || end?.startTime === undefined || end.executionTime === undefined) {
		throw new TypeError(`"${first}" or "${last}" did not run.`);
	}
	return end.startTime + end.executionTime - began.startTime;
}

async function prepare(host: Host, simulator: Simulator): Promise<MeasuredN8n> {
	const { client } = host;
	const ours = await saveCredential(client, credentialFor(simulator));
	const data = { name: simulator.headerName, value: simulator.apiKey };
	const header = await saveCredential(client, { name: 'API key', type: 'httpHeaderAuth', data });
	const save = async (workflow: Workflow) =>
		await client.createWorkflow(withCredential(workflow, ours, header));
	const press = async (workflow: SavedWorkflow, trigger = 'Start') => {
		const id = await client.runWorkflow(workflow.id, trigger);
		const execution = await client.waitForExecution(id ?? '');
		if (execution.status !== 'success') throw new Error(explainFailure(execution));
		return execution;
	};
	return {
		host,
		node: versionOf(host.runtime.node),
		cpuMs: () => cpuMsOf(host.n8n.pid),
		save,
		publish: async (workflow) => {
			const saved = await save(workflow);
			await client.activateWorkflow(saved);
			return saved;
		},
		execute: async (workflow) => await press(await save(workflow), manualTriggerOf(workflow).name),
		press,
		stopAll: async () => {
			const filter = { workflowId: 'all', status: ['waiting'] };
			const path = '/rest/executions/stopMany';
			await client.session.call({ method: 'POST', path, body: { filter }, read: z.unknown() });
		},
		call: async (path, body) => {
			const answer = await fetchOnce(`${host.n8n.url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			await answer.arrayBuffer();
			if (!answer.ok) throw new TypeError(`The webhook ${path} answered ${answer.status}.`);
		},
	};
}

/** Runs something with a simulated service and as many n8n as it asks for, and ends them all. */
export async function withPlace<T>(
	settings: SimulatorOptions,
	use: (place: Place) => Promise<T>,
): Promise<T> {
	const simulator = await startSimulator({ submissionLimits: null, ...settings });
	const opened: Host[] = [];
	const open = async () => {
		const host = await openHost();
		opened.push(host);
		return await prepare(host, simulator);
	};
	try {
		return await use({ simulator, open });
	} finally {
		await Promise.allSettled(opened.map(async (host) => await host.close()));
		await simulator.close();
	}
}
