/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until, type Member } from '../../host';
import type { FaultInput } from '../../simulator';
import { fields, flow, node } from '../flows';
import type { QueueBed } from '../queueBed';
import { accountFor, asked, expose, type Exposed, seeded } from './durableKills';

/** A real n8n in queue mode whose processes die again and again, one by one and together. */
export function queueKilledCases(bed: QueueBed): void {
	const random = seeded(41_002_411);
	let kills = 0;
	let lastKill = 0;
	const kill = async (members: Array<Member | undefined>) => {
		lastKill = Date.now();
		await Promise.all(
			members.map(async (member) => {
				await member?.kill();
				kills += 1;
			}),
		);
	};
	const restart = async (members: Array<Member | undefined>) => {
		await Promise.all(
			members.map(async (member) => {
				if (member === undefined) return;
				// n8n waits ten seconds before it starts when it finds this, and does nothing else with it.
				rmSync(join(member.userFolder, '.n8n', 'crash.journal'), { force: true });
				await member.restart();
			}),
		);
	};
	const killAndRestart = async (...members: Array<Member | undefined>) => {
		await kill(members);
		await restart(members);
	};

	/** The worker that began last to run the status check of a run; only the log knows. */
	const workerOf = async ({ workflowId, id }: Exposed): Promise<Member | undefined> => {
		const check = (await bed.client.listExecutions(workflowId)).find((other) => other.id !== id);
		const line = `Worker started execution ${check?.id ?? ''} `;
		// The time at the beginning of the line, where there is such a line.
		const lastOf = ({ logFile }: Member) =>
			readFileSync(logFile, 'utf8')
				.split('\n')
				.filter((text) => text.includes(line))
				.at(-1) ?? '';
		const [latest] = [...bed.cluster.workers].sort((a, b) => lastOf(b).localeCompare(lastOf(a)));
		return latest;
	};

	const report = async (what: string, exposed: Exposed[]) => {
		const account = await accountFor(bed, exposed);
		const seconds = Math.round((Date.now() - lastKill) / 1000);
		process.stdout.write(
			`${what}: ${JSON.stringify(account)}, ${kills} kills, ${seconds} s after the last\n`,
		);
	};
	/** A chain whose first question is answered late or never. */
	const exposeSlowly = async (mark: string, fault: FaultInput['fault']) => {
		bed.simulator.faults.add({ on: 'query', match: { videoUrlIncludes: `${mark}-0/` }, fault });
		return await expose(bed, { [mark]: ['good', 'good'] });
	};
	const polled = async (exposed: Exposed[]) => {
		const [run] = exposed;
		await until(() => asked(bed, `${run?.mark ?? ''}-0`, 'got'));
		return run === undefined ? undefined : await workerOf(run);
	};

	const parked: Exposed[] = [];
	let orphans: Exposed[];
	let mainOnly: Exposed[];
	let bothComeBack: Exposed[];
	let deserted: Exposed[];
	let forgotten: Exposed[];
	let crowd: Exposed[];

	it('is killed process by process while all is parked, and each slot is free meanwhile', async () => {
		const { main, workers, webhook } = bed.cluster;
		const [one, two] = workers;
		bed.simulator.faults.clear();
		parked.push(...(await expose(bed, { 'q-parked': ['good', 'sim-slow'] })));
		crowd = await expose(
			bed,
			Object.fromEntries([0, 1, 2, 3, 4, 5].map((index) => [`q-crowd-${index}`, ['good', 'sim-slow']])),
		);
		deserted = await exposeSlowly('q-deserted', { kind: 'hang' });
		await kill([two]);
		const other = [node('Start', 'n8n-nodes-base.manualTrigger'), fields('Set', { a: '1' })];
		expect((await bed.run(flow('unrelated', other))).status).toBe('success');
		// It got the only slot there is before any of these ended.
		for (const { id } of [...parked, ...crowd]) {
			expect((await bed.client.getExecution(id)).status).toBe('waiting');
		}
		await killAndRestart(one, webhook);
		orphans = await exposeSlowly('q-orphan', { kind: 'hang' });
		await killAndRestart(main);
		await restart([two]);
		mainOnly = await exposeSlowly('q-main', { kind: 'delay', seconds: 4 });
	});

	it('loses the worker that polls, for good, while another one lives', async () => {
		const worker = await polled(deserted);
		await kill([worker]);
		await report('worker lost for good', deserted);
		await restart([worker]);
	});

	it('loses the worker that polls, or the main process meanwhile', async () => {
		await killAndRestart(await polled(orphans));
		await polled(mainOnly);
		await killAndRestart(bed.cluster.main);
	});

	it('loses processes at random moments', async () => {
		bed.simulator.faults.add({ on: 'query', times: 500, fault: { kind: 'delay', seconds: 0.7 } });
		const { members } = bed.cluster;
		for (let count = 0; count < 6; count += 1) {
			await pause(random() * 6_000);
			const member = members[Math.floor(random() * members.length)];
			await kill([member]);
			await pause(random() * 4_000);
			await restart([member]);
			if (count === 3) {
				// Parked in time for the next case: their first questions come after the last of these kills.
				bothComeBack = await exposeSlowly('q-both', { kind: 'hang' });
				forgotten = await exposeSlowly('q-forgotten', { kind: 'hang' });
			}
		}
	});

	it('loses the main process and the worker that polls at once', async () => {
		const { main } = bed.cluster;
		await killAndRestart(main, await polled(bothComeBack));
		const worker = await polled(forgotten);
		await kill([main, worker]);
		await restart([main]);
		await report('main and worker lost, the worker for good', forgotten);
		await restart([worker]);
	});

	it('loses no project and repeats none', async () => {
		await report('killed while parked', parked);
		await report('worker killed in mid-poll', orphans);
		await report('main killed in mid-poll', mainOnly);
		await report('both killed in mid-poll', bothComeBack);
		await report('killed at random moments', crowd);
		expect(kills).toBeGreaterThanOrEqual(15);
	});
}
