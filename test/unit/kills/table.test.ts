import { readArguments } from '../../kills/arguments';
import { stateOf } from '../../kills/state';
import { killsTable } from '../../kills/table';
import { goodVerdict, kill } from './given';

describe('The table of kills', () => {
	it('counts a run in the row of each moment at which it was hit, and once in all', () => {
		const { settled } = stateOf([
			kill(0, ['a', 'b']),
			kill(1, [], { moment: 'parked', hits: [{ mark: 'a', moment: 'parked' }] }),
			goodVerdict('a', { outcome: 'unknown', unknownItems: 3, attempts: 2 }),
			goodVerdict('b', { paidTwice: { said: [], unsaid: ['b-1 (2)'] } }),
		]);
		const rows = killsTable('regular', settled).split('\n').slice(4);
		expect(rows.map((row) => row.split('|').map((cell) => cell.trim()))).toEqual([
			['', 'while its batch of 12 is submitted', '1', '2', '1', '1 (3)', '0', '0', '0', '1', '1', '0', ''],
			['', 'while it is paused', '1', '1', '0', '1 (3)', '0', '0', '0', '1', '0', '0', ''],
			['', 'all', '2', '2', '1', '1 (3)', '0', '0', '0', '1', '1', '0', ''],
		]);
	});
});

describe('The command of the kills', () => {
	it('kills 200 times by default, half of them in queue mode', () => {
		expect(readArguments([])).toMatchObject({ kills: { regular: 100, queue: 100 }, report: false });
	});

	it('takes number, mode, seed and state file', () => {
		const args = ['--kills', '5', '--mode', 'queue', '--seed', '9', '--state', '/tmp/a.jsonl'];
		expect(readArguments(args)).toMatchObject({
			kills: { regular: 0, queue: 5 },
			seed: 9,
			state: '/tmp/a.jsonl',
		});
	});

	it.each([[['--kills', 'x']], [['--mode', 'other']], [['--unknown']]])('refuses %j', (args) => {
		expect(() => readArguments(args)).toThrow();
	});
});
