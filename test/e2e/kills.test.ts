/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { Hunt } from '../kills/hunt';
import { type Moment, planOf } from '../kills/plan';
import { type Line, stateOf } from '../kills/state';
import { killsTable } from '../kills/table';
import { brokenBy } from '../kills/verdict';
import { openVictim, type Victim } from '../kills/victim';

/**
 * What the kills are aimed at; two hundred of them, in queue mode as well: `npm run kills`. Those that have to wait for parked
 * runs come last, so that they need not wait long.
 */
const aims: Moment[] = [
	'submitting',
	'retrying',
	'submitting',
	'parking',
	'submitting',
	'submitting',
	'submitting',
	'polling',
	'resuming',
	'heldBack',
];
const seed = 20_261_122;

describe('a real n8n that is killed at random moments while batches are on their way', () => {
	let victim: Victim | undefined;
	afterAll(async () => await victim?.close());

	it('pays for no video twice without saying so, loses no project, and ends each run or can retry it', async () => {
		const lines: Line[] = [];
		victim = await openVictim('regular');
		const hunt = new Hunt(victim, {
			name: 'ten',
			keep: (line) => lines.push(line),
			tell: (line) => process.stdout.write(`${line}\n`),
			show: () => undefined,
			short: true,
		});
		await hunt.run(aims.map((moment, index) => ({ ...planOf(seed, 'regular', index), moment })));
		const { settled, verdicts } = stateOf(lines);
		process.stdout.write(`${killsTable('regular', settled)}\n`);
		expect(settled).toHaveLength(aims.length);
		expect(verdicts.flatMap(brokenBy)).toEqual([]);
	});
});
