import { mcpCases } from './cases/toolMcp';
import { ToolBed } from './toolBed';
import { creationUnknown, loseAnswers, project, type Order, retried, submissionsOf } from './toolFlows';

describe('Create as a tool, on a real n8n', () => {
	const bed = new ToolBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	// Up to 2 an agent runs its tools inside itself and at once, from 3 on the engine runs them in a row.
	describe.each([2.3, 3.1])('an AI Agent of version %p', (typeVersion) => {
		const video = (name: string) => `https://www.youtube.com/watch?v=agent-${typeVersion}-${name}`;
		const idsOf = (name: string) => submissionsOf(bed, video(name));
		const order = (name: string) => ({ videoUrl: video(name) });

		it('takes the link from the model in a tool that was just added, and does not wait', async () => {
			const calls = [[[{ Video_URL: video('fresh') }]]];
			const [told] = await bed.ask(calls, { typeVersion, tool: { parameters: {} } });
			expect(idsOf('fresh')).toHaveLength(1);
			expect(told).toEqual([project(idsOf('fresh')[0])]);
		});

		it.each([
			{ how: 'at once', name: 'twice-at-once', rounds: (one: Order) => [[one, one]] },
			{ how: 'one after the other', name: 'twice', rounds: (one: Order) => [[one], [one]] },
		])('submits a video once that the model asks for twice, $how', async ({ name, rounds }) => {
			const [told] = await bed.ask([rounds(order(name))], { typeVersion, tool: retried });
			expect(idsOf(name)).toHaveLength(1);
			expect(told).toEqual([project(idsOf(name)[0]), project(idsOf(name)[0])]);
		});

		it('submits a video whose answer got lost once only, and says each time that its project is unknown', async () => {
			loseAnswers(bed, video('lost'));
			const [told] = await bed.ask([[[order('lost')], [order('lost')]]], { typeVersion, tool: retried });
			expect(idsOf('lost')).toHaveLength(1);
			expect(told).toEqual([creationUnknown, creationUnknown]);
		});

		it('tells each of three items, which it works on at once, its own project', async () => {
			const names = ['item-1', 'item-2', 'item-3'];
			const told = await bed.ask(
				names.map((name) => [[order(name)]]),
				{ typeVersion, batchSize: 3, tool: retried },
			);
			expect(names.map((name) => idsOf(name).length)).toEqual([1, 1, 1]);
			expect(told).toEqual(names.map((name) => [project(idsOf(name)[0])]));
		});
	});

	describe('a client of the MCP Server Trigger', () => mcpCases(bed));
});
