import { Pace, type Turn } from '../../../nodes/Clip/create/pace';
import { nextSubmissionAt } from '../../../nodes/Clip/create/rules/pace';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the pace of submissions', () => {
	const policy = { submissionsPerMinute: 3 };

	it('is free as long as the minute holds less than allowed', () => {
		expect(nextSubmissionAt([], policy, 5)).toBe(5);
		expect(nextSubmissionAt([1, 2], policy, 5)).toBe(5);
	});

	it('holds the next one back until the hour has room, where the minute is as published', () => {
		const hour = Array.from({ length: 20 }, (_, index) => index * MINUTE);
		expect(nextSubmissionAt(hour, policy, 30 * MINUTE)).toBe(HOUR);
		expect(nextSubmissionAt(hour, { submissionsPerMinute: 4 }, 30 * MINUTE)).toBe(30 * MINUTE);
	});

	it('holds the next one back until the first of the last ones is a minute old', () => {
		expect(nextSubmissionAt([1, 2, 3], policy, 5)).toBe(1 + MINUTE);
		expect(nextSubmissionAt([1, 2, 3, 4], policy, 5)).toBe(2 + MINUTE);
		expect(nextSubmissionAt([1, 2, 3], policy, 3 * MINUTE)).toBe(3 * MINUTE);
	});
});

describe('The pace of an account', () => {
	const policy = { submissionsPerMinute: 3, maxRateLimitWait: 0 };
	/** Asks until a turn comes, and gives the moments at which orders went out. */
	const goneAt = (pace: Pace, orders: readonly string[], from: number) => {
		const waiting = new Map(orders.map((order) => [order, from]));
		const gone: number[] = [];
		while (waiting.size > 0) {
			const [order, now] = [...waiting].reduce((a, b) => (b[1] < a[1] ? b : a));
			const turn = pace.take(order, policy, now);
			if (typeof turn === 'number') {
				expect(turn).toBeGreaterThan(now);
				waiting.set(order, turn);
			} else {
				waiting.delete(order);
				gone.push(now);
			}
		}
		return gone;
	};
	const takeAll = (pace: Pace, now: number, ...orders: string[]) =>
		orders.map((order) => pace.take(order, policy, now));
	const isTurn = (turn: Turn | number): turn is Turn => typeof turn !== 'number';

	it('holds for all who ask, three in a minute and twenty in an hour', () => {
		const orders = Array.from({ length: 45 }, (_, index) => `run ${index % 4}/${index}`);
		const gone = goneAt(new Pace(), orders, 0);
		expect(gone).toHaveLength(45);
		const most = (span: number) =>
			Math.max(...gone.map((at) => gone.filter((other) => other >= at && other < at + span).length));
		expect([most(MINUTE), most(HOUR)]).toEqual([3, 20]);
		expect(Math.max(...gone)).toBeLessThan(3 * HOUR);
	});

	it('gives places in the order of asking, and keeps them', () => {
		const pace = new Pace();
		takeAll(pace, 0, 'a', 'b', 'c');
		expect(takeAll(pace, 10, 'd', 'e', 'f', 'g')).toEqual([MINUTE, MINUTE, MINUTE, 2 * MINUTE]);
		expect(pace.take('d', policy, 20)).toBe(MINUTE);
		expect(pace.take('late', policy, MINUTE + 1)).toBeGreaterThan(2 * MINUTE - 1);
		expect(takeAll(pace, MINUTE + 1, 'e', 'd', 'f').every(isTurn)).toBe(true);
	});

	it('gives the place of one that does not come back to others', () => {
		const pace = new Pace();
		takeAll(pace, 0, 'a', 'b', 'c', 'gone', 'left');
		pace.leave('left');
		expect(isTurn(pace.take('d', policy, 10 * MINUTE))).toBe(true);
	});

	it('counts from the answer, and not at all what was not sent after all', () => {
		jest.useFakeTimers({ now: 5_000 });
		const pace = new Pace();
		const [answered, unsent] = takeAll(pace, 0, 'a', 'b', 'c').filter(isTurn);
		answered?.answered();
		unsent?.giveBack();
		expect(pace.moments).toEqual([5_000, 0]);
		jest.useRealTimers();
	});

	it('lets nobody go while the service takes no more, and knows what other processes have sent', () => {
		const pace = new Pace();
		pace.close(90_000);
		expect(pace.take('a', policy, 0)).toBe(90_000);
		pace.learn([100_000, 100_001, 100_002]);
		pace.learn([100_000, 100_001, 100_002]);
		expect(pace.moments).toHaveLength(3);
		expect(pace.take('b', policy, 120_000)).toBe(160_000);
	});
});
