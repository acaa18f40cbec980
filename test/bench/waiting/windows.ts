/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { flow, node } from '../../e2e/flows';
import type { MeasuredN8n } from '../server/measured';
import { type Crowd, untilSubmitted } from './crowd';

/** n8n looks for parked executions once a minute, so only whole minutes compare. */
export const windowMs = 60_000;

/** Longer than the first pause of either way to wait, so that all are under way. */
export const settleMs = 75_000;

/** What a crowd took, one number for each minute of watching. */
export interface Taken {
	/** Milliseconds of CPU time of n8n per project and minute, without what an idle n8n takes. */
	cpu: number[];
	/** Questions to the service per project and minute. */
	requests: number[];
	/** What n8n holds in MB after a collection. */
	memory: number[];
}

/** Lets an n8n run something, so that it has loaded what every run needs. */
async function warmUp(n8n: MeasuredN8n): Promise<void> {
	const parameters = { path: 'idle', options: {} };
	const start = node('Start', 'n8n-nodes-base.webhook', { typeVersion: 2.1, parameters, webhookId: 'idle' });
	await n8n.publish(flow('Idle', [start, node('After', 'n8n-nodes-base.noOp')]));
	await fetch(`${n8n.webhookUrl}/webhook/idle`);
}

/**
 * Starts the runs of all crowds, and waits until they have settled.
 *
 * @param idle - an n8n that is to do nothing else
 * @param within - milliseconds until the service must have all projects
 */
export async function gather(crowds: readonly Crowd[], idle: MeasuredN8n, within: number): Promise<void> {
	await Promise.all([warmUp(idle), ...crowds.map(async (crowd) => await crowd.start())]);
	await untilSubmitted(crowds, within);
	await pause(settleMs);
}

/**
 * Watches crowds that wait, side by side, for some minutes.
 *
 * @param idle - an n8n of the same kind that does nothing
 * @returns what each of these crowds took; it throws a TypeError for another one
 */
export async function watch(
	crowds: readonly Crowd[],
	idle: MeasuredN8n,
	minutes: number,
): Promise<(crowd: Crowd) => Taken> {
	const taken = new Map<Crowd, Taken>(crowds.map((crowd) => [crowd, { cpu: [], requests: [], memory: [] }]));
	const cpuOf = async (n8n: MeasuredN8n) => (await n8n.usage()).cpuMs;
	const now = async () => ({
		at: Date.now(),
		idle: await cpuOf(idle),
		crowds: new Map(await Promise.all(crowds.map(async (crowd) => [crowd, await cpuOf(crowd.n8n)] as const))),
	});
	for (let minute = 0; minute < minutes; minute += 1) {
		const from = await now();
		await pause(windowMs);
		const to = await now();
		const minutesPassed = (to.at - from.at) / windowMs;
		for (const [crowd, own] of taken) {
			const spent = (to.crowds.get(crowd) ?? 0) - (from.crowds.get(crowd) ?? 0);
			own.cpu.push((spent - (to.idle - from.idle)) / crowd.size / minutesPassed);
			own.requests.push(crowd.questions(from.at, to.at).length / crowd.size / minutesPassed);
			own.memory.push((await crowd.n8n.usage(true)).heldMb);
		}
	}
	return (crowd) => {
		const own = taken.get(crowd);
		if (own === undefined) throw new TypeError(`Nobody has watched the crowd ${crowd.way}.`);
		return own;
	};
}
