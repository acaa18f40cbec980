/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../host';
import type { Bed } from '../bed';
import { accountFor, asked, expose, type Exposed, seeded } from './durableKills';

/** Milliseconds after the last answer to a status check at which n8n is killed: about when its execution ends. */
const momentsAfterAnswer = [0, 20, 60, 150, 400];

/** A real n8n in regular mode that dies again and again. */
export function killedCases(bed: Bed): void {
	const random = seeded(20_261_121);
	let kills = 0;
	let lastKill = 0;
	const killAndRestart = async () => {
		await bed.host.n8n.kill();
		kills += 1;
		lastKill = Date.now();
		// n8n waits ten seconds before it starts when it finds this, and does nothing else with it.
		rmSync(join(bed.host.userFolder, '.n8n', 'crash.journal'), { force: true });
		await bed.host.restart();
	};
	let parked: Exposed[];
	let midPoll: Exposed[];
	const endings: Exposed[] = [];
	let crowd: Exposed[];

	const report = (what: string, account: object) =>
		process.stdout.write(
			`${what}: ${JSON.stringify(account)}, ${kills} kills, ended ${Math.round((Date.now() - lastKill) / 1000)} s after the last\n`,
		);

	beforeAll(async () => {
		bed.simulator.faults.clear();
		for (const index of [0, 1, 2]) {
			bed.simulator.faults.add({
				on: 'query',
				match: { videoUrlIncludes: `mid-poll-${index}-0/` },
				fault: { kind: 'hang' },
			});
		}
		parked = await expose(bed, { 'at-rest-killed': ['good', 'sim-slow'] });
		midPoll = await expose(bed, {
			'mid-poll-0': ['good', 'good'],
			'mid-poll-1': ['sim-slow'],
			'mid-poll-2': ['good'],
		});
		crowd = await expose(
			bed,
			Object.fromEntries([0, 1, 2, 3, 4, 5].map((index) => [`crowd-${index}`, ['good', 'sim-slow']])),
		);
	});

	it('is killed and restarted while all is parked', async () => {
		// A start of n8n lies between two of these, so that their questions come one after the other as well.
		for (const index of momentsAfterAnswer.keys()) {
			endings.push(...(await expose(bed, { [`ending-${index}`]: ['good'] })));
			if (index === 2) await bed.host.restart();
			else await killAndRestart();
		}
	});

	it('is killed in the middle of polls, and about when a status check has ended', async () => {
		const moments = new Map<string, () => Promise<void>>();
		for (const { mark } of midPoll) {
			moments.set(mark, async () => await until(() => asked(bed, `${mark}-0`, 'got')));
		}
		for (const [index, { mark }] of endings.entries()) {
			moments.set(mark, async () => {
				await until(() => asked(bed, `${mark}-0`, 'answered'));
				await pause(momentsAfterAnswer[index]);
			});
		}
		const coming = new Map([...moments].map(([mark, moment]) => [mark, moment().then(() => mark)]));
		while (coming.size > 0) {
			coming.delete(await Promise.race(coming.values()));
			await killAndRestart();
		}
	});

	it('is killed at random moments', async () => {
		// Slow answers make polls long, so that more kills hit one.
		bed.simulator.faults.add({ on: 'query', times: 500, fault: { kind: 'delay', seconds: 0.7 } });
		for (let count = 0; count < 10; count += 1) {
			await pause(500 + random() * 12_000);
			await killAndRestart();
		}
		bed.simulator.faults.clear();
	});

	it('loses no project and repeats none', async () => {
		report('killed while parked', await accountFor(bed, parked));
		report('killed in mid-poll', await accountFor(bed, midPoll));
		report('killed at the end of a status check', await accountFor(bed, endings));
		report('killed at random moments', await accountFor(bed, crowd));
		expect(kills).toBeGreaterThanOrEqual(20);
	});
}
