import { processedItems } from './harness';
import { useBench } from './support';
import { after, create, MINUTE, submitOnly, videos } from './videos';

describe('A database that is locked for a moment while a video that is known is noted down', () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());
	const idOf = (mark: string) =>
		bench.simulator().ledger.find(({ rawBody }) => rawBody.includes(`/${mark}"`))?.projectId ?? 'none';
	/** The next removals fail that are about a video which an earlier run has submitted. */
	const lock = (times: number) => {
		const real = processedItems.removeProcessed.bind(processedItems);
		let left = times;
		jest.spyOn(processedItems, 'removeProcessed').mockImplementation(async (items, scope, context) => {
			if (left > 0 && items.some((key) => String(key).startsWith('any/'))) {
				left -= 1;
				throw new Error('SQLITE_BUSY: database is locked');
			}
			await real(items, scope, context);
		});
	};
	afterEach(() => jest.restoreAllMocks());

	it('does not take the project of the item before out of the error', async () => {
		await bench.clip(submitOnly, { items: videos('x', 'a') });
		lock(Infinity);
		const { error } = await bench.clip(submitOnly, { items: videos('c', 'a') });
		expect(error?.description).toContain(idOf('c'));
	});

	it('does not take it out of the output when the node goes on', async () => {
		await bench.clip(submitOnly, { items: videos('x', 'a') });
		lock(Infinity);
		const settings = { onError: 'continueRegularOutput' } as const;
		const { items } = await bench.clip(submitOnly, { items: videos('c', 'a'), settings });
		expect(items[0]?.json.projectId).toBe(idOf('c'));
	});

	it('does not make what the poller has just submitted unknown', async () => {
		await bench.clip(submitOnly, { items: videos('x', 'x', 'x', 'x', 'e') });
		await after(61 * MINUTE);
		lock(1);
		const { error } = await bench.clip(create, { items: videos('a', 'b', 'c', 'd', 'e') });
		expect(error?.message).toBeUndefined();
	});
});
