import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod/v3';
import type { Stage } from './stage';
import { mcpFlow, toolName, type Order } from './toolFlows';

const result = z.object({ content: z.array(z.object({ text: z.string() })) });

/** A client of MCP in a session of its own. */
export class McpSession {
	constructor(private readonly client: Client) {}

	/** Calls the tool for each order, all at once, and returns what it answered to each. */
	async call(...orders: Order[]): Promise<string[]> {
		const calls = orders.map((order) => this.client.callTool({ name: toolName, arguments: { ...order } }));
		const results = z.array(result).parse(await Promise.all(calls));
		return results.map(({ content }) => content.map(({ text }) => text).join('\n'));
	}
}

/** Create as a tool that n8n offers to clients of MCP. */
export class McpTool {
	private readonly clients: Client[] = [];

	private constructor(private readonly url: URL) {}

	/**
	 * Publishes it.
	 *
	 * @param settings - of the tool's node
	 */
	static async publish(stage: Stage, settings: Record<string, unknown>): Promise<McpTool> {
		const path = randomUUID();
		await stage.publish(mcpFlow(path, settings));
		return new McpTool(new URL(`${stage.webhookUrl}/mcp/${path}`));
	}

	/** Begins a session. */
	async connect(): Promise<McpSession> {
		const client = new Client({ name: 'tests', version: '1.0.0' });
		this.clients.push(client);
		await client.connect(new StreamableHTTPClientTransport(this.url));
		return new McpSession(client);
	}

	/** Ends all sessions. */
	async close(): Promise<void> {
		for (const client of this.clients.splice(0)) await client.close();
	}
}
