import { limitConcurrency, takeTurn } from '../../../nodes/Clip/lib/concurrency';
import { groupBy } from '../../../nodes/Clip/lib/groupBy';

/** A task that ends when somebody says so. */
function startTasks(atOnce: number, count: number) {
	const begun: number[] = [];
	const end: Array<(how: 'well' | 'badly') => void> = [];
	const limited = limitConcurrency(atOnce);
	const results = Array.from(
		{ length: count },
		async (_, number) =>
			await limited(async () => {
				begun.push(number);
				await new Promise<void>((resolve, reject) => {
					end[number] = (how) => (how === 'well' ? resolve() : reject(new Error(`${number}`)));
				});
				return number;
			}),
	);
	return { begun, end, results, limited };
}

/** Lets all that can go on go on. */
const settled = async () => {
	for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
};

describe('Tasks that are limited to two at once', () => {
	it('begin in their order, each when an earlier one has ended, well or badly, and give what they give', async () => {
		const { begun, end, results } = startTasks(2, 5);
		const all = Promise.allSettled(results);
		await settled();
		expect(begun).toEqual([0, 1]);
		end[1]?.('badly');
		await settled();
		expect(begun).toEqual([0, 1, 2]);
		end[0]?.('well');
		end[2]?.('well');
		await settled();
		expect(begun).toEqual([0, 1, 2, 3, 4]);
		end[3]?.('well');
		end[4]?.('well');
		expect((await all).map((result) => ('value' in result ? result.value : 'failed'))).toEqual([
			...[0, 'failed', 2, 3, 4],
		]);
	});

	it('let no newcomer begin beside one that took the place of another', async () => {
		const { begun, end, limited } = startTasks(2, 3);
		await settled();
		end[0]?.('well');
		await settled();
		void limited(async () => await Promise.resolve(begun.push(9)));
		await settled();
		expect(begun).toEqual([0, 1, 2]);
	});

	it('leave room for later ones when they have ended', async () => {
		const { begun, end, results, limited } = startTasks(2, 2);
		await settled();
		for (const ended of end) ended('well');
		await Promise.all(results);
		const later = [limited, limited, limited].map(
			async (one) => await one(async () => await new Promise<void>(() => begun.push(9))),
		);
		await settled();
		expect([later.length, begun]).toEqual([3, [0, 1, 9, 9]]);
	});
});

it('Items with the same key stand together, in the order in which they and their groups came', () => {
	const items = ['b1', 'a1', 'b2', 'c1', 'a2', 'b3'];
	expect(groupBy(items, (item) => item.slice(0, 1))).toEqual([['b1', 'b2', 'b3'], ['a1', 'a2'], ['c1']]);
	expect(groupBy([], String)).toEqual([]);
});

it('Work under one name is done by one after the other, also by one that comes when the first has ended', async () => {
	const begun: number[] = [];
	let endSecond = () => {};
	const first = takeTurn('a', async () => await Promise.resolve(begun.push(1)));
	const second = takeTurn('a', async () => {
		begun.push(2);
		await new Promise<void>((resolve) => (endSecond = resolve));
	});
	await first;
	const third = takeTurn('a', async () => await Promise.resolve(begun.push(3)));
	await settled();
	expect(begun).toEqual([1, 2]);
	endSecond();
	await Promise.all([second, third]);
	expect(begun).toEqual([1, 2, 3]);
});
