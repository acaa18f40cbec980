import { ADVICE } from '../../../nodes/Clip/problems/advice';
import { z } from 'zod/v3';
import { itemsOf } from '../../../tools/host';
import { byHand, flow, node } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';
import { clipTool, connect, creationUnknown, loseAnswers, project, submissionsOf, toolName } from './tools';

const answered = z.object({ content: z.tuple([z.object({ text: z.unknown() })]) });

/** n8n's own client of MCP calls Create, which n8n's MCP Server Trigger offers. */
export function mcpCases(stage: Stage): void {
	const path = 'clip-tools';
	beforeAll(async () => {
		const trigger = node('MCP Server Trigger', '@n8n/n8n-nodes-langchain.mcpTrigger', {
			typeVersion: 2.1,
			parameters: { path },
			webhookId: path,
		});
		const tool = clipTool();
		const connections = connect(tool, 'ai_tool', trigger);
		await stage.publish({ name: 'Offers Create', nodes: [trigger, tool], connections });
	});

	/** Calls the tool, and returns what it answers. */
	const call = async (videoUrl: string): Promise<string> => {
		const client = node('MCP Client', '@n8n/n8n-nodes-langchain.mcpClient', {
			typeVersion: 1.1,
			parameters: {
				endpointUrl: `${stage.webhookUrl}/mcp/${path}`,
				tool: { __rl: true, mode: 'id', value: toolName },
				inputMode: 'json',
				jsonInput: JSON.stringify({ videoUrl }),
				options: {},
			},
		});
		const execution = await stage.run(flow('Calls Create', [byHand, client]));
		expect(execution.error).toBeUndefined();
		const [item] = itemsOf(execution, 'MCP Client');
		return JSON.stringify(answered.parse(item?.json).content[0].text);
	};

	it('submits a video once, and is told its project', async () => {
		const video = 'https://www.youtube.com/watch?v=mcp-plain';
		const told = await call(video);
		const [id, ...more] = submissionsOf(stage, video);
		expect([told, more]).toEqual([project(id), []]);
	});

	it('that repeats its call gets the same project, which is paid once', async () => {
		const video = 'https://www.youtube.com/watch?v=mcp-twice';
		const told = [...(await Promise.all([call(video), call(video)])), await call(video)];
		const [id, ...more] = submissionsOf(stage, video);
		// The last call may meet a project that is ready by then.
		const same: unknown = expect.stringContaining(`"projectId":"${String(id)}"`);
		expect([told, more]).toEqual([[same, same, same], []]);
	});

	it('submits a video whose answer got lost once only, and is told that its project is unknown, as another call is', async () => {
		const video = 'https://www.youtube.com/watch?v=mcp-lost';
		loseAnswers(stage, video);
		const told = await call(video);
		expect(told).toEqual(creationUnknown);
		expect(told).toContain(ADVICE.caller.ifUnknown);
		expect(await call(video)).toEqual(creationUnknown);
		expect(submissionsOf(stage, video)).toHaveLength(1);
	});
}
