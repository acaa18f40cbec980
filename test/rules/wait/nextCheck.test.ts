import { soonCheckAt, nextCheckAt } from '../../../nodes/Clip/wait/rules/nextCheck';
import { beginWatch, type Watch } from '../../../nodes/Clip/wait/rules/watch';
import { failure } from '../given/answers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const POLICY = { pollInterval: 30 * SECOND, maxWait: 600 * MINUTE };
const DOWN: Partial<Watch> = { lastFailure: failure({ kind: 'temporary' }) };

/** When the waits of these tests began. */
const START = Date.UTC(2026, 0, 1);

/** How long to pause after a question that was asked so long after the start, in seconds: the shortest and the longest pause. */
const pauses = (waited: number, policy: Partial<typeof POLICY> = {}, changes: Partial<Watch> = {}) =>
	[0, 1].map((chance) => {
		const now = START + waited;
		const patience = { ...POLICY, ...policy };
		const nextQueryAt = now + patience.pollInterval;
		const watch = beginWatch({ startedAt: START, ...patience, nextQueryAt, ...changes });
		return (nextCheckAt(watch, now, chance) - now) / SECOND;
	});

it('A status check that has asked for nothing comes back within two minutes', () => {
	expect([0, 1].map((chance) => soonCheckAt(START, chance) - START)).toEqual([62_000, 105_000]);
});

describe('The status checks of a paused execution', () => {
	it('notice a ready project within a tenth of its processing time, or two minutes, and are few', () => {
		let checks = 0;
		for (let now = 0; now < 8 * 60 * MINUTE; checks += now < 120 * MINUTE ? 1 : 0) {
			const longest = (pauses(now)[1] ?? NaN) * SECOND;
			expect(longest).toBeLessThan(Math.max(2 * MINUTE, now * 0.1));
			now += longest;
		}
		expect(checks).toBeLessThan(33);
	});

	it('are at most four times as many in a day as in two hours', () => {
		const checksWithin = (limit: number): number => {
			let checks = 0;
			for (let now = 0; now < limit; checks += 1) {
				const [shortest = NaN, longest = NaN] = pauses(now, { maxWait: limit });
				now += ((shortest + longest) / 2) * SECOND;
			}
			return checks;
		};
		expect(checksWithin(24 * 60 * MINUTE) / checksWithin(120 * MINUTE)).toBeLessThan(4);
	});

	it.each([
		['at random after 62 to 105 s, so that each comes at its own moment', 0, {}, [62, 105]],
		['more slowly after an hour', 60 * MINUTE, {}, [288, 342]],
		['within 15 minutes after hours', 300 * MINUTE, {}, [780, 870]],
		['within 15 minutes with a longer poll interval, too', 0, { pollInterval: 60 * MINUTE }, [780, 870]],
		['no faster than the poll interval', 0, { pollInterval: 10 * MINUTE }, [600, 600]],
		['at the end of the wait', 9.5 * MINUTE, { maxWait: 10 * MINUTE }, [30, 30]],
		[
			'no sooner than a poll interval before its end, either',
			10 * MINUTE - SECOND,
			{ maxWait: 10 * MINUTE },
			[30, 30],
		],
	])('come %s', (_when, now, policy, seconds) => {
		expect(pauses(now, policy)).toEqual(seconds);
	});

	it('come after a pause when they are overdue, as after a standstill of n8n', () => {
		const policy = { ...POLICY, maxWait: 10 * MINUTE };
		const watch = beginWatch({ startedAt: START, ...policy, nextQueryAt: START + 2 * MINUTE });
		// At the very end of the wait, too: a check at once would follow itself without a pause.
		for (const now of [10, 100].map((minutes) => START + minutes * MINUTE)) {
			const next = nextCheckAt(watch, now, 0);
			expect(next - now).toBe(62 * SECOND);
		}
	});

	it.each<[string, number, Partial<Watch>]>([
		['after a failure', 62, DOWN],
		['after "finished, no clips"', 62, { emptyAnswers: 4 }],
	])('come sooner in a long wait %s: %i s', (_when, seconds, state) => {
		expect(pauses(300 * MINUTE, {}, state)[0]).toBe(seconds);
	});
});
