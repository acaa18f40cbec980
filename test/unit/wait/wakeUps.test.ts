import fc from 'fast-check';
import { nextWakeUp, spreadWakeUps } from '../../../nodes/Clip/wait/rules/wakeUps';
import { type PollingPolicy, startWaiting, type WaitState } from '../../../nodes/Clip/wait/rules/polling';
import { failure } from '../given/answers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const POLICY = { pollInterval: 30 * SECOND, maxWait: 600 * MINUTE };
const DOWN: Partial<WaitState> = { lastFailure: failure({ outcome: 'temporary' }) };

const stateAt = (changes: Partial<WaitState> = {}): WaitState => ({ ...startWaiting(0), ...changes });

/** When to come back for a project that was asked for just now. */
const wakeUpAfter = (state: WaitState, now: number, policy: PollingPolicy) =>
	nextWakeUp({ state, policy, askedAt: now }, now);

/** The pauses of a wait that goes on and on, each as long as it may be. */
function longestPauses(until: number): Array<{ from: number; to: number }> {
	const pauses: Array<{ from: number; to: number }> = [];
	for (let now = 0; now < until; now = pauses.at(-1)?.to ?? until) {
		pauses.push({ from: now, to: wakeUpAfter(stateAt(), now, POLICY).latest });
	}
	return pauses;
}

describe('The wake-ups of a parked execution', () => {
	it('notice a ready project within a tenth of its processing time, and within two minutes at first', () => {
		for (const { from, to } of longestPauses(8 * 60 * MINUTE)) {
			expect(to - from).toBeLessThan(Math.max(2 * MINUTE, from * 0.1));
		}
	});

	it('are few: some thirty in two hours', () => {
		expect(longestPauses(120 * MINUTE).length).toBeLessThan(33);
	});

	it('leave n8n more than a minute, so that each comes at its own moment', () => {
		expect(wakeUpAfter(stateAt(), 0, POLICY).earliest).toBeGreaterThan(61 * SECOND);
	});

	it('come no faster than the poll interval', () => {
		const { earliest, latest } = wakeUpAfter(stateAt(), 0, { ...POLICY, pollInterval: 10 * MINUTE });
		expect([earliest, latest]).toEqual([10 * MINUTE, 10 * MINUTE]);
	});

	it('end with the wait', () => {
		const policy = { ...POLICY, maxWait: 10 * MINUTE };
		const { earliest, latest, deadline } = wakeUpAfter(stateAt(), 9.5 * MINUTE, policy);
		expect([earliest, latest, deadline]).toEqual([10 * MINUTE, 10 * MINUTE, 10 * MINUTE]);
	});

	it('are polite even at the end of the wait', () => {
		const policy = { ...POLICY, maxWait: 10 * MINUTE };
		const { earliest } = wakeUpAfter(stateAt(), 10 * MINUTE - 1, policy);
		expect(earliest).toBe(10 * MINUTE - 1 + policy.pollInterval);
	});

	it('do not put off the polite moment when the project was not asked for in a round', () => {
		const policy = { ...POLICY, pollInterval: 30 * MINUTE, maxWait: 40 * MINUTE };
		const project = { state: stateAt(), policy, askedAt: 30 * MINUTE };
		expect(nextWakeUp(project, 35 * MINUTE).deadline).toBe(60 * MINUTE);
	});

	it('are spread when all are overdue after a standstill', () => {
		const project = { state: stateAt(), policy: { ...POLICY, maxWait: 10 * MINUTE }, askedAt: MINUTE };
		const now = 100 * MINUTE;
		const choose = spreadWakeUps();
		const moments = Array.from({ length: 200 }, () => choose(nextWakeUp(project, now), now));
		expect(new Set(moments).size).toBe(200);
		expect(Math.max(...moments) - now).toBeLessThan(2 * MINUTE);
	});

	it('come sooner after a failure, and more slowly with each one', () => {
		const now = 300 * MINUTE;
		const pauses = [0, 1, 2, 3, 9].map(
			(unsettledAnswers) =>
				wakeUpAfter(stateAt(unsettledAnswers === 0 ? {} : { ...DOWN, unsettledAnswers }), now, POLICY)
					.earliest - now,
		);
		expect(pauses.map((pause) => pause / SECOND)).toEqual([1440, 62, 124, 248, 1440]);
	});

	it.each<[string, Partial<WaitState>]>([
		['"finished, no clips"', { emptyAnswers: 4, unsettledAnswers: 4 }],
		['an answer that cannot be read', { ...DOWN, unreadableAnswers: 4, unsettledAnswers: 4 }],
	])('come at a steady pace after %s, which is believed after a few more', (_what, state) => {
		const now = 300 * MINUTE;
		expect(wakeUpAfter(stateAt(state), now, POLICY).earliest - now).toBe(62 * SECOND);
	});
});

describe('Spreading wake-ups', () => {
	const windowAt = (now: number) => wakeUpAfter(stateAt({ startedAt: now }), now, POLICY);

	it('lets a single execution come back as soon as it may', () => {
		expect(spreadWakeUps()(windowAt(0), 0)).toBeLessThan(62.2 * SECOND);
	});

	it('keeps them apart by what one of them costs, however many there are', () => {
		const choose = spreadWakeUps();
		const moments = Array.from({ length: 1_000 }, () => choose(windowAt(0), 0)).sort((a, b) => a - b);
		const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
		expect(Math.min(...gaps)).toBe(175);
		expect(moments[0]).toBeGreaterThanOrEqual(62 * SECOND);
	});

	it('makes room for others by using a window to its end', () => {
		const choose = spreadWakeUps();
		const moments = Array.from({ length: 200 }, () => choose(windowAt(0), 0)).sort((a, b) => a - b);
		expect(Math.max(...moments)).toBeLessThan(2 * MINUTE);
		expect(moments.at(-1)).toBeGreaterThan(100 * SECOND);
	});

	it('keeps to the end of the windows when many do not start at the very same moment', () => {
		const choose = spreadWakeUps();
		const starts = Array.from({ length: 200 }, (_, index) => index * 311);
		const first = starts.map((start) => choose(windowAt(start), start)).sort((a, b) => a - b);
		// A question takes some time, too.
		const next = first.map((moment) => moment + 97);
		const pauses = next.map((now) => choose(windowAt(now), now) - now);
		expect(Math.min(...pauses)).toBeGreaterThan(100 * SECOND);
		expect(Math.max(...pauses)).toBeLessThan(2 * MINUTE);
	});

	it('forgets places that are over', () => {
		const choose = spreadWakeUps();
		for (let index = 0; index < 500; index += 1) choose(windowAt(0), 0);
		const later = 60 * MINUTE;
		expect(choose(windowAt(later), later) - later).toBeLessThan(62.2 * SECOND);
	});

	it('never comes too early, nor after the deadline', () => {
		const choose = spreadWakeUps();
		const time = fc.integer({ min: 0, max: 1e7 });
		fc.assert(
			fc.property(time, time, time, (now, first, length) => {
				const window = {
					earliest: now + first,
					latest: now + first + length,
					deadline: now + first + length,
				};
				const moment = choose(window, now);
				expect(moment).toBeGreaterThanOrEqual(window.earliest);
				expect(moment).toBeLessThanOrEqual(window.deadline);
			}),
		);
	});
});
