import type { ToolBed } from '../toolBed';
import { retried, type Order } from '../toolFlows';
import {
	accepted,
	creationUnknown,
	loseAnswers,
	project,
	refuseOnce,
	submissionsOf,
	videoOf,
} from '../toolOrders';

/**
 * An agent that works on three items at once, each of which has its model call Create.
 *
 * @param typeVersion - of the agent; up to 2 it gets its tools for all items of a batch before it uses the first one
 */
export function batchCases(bed: ToolBed, typeVersion: number): void {
	const orders = (name: string) =>
		[1, 2, 3].map((n) => ({ videoUrl: videoOf(`batch-${typeVersion}-${name}-${n}`) }));
	const idsOf = (videos: Order[]) => videos.map((video) => submissionsOf(bed, video));
	const ask = async (videos: Order[]) =>
		await bed.ask(
			videos.map((video) => [[video]]),
			{ typeVersion, batchSize: 3, tool: retried },
		);
	const once: unknown[] = [accepted];

	it('submits the video of each item once, and tells each item its own project', async () => {
		const videos = orders('different');
		const told = await ask(videos);
		expect(idsOf(videos)).toEqual([once, once, once]);
		expect(told).toEqual(idsOf(videos).map(([id]) => [project(id)]));
	});

	it('submits a video of two items once, and tells both its project', async () => {
		const [same, other] = orders('same');
		if (same === undefined || other === undefined) throw new TypeError('There are three.');
		const told = await ask([same, other, same]);
		expect(idsOf([same, other])).toEqual([once, once]);
		const [[one], [two]] = [submissionsOf(bed, same), submissionsOf(bed, other)];
		expect(told).toEqual([[project(one)], [project(two)], [project(one)]]);
	});

	it('keeps the items apart when the answer of one gets lost', async () => {
		const videos = orders('lost');
		const [lost] = videos;
		if (lost !== undefined) loseAnswers(bed, lost);
		const told = await ask(videos);
		expect(idsOf(videos)).toEqual([once, once, once]);
		const [, second, third] = idsOf(videos).map(([id]) => [project(id)]);
		expect(told).toEqual([[creationUnknown], second, third]);
	});

	it('keeps the items apart when the service refuses one at first', async () => {
		const videos = orders('refused');
		const [refused] = videos;
		if (refused !== undefined) refuseOnce(bed, refused);
		const told = await ask(videos);
		expect(idsOf(videos)).toEqual([[null, ...once], once, once]);
		expect(told).toEqual(idsOf(videos).map((ids) => [project(ids.at(-1))]));
	});
}
