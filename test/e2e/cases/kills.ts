/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { Hunt } from '../../kills/hunt';
import { type Moment, planOf } from '../../kills/plan';
import { type Line, stateOf } from '../../kills/state';
import { killsTable } from '../../kills/table';
import { brokenBy } from '../../kills/verdict';
import { openVictim, type Victim } from '../../kills/victim';

const seed = 20_261_122;

/**
 * Kills aimed at some moments; two hundred of them, in queue mode as well: `npm run kills`.
 *
 * @param name - in the URLs of their videos, and in the name of n8n's log
 * @param aims - each with the number of its plan; those that have to wait for parked runs come last, so that they need not wait long
 */
export function killCases(name: string, aims: ReadonlyArray<readonly [number, Moment]>): void {
	let victim: Victim | undefined;
	afterAll(async () => await victim?.close());

	it('pays for no video twice without saying so, loses no project, and ends each run or can retry it', async () => {
		const lines: Line[] = [];
		victim = await openVictim('regular', name);
		const hunt = new Hunt(victim, {
			name,
			keep: (line) => lines.push(line),
			tell: (line) => process.stdout.write(`${line}\n`),
			show: () => undefined,
			short: true,
		});
		await hunt.run(aims.map(([index, moment]) => ({ ...planOf(seed, 'regular', index), moment })));
		const { settled, verdicts } = stateOf(lines);
		process.stdout.write(`${killsTable('regular', settled)}\n`);
		expect(settled).toHaveLength(aims.length);
		expect(verdicts.flatMap(brokenBy)).toEqual([]);
	});
}
