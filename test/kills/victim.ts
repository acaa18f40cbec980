/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logFileOf } from '../host/paths';
import type { Member } from '../host';
import { Bed } from '../e2e/bed';
import { forgetCrash, type Mortal } from '../e2e/mortal';
import { QueueBed } from '../e2e/queueBed';
import type { Stage } from '../e2e/stage';
import { processingSeconds } from './batch';
import type { Mode, Target } from './plan';
import { numberFrom, numberFromFile } from './sql';

/** A real n8n that is killed again and again. */
export interface Victim {
	readonly mode: Mode;
	readonly stage: Stage;
	/**
	 * Ends processes at once, as a power cut would.
	 *
	 * @param executionIds - what the worker was running that is to be hit
	 * @returns the names of those that died
	 */
	kill(target: Target, executionIds: readonly string[]): Promise<string[]>;
	/** Starts again what was killed. */
	restart(): Promise<void>;
	/** Everything that its processes have logged. */
	logs: () => string;
	/** How many items n8n remembers as processed by the nodes of a workflow. */
	processedBy: (workflowId: string) => Promise<number>;
	close(): Promise<void>;
}

/** A process of n8n. */
interface Process extends Mortal {
	name: string;
	logFile: string;
}

const settings = { processingSeconds: processingSeconds.usual };

/** What a kill needs of n8n's log: which worker began which execution, and which project was created. */
const logging = { N8N_LOG_LEVEL: 'info' };

const textOf = ({ logFile }: Process): string => readFileSync(logFile, 'utf8');

/** The worker that began last to run one of some executions, or anything: only the log knows. */
function workerOf(workers: readonly Member[], executionIds: readonly string[]): Member | undefined {
	const began = new RegExp(`Worker started execution (?:${executionIds.join('|') || '\\d+'})\\b`);
	// The time at the beginning of the line, where there is such a line.
	const lastOf = (worker: Member) =>
		textOf(worker)
			.split('\n')
			.filter((line) => began.test(line))
			.at(-1) ?? '';
	const lasts = workers.map((worker) => ({ worker, last: lastOf(worker) }));
	return lasts.sort((one, other) => other.last.localeCompare(one.last))[0]?.worker;
}

function victim(
	mode: Mode,
	stage: Stage,
	processes: () => readonly Process[],
	chosen: (target: Target, executionIds: readonly string[]) => readonly Process[],
	processedBy: Victim['processedBy'],
): Victim {
	const dead: Process[] = [];
	return {
		mode,
		stage,
		kill: async (target, executionIds) => {
			const dying = chosen(target, executionIds);
			dead.push(...dying);
			await Promise.all(dying.map((process) => process.kill()));
			return dying.map(({ name }) => name);
		},
		restart: async () => {
			await Promise.all(
				dead.splice(0).map(async (process) => {
					forgetCrash(process);
					await process.restart();
				}),
			);
		},
		logs: () => processes().map(textOf).join('\n'),
		processedBy,
		close: async () => await stage.close(),
	};
}

async function openRegular(name: string): Promise<Victim> {
	const bed = new Bed({ logFile: logFileOf(`n8n-kills-${name}`), env: logging });
	await bed.open(settings);
	const { host } = bed;
	const n8n: Process = {
		name: 'n8n',
		userFolder: host.userFolder,
		logFile: host.n8n.logFile,
		kill: async () => await host.n8n.kill(),
		restart: async () => await host.restart(),
	};
	const file = join(host.userFolder, '.n8n', 'database.sqlite');
	return victim(
		'regular',
		bed,
		() => [n8n],
		() => [n8n],
		async (workflowId) =>
			await numberFromFile(
				file,
				`SELECT coalesce(sum(json_array_length(value, '$.data')), 0) AS n FROM processed_data WHERE workflowId = '${workflowId}'`,
			),
	);
}

async function openQueue(name: string): Promise<Victim> {
	const bed = new QueueBed({
		workers: [10, 10],
		logName: `n8n-kills-${name}`,
		env: {
			...logging,
			// A worker that is gone is noticed after seconds, not after a minute and a half.
			QUEUE_WORKER_LOCK_DURATION: '10000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			// Executions that nobody knows of any more are looked for each minute, not every three hours.
			N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
		},
	});
	await bed.open(settings);
	const { main, workers, members, databaseUrl } = bed.cluster;
	return victim(
		'queue',
		bed,
		() => members,
		(target, executionIds) => {
			if (target === 'all') return members;
			const worker = workerOf(workers, executionIds);
			return target === 'worker' && worker !== undefined ? [worker] : [main];
		},
		async (workflowId) =>
			await numberFrom(
				databaseUrl,
				`SELECT coalesce(sum(json_array_length(value::json -> 'data')), 0) FROM processed_data WHERE "workflowId" = '${workflowId}'`,
			),
	);
}

/**
 * Starts an n8n that is to be killed, and a simulated service.
 *
 * @param mode - how n8n runs
 * @param name - in the names of its logs, which tell what was paid: another one for each that runs at the same time
 */
export const openVictim = async (mode: Mode, name: string): Promise<Victim> =>
	mode === 'regular' ? await openRegular(name) : await openQueue(name);
