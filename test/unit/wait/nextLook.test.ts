import { nextLook } from '../../../nodes/Clip/wait/rules/nextLook';
import { type PollingPolicy, startWaiting, type WaitState } from '../../../nodes/Clip/wait/rules/polling';
import { failure } from '../given/answers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const POLICY = { pollInterval: 30 * SECOND, maxWait: 600 * MINUTE };
const DOWN: Partial<WaitState> = { lastFailure: failure({ outcome: 'temporary' }) };

const stateAt = (changes: Partial<WaitState> = {}): WaitState => ({ ...startWaiting(0), ...changes });

/** When to ask again for a project that was asked for just now: the earliest and the latest moment. */
const lookAfter = (state: WaitState, now: number, policy: PollingPolicy) => {
	const [earliest = NaN, latest = NaN] = [0, 1].map((chance) =>
		nextLook({ state, policy, askedAt: now }, now, chance),
	);
	return { earliest, latest };
};

/** The pauses of a wait that goes on and on, each as long as it may be. */
function longestPauses(until: number): Array<{ from: number; to: number }> {
	const pauses: Array<{ from: number; to: number }> = [];
	for (let now = 0; now < until; now = pauses.at(-1)?.to ?? until) {
		pauses.push({ from: now, to: lookAfter(stateAt(), now, POLICY).latest });
	}
	return pauses;
}

describe('The status checks of a paused execution', () => {
	it('notice a ready project within a tenth of its processing time, and within two minutes at first', () => {
		for (const { from, to } of longestPauses(8 * 60 * MINUTE)) {
			expect(to - from).toBeLessThan(Math.max(2 * MINUTE, from * 0.1));
		}
	});

	it('are few: some thirty in two hours', () => {
		expect(longestPauses(120 * MINUTE).length).toBeLessThan(33);
	});

	it('come at random after 62 to 105 s, so that each comes at its own moment', () => {
		expect(lookAfter(stateAt(), 0, POLICY)).toEqual({ earliest: 62 * SECOND, latest: 105 * SECOND });
	});

	it('come no faster than the poll interval', () => {
		const policy = { ...POLICY, pollInterval: 10 * MINUTE };
		expect(lookAfter(stateAt(), 0, policy)).toEqual({ earliest: 10 * MINUTE, latest: 10 * MINUTE });
	});

	it('end with the wait', () => {
		const policy = { ...POLICY, maxWait: 10 * MINUTE };
		expect(lookAfter(stateAt(), 9.5 * MINUTE, policy)).toEqual({
			earliest: 10 * MINUTE,
			latest: 10 * MINUTE,
		});
	});

	it('are polite even at the end of the wait', () => {
		const policy = { ...POLICY, maxWait: 10 * MINUTE };
		const { latest } = lookAfter(stateAt(), 10 * MINUTE - 1, policy);
		expect(latest).toBe(10 * MINUTE - 1 + policy.pollInterval);
	});

	it('come after a pause when they are overdue, as after a standstill of n8n', () => {
		const project = { state: stateAt(), policy: { ...POLICY, maxWait: 10 * MINUTE }, askedAt: MINUTE };
		const now = 100 * MINUTE;
		expect(nextLook(project, now, 0) - now).toBe(62 * SECOND);
	});

	it('come sooner after a failure, and more slowly with each one', () => {
		const now = 300 * MINUTE;
		const pauses = [0, 1, 2, 3, 9].map(
			(unsettledAnswers) =>
				lookAfter(stateAt(unsettledAnswers === 0 ? {} : { ...DOWN, unsettledAnswers }), now, POLICY)
					.earliest - now,
		);
		expect(pauses.map((pause) => pause / SECOND)).toEqual([1440, 62, 124, 248, 1440]);
	});

	it.each<[string, Partial<WaitState>]>([
		['"finished, no clips"', { emptyAnswers: 4, unsettledAnswers: 4 }],
		['an answer that cannot be read', { ...DOWN, unreadableAnswers: 4, unsettledAnswers: 4 }],
	])('come at a steady pace after %s, which is believed after a few more', (_what, state) => {
		const now = 300 * MINUTE;
		expect(lookAfter(stateAt(state), now, POLICY).earliest - now).toBe(62 * SECOND);
	});
});
