/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod/v3';
import { Bed } from '../beds/bed';
import {
	explainFailure,
	manualTriggerOf,
	saveCredential,
	type Execution,
	type SavedWorkflow,
	type Workflow,
} from '../host';
import { logFileOf } from '../host/paths';
import type { SimulatorOptions } from '../simulator';

/** The version of a Node, without the "v". */
export const versionOf = (node: string): string =>
	execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().replace(/^v/, '');

let opened = 0;

/** A real n8n and a simulated service, whose use of the machine can be measured (on Linux). */
export class MeasuredBed extends Bed {
	constructor() {
		super({ logFile: logFileOf(`n8n-bench-${(opened += 1)}`) });
	}

	override async open(settings: SimulatorOptions = {}): Promise<void> {
		await super.open(settings);
		const data = { name: this.simulator.headerName, value: this.simulator.apiKey };
		const header = { name: 'API key', type: 'httpHeaderAuth', data };
		this.otherCredentials.push(await saveCredential(this.client, header));
	}

	/** The version of the Node that runs it. */
	get node(): string {
		return versionOf(this.host.runtime.node);
	}

	/** CPU time of all threads of its process so far, in milliseconds. */
	cpuMs(): number {
		// The system counts it in hundredths of a second; user and system time follow twelve fields behind the name.
		const [user = NaN, system = NaN] = readFileSync(`/proc/${this.host.n8n.pid}/stat`, 'utf8')
			.replace(/^.*\) /s, '')
			.split(' ')
			.slice(11, 13)
			.map(Number);
		return (user + system) * 10;
	}

	/** What something gives, and megabytes that n8n has at its peak meanwhile, on top of what it had before. */
	async withPeakMemory<T>(work: () => Promise<T>): Promise<{ result: T; extra: number }> {
		const memory = () =>
			Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${this.host.n8n.pid}/status`, 'utf8'))?.[1]) / 1024;
		const before = memory();
		let peak = before;
		const timer = setInterval(() => (peak = Math.max(peak, memory())), 20);
		try {
			return { result: await work(), extra: peak - before };
		} finally {
			clearInterval(timer);
		}
	}

	/** Runs a workflow that a person starts. */
	async execute(workflow: Workflow): Promise<Execution> {
		return await this.press(await this.save(workflow), manualTriggerOf(workflow).name);
	}

	/** Runs one that is saved, to its end, which has to be a good one. */
	async press({ id }: SavedWorkflow, trigger = 'Start'): Promise<Execution> {
		const execution = await this.client.waitForExecution((await this.client.runWorkflow(id, trigger)) ?? '');
		if (execution.status !== 'success') throw new Error(explainFailure(execution));
		return execution;
	}

	/** Stops all executions that wait. */
	async stopAll(): Promise<void> {
		const filter = { workflowId: 'all', status: ['waiting'] };
		const path = '/rest/executions/stopMany';
		await this.client.session.call({ method: 'POST', path, body: { filter }, read: z.unknown() });
	}

	/** Starts a run of a published workflow by its webhook. */
	async call(path: string, body: object): Promise<void> {
		const status = await this.post(`/webhook/${path}`, JSON.stringify(body));
		if (status !== 200) throw new TypeError(`The webhook ${path} answered ${status}.`);
	}
}

/** Runs something with as many beds as it asks for, and ends them all. */
export async function withBeds<T>(use: (open: () => Promise<MeasuredBed>) => Promise<T>): Promise<T> {
	const beds: MeasuredBed[] = [];
	const open = async () => {
		const bed = new MeasuredBed();
		beds.push(bed);
		await bed.open();
		return bed;
	};
	try {
		return await use(open);
	} finally {
		await Promise.allSettled(beds.map(async (bed) => await bed.close()));
	}
}

/** Milliseconds from the start of a node to its last end. */
export function lastedFrom({ nodes }: Execution, name: string): number {
	const [began, end] = [nodes[name]?.[0], nodes[name]?.at(-1)];
	if (began?.startTime === undefined || end?.startTime === undefined || end.executionTime === undefined)
		throw new TypeError(`"${name}" did not run.`);
	return end.startTime + end.executionTime - began.startTime;
}
