import { useBench } from './support';
import { after, MINUTE } from './videos';

describe('Clients of the MCP Server Trigger, each of whose calls is an invocation of its own', () => {
	const bench = useBench();
	const call = async (mark: string) => {
		const parameters = { operation: 'create', videoUrl: `https://youtu.be/${mark}`, waitForClips: false };
		return (await bench.clip(parameters, { type: 'clipTool' })).error === undefined;
	};

	it('get their videos submitted when they come back as told, though the pace was used up at first', async () => {
		let left = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
		for (let minutes = 0; minutes < 10 && left.length > 0; minutes += 1) {
			const taken = await Promise.all(left.map(call));
			left = left.filter((_, index) => taken[index] !== true);
			await after(MINUTE + 1_000);
		}
		expect(left).toEqual([]);
	});
});
