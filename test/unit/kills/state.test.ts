import { type Line, missingOf, readLines, stateOf } from '../../kills/state';
import { goodVerdict, kill } from './given';

const session: Line = { type: 'session', number: 1, seed: 4, began: '2026-11-22T00:00:00.000Z' };

describe('The state file of the kills', () => {
	it('is read as it was written', () => {
		const lines: Line[] = [session, kill(0, ['a']), goodVerdict('a')];
		expect(readLines(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))).toEqual(lines);
	});

	it('counts a kill whose batches have all been judged', () => {
		const state = stateOf([session, kill(0, ['a', 'b']), goodVerdict('b'), goodVerdict('a')]);
		expect(state.settled).toHaveLength(1);
		expect(missingOf(state, 'regular', 3)).toEqual([1, 2]);
		expect(missingOf(state, 'queue', 2)).toEqual([0, 1]);
	});

	it('does a kill again of which a batch was not judged, and keeps what was seen of the others', () => {
		const state = stateOf([session, kill(0, ['a', 'b']), goodVerdict('a')]);
		expect(missingOf(state, 'regular', 1)).toEqual([0]);
		expect(state.verdicts.map(({ mark }) => mark)).toEqual(['a']);
	});

	it('counts a kill once that was done again', () => {
		const again = { ...session, number: 2 };
		const state = stateOf([session, kill(0, ['a']), again, kill(0, ['b']), goodVerdict('b')]);
		expect(state.settled.map(({ hits }) => hits[0]?.mark)).toEqual(['b']);
		expect([state.sessions, state.seed]).toEqual([2, 4]);
	});
});
