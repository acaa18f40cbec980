import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod/v3';
import type { Stage } from '../stage';
import {
	creationUnknown,
	loseAnswers,
	mcpFlow,
	project,
	retried,
	submissionsOf,
	toolName,
} from '../toolFlows';

const result = z.object({ content: z.array(z.object({ text: z.string() })) });

/** A client of MCP that calls Create. */
export function mcpCases(stage: Stage): void {
	const client = new Client({ name: 'tests', version: '1.0.0' });
	beforeAll(async () => {
		const path = randomUUID();
		await stage.publish(mcpFlow(path, retried));
		await client.connect(new StreamableHTTPClientTransport(new URL(`${stage.webhookUrl}/mcp/${path}`)));
	});
	afterAll(async () => await client.close());

	const call = async (videoUrl: string) => {
		const { content } = result.parse(await client.callTool({ name: toolName, arguments: { videoUrl } }));
		return content.map(({ text }) => text).join('\n');
	};

	it('submits a video once, and is told its project', async () => {
		const video = 'https://www.youtube.com/watch?v=mcp-plain';
		const told = await call(video);
		const [id, ...more] = submissionsOf(stage, video);
		expect([told, more]).toEqual([project(id), []]);
	});

	it('submits a video whose answer got lost once only, and is told that its project is unknown', async () => {
		const video = 'https://www.youtube.com/watch?v=mcp-lost';
		loseAnswers(stage, video);
		expect(await call(video)).toEqual(creationUnknown);
		expect(submissionsOf(stage, video)).toHaveLength(1);
	});
}
