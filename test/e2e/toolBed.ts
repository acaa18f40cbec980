import { z } from 'zod/v3';
import { itemsOf } from '../host';
import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { startModel, type ChatRequest, type Model, type Reply } from './model';
import { agentFlow, agentName, toolName, type AgentSettings, type FreshOrder, type Order } from './toolFlows';

/** What a model is to call: round by round, the calls of one round at once. */
export type Rounds = Array<Array<Order | FreshOrder>>;

const prompt = z.array(z.array(z.record(z.string())));
const answer = z.array(z.string());

/** Plays a model that makes the calls that its prompt lists, and then says what the tool answered to each of them. */
function think({ messages }: ChatRequest): Reply {
	const asked = messages.find(({ role }) => role === 'user')?.content ?? '';
	const made = messages.filter(({ tool_calls: calls }) => calls !== undefined).length;
	const next = prompt.parse(JSON.parse(asked))[made];
	if (next !== undefined) return next.map((order) => ({ call: toolName, with: order }));
	return JSON.stringify(messages.filter(({ role }) => role === 'tool').map(({ content }) => content));
}

/** A real n8n with agents that have Create as their tool. */
export class ToolBed extends Bed {
	private model: Model | undefined;

	constructor() {
		super({ logFile: logFileOf('n8n-tools') });
	}

	override async open(): Promise<void> {
		this.model = await startModel(think);
		await super.open();
		await this.useModel(this.model.baseUrl);
	}

	override async close(): Promise<void> {
		await super.close();
		await this.model?.close();
	}

	/**
	 * Runs an agent.
	 *
	 * @param items - what its model calls for each item
	 * @returns what the tool answered, for each item call by call
	 */
	async ask(items: Rounds[], settings: AgentSettings): Promise<string[][]> {
		const prompts = items.map((rounds) => JSON.stringify(rounds));
		const execution = await this.run(agentFlow(prompts, settings));
		expect(execution.error).toBeUndefined();
		const outputs = itemsOf(execution, agentName).map(({ json }) => z.string().parse(json.output));
		return outputs.map((output) => answer.parse(JSON.parse(output)));
	}
}
