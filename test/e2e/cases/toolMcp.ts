import { McpTool, type McpSession } from '../mcp';
import type { Stage } from '../stage';
import { retried, type Order } from '../toolFlows';
import {
	accepted,
	creationUnknown,
	loseAnswers,
	project,
	projectOf,
	refuseOnce,
	submissionsOf,
	videoOf,
} from '../toolOrders';

/**
 * A client of MCP that calls Create.
 *
 * @param mode - in queue mode n8n does not try a tool again, whatever its settings say
 */
export function mcpCases(bed: Stage, mode: 'regular' | 'queue'): void {
	const order = (name: string) => ({ videoUrl: videoOf(`mcp-${name}`) });
	const idsOf = (video: Order) => submissionsOf(bed, video);
	let tool: McpTool;
	let session: McpSession;
	beforeAll(async () => {
		tool = await McpTool.publish(bed, retried);
		session = await tool.connect();
	});
	afterAll(async () => await tool.close());

	it('submits a video once, and is told its project', async () => {
		const video = order('plain');
		const told = await session.call(video);
		expect(idsOf(video)).toEqual([accepted]);
		expect(told).toEqual([project(idsOf(video)[0])]);
	});

	it('submits it anew with each call', async () => {
		const video = order('calls');
		const told = [...(await session.call(video)), ...(await session.call(video))];
		const [one, other, ...more] = idsOf(video);
		expect(more).toEqual([]);
		expect(told).toEqual([project(one), project(other)]);
	});

	it('submits a video whose answer got lost once only, and is told that its project is unknown', async () => {
		const video = order('lost');
		loseAnswers(bed, video);
		const told = await session.call(video);
		expect(idsOf(video)).toHaveLength(1);
		expect(told).toEqual([creationUnknown]);
	});

	it('submits it anew with the next call', async () => {
		const video = order('lost-once');
		loseAnswers(bed, video);
		const lost = await session.call(video);
		bed.simulator.faults.clear();
		const told = await session.call(video);
		expect(lost).toEqual([creationUnknown]);
		expect(idsOf(video)).toHaveLength(2);
		expect(told).toEqual([project(idsOf(video)[1])]);
	});

	const again =
		mode === 'regular'
			? 'submits a video again that the service has refused'
			: 'is told what the service has refused';
	it(again, async () => {
		const video = order('refused');
		refuseOnce(bed, video);
		const told = await session.call(video);
		const tries = mode === 'regular' ? [null, accepted] : [null];
		expect(idsOf(video)).toEqual(tries);
		expect(told).toEqual([mode === 'regular' ? project(idsOf(video)[1]) : expect.stringContaining('4003')]);
	});

	it('submits videos of calls at once, once each', async () => {
		const videos = [order('at-once-1'), order('at-once-2')];
		const told = await session.call(...videos);
		expect(videos.map(idsOf)).toEqual([[accepted], [accepted]]);
		expect(told).toEqual(videos.map((video) => project(idsOf(video)[0])));
	});

	it('does so in two sessions, too', async () => {
		const videos = [order('session-1'), order('session-2')];
		const told = await Promise.all(videos.map(async (video) => await (await tool.connect()).call(video)));
		expect(videos.map(idsOf)).toEqual([[accepted], [accepted]]);
		expect(told).toEqual(videos.map((video) => [project(idsOf(video)[0])]));
	});

	it('is told the right thing of each of them when an answer gets lost', async () => {
		const videos = [order('some-lost'), order('some-accepted')];
		const [lost] = videos;
		if (lost !== undefined) loseAnswers(bed, lost);
		const told = await session.call(...videos);
		expect(videos.map(idsOf)).toEqual([[accepted], [accepted]]);
		expect(told).toEqual([creationUnknown, project(videos.map(idsOf)[1]?.[0])]);
	});

	it('submits a video once for each different wish', async () => {
		const video = order('wishes');
		const calls = ['pricing', 'jokes'].map((keywords) => ({ ...video, keywords }));
		const told = await session.call(...calls);
		expect(idsOf(video)).toHaveLength(2);
		expect(told).toEqual(calls.map((call) => project(projectOf(bed, call))));
	});
}
