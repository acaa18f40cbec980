import { typePrefix, type Workflow, type WorkflowNode } from '../host';
import { node, startWith } from './flows';
import type { Stage } from './stage';

/** What the caller of the tool decides. */
export interface Order {
	videoUrl: string;
	keywords?: string;
}

/** What the caller decides of a tool that was just added, with all its defaults. */
export interface FreshOrder {
	Video_URL: string;
}

/** The name of the tool, for n8n, for models and for clients of MCP. */
export const toolName = 'Clip';

/** Settings of a node that n8n tries three times. */
export const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

/** Create as a tool: whoever calls it chooses video and keywords. It neither waits for clips nor for the limits of the service. */
function clipTool(settings: Record<string, unknown>): WorkflowNode {
	return node(toolName, `${typePrefix}clipTool`, {
		parameters: {
			toolDescription: 'Submits a video',
			operation: 'create',
			videoUrl: "={{ $fromAI('videoUrl', 'The link of the video', 'string') }}",
			waitForClips: false,
			additionalFields: { keywords: "={{ $fromAI('keywords', 'What to look for', 'string', '') }}" },
			options: { maxRateLimitWait: 0, submissionsPerMinute: 600 },
		},
		...settings,
	});
}

const connect = (from: WorkflowNode, type: string, to: WorkflowNode) => ({
	[from.name]: { [type]: [[{ node: to.name, type, index: 0 }]] },
});

/** The name of the node that is an agent. */
export const agentName = 'AI Agent';

/** An agent with the tool. */
export interface AgentSettings {
	typeVersion: number;
	/** How many items it works on at once. */
	batchSize?: number;
	/** Settings of the tool's node. */
	tool?: Record<string, unknown>;
}

/**
 * A workflow with an agent that has the tool.
 *
 * @param prompts - what the agent is asked, an item for each
 */
export function agentFlow(prompts: string[], settings: AgentSettings): Workflow {
	const { typeVersion, batchSize = 1, tool = {} } = settings;
	const start = startWith(
		'Prompts',
		prompts.map((prompt) => ({ prompt })),
	);
	const agent = node(agentName, '@n8n/n8n-nodes-langchain.agent', {
		typeVersion,
		parameters: {
			promptType: 'define',
			text: '={{ $json.prompt }}',
			options: { batching: { batchSize, delayBetweenBatches: 0 } },
		},
	});
	const model = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', {
		typeVersion: 1.3,
		parameters: {
			model: { __rl: true, mode: 'id', value: 'played' },
			responsesApiEnabled: false,
			options: {},
		},
		credentials: { openAiApi: { id: '', name: '' } },
	});
	const clip = clipTool(tool);
	const inRow = [...start, agent];
	const links = inRow.flatMap((next, index) => {
		const before = inRow[index - 1];
		return before === undefined ? [] : [connect(before, 'main', next)];
	});
	links.push(connect(model, 'ai_languageModel', agent), connect(clip, 'ai_tool', agent));
	const connections = Object.fromEntries(links.flatMap((link) => Object.entries(link)));
	return { name: `Agent ${typeVersion}`, nodes: [...inRow, model, clip], connections };
}

/**
 * A workflow that offers the tool to clients of MCP.
 *
 * @param path - where n8n serves it, below `/mcp/`
 * @param tool - settings of the tool's node
 */
export function mcpFlow(path: string, tool: Record<string, unknown>): Workflow {
	const trigger = node('MCP Server Trigger', '@n8n/n8n-nodes-langchain.mcpTrigger', {
		typeVersion: 2.1,
		parameters: { path },
		webhookId: path,
	});
	const clip = clipTool(tool);
	return { name: path, nodes: [trigger, clip], connections: connect(clip, 'ai_tool', trigger) };
}

/** What a caller is told of a submission whose answer got lost. */
export const creationUnknown: unknown = expect.stringContaining('unknown whether the project was created');

/** What a caller is told of a project that was created: this project and no other. */
export const project = (id: string | null | undefined): unknown =>
	expect.stringMatching(new RegExp(`^\\[\\{"projectId":"${id ?? 'none'}"[^{]*\\}\\]$`));

/** What became of the submissions of a video that reached the service, the oldest first: a project, or null if it was refused. */
export const submissionsOf = (stage: Stage, videoUrl: string): Array<string | null> =>
	stage.submissionsOf(`"${videoUrl}"`).map(({ projectId }) => projectId);

/** Loses the answer to each submission of a video: the service creates the project, and the connection is reset. */
export const loseAnswers = ({ simulator }: Stage, videoUrl: string): void =>
	simulator.faults.add({
		on: 'create',
		phase: 'after',
		times: 10,
		match: { videoUrlIncludes: videoUrl },
		fault: { kind: 'reset' },
	});
