import { UNKNOWN_CREATION } from '../../rules/given/texts';
import { z } from 'zod/v3';
import { itemsOf, typePrefix, type Workflow, type WorkflowNode } from '../../../tools/host';
import { node, flow, startWith } from '../../../tools/beds/flows';
import type { ChatRequest, Reply } from '../../../tools/beds/model';
import type { Stage } from '../../../tools/beds/stage';

/** The name of the tool, for n8n, for models and for clients of MCP. */
export const toolName = 'Clip';

/** Create as a tool: whoever calls it chooses the video. It neither waits for clips nor for the limits of the service. */
const choosesVideo = {
	toolDescription: 'Submits a video',
	operation: 'create',
	videoUrl: "={{ $fromAI('videoUrl', 'The link of the video', 'string') }}",
	waitForClips: false,
	options: { submissionsPerMinute: 600 },
};

/** The tool, which n8n tries three times. */
export const clipTool = (parameters: Record<string, unknown> = choosesVideo): WorkflowNode =>
	node(toolName, `${typePrefix}clipTool`, {
		parameters,
		...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
	});

/** What connects a node to the one that uses it. */
export const connect = (from: WorkflowNode, type: string, to: WorkflowNode) => ({
	[from.name]: { [type]: [[{ node: to.name, type, index: 0 }]] },
});

/** What a caller is told of a submission whose answer got lost. */
export const creationUnknown: unknown = expect.stringContaining(UNKNOWN_CREATION.title);

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

/** What a model is to call: round by round, the calls of one round at once. */
type Rounds = Array<Array<Record<string, string>>>;

const prompt = z.array(z.array(z.record(z.string())));
const answer = z.array(z.string());

/** Plays a model that makes the calls that its prompt lists, and then says what the tool answered to each of them. */
export function think({ messages }: ChatRequest): Reply {
	const asked = messages.find(({ role }) => role === 'user')?.content ?? '';
	const made = messages.filter(({ tool_calls: calls }) => calls !== undefined).length;
	const next = prompt.parse(JSON.parse(asked))[made];
	if (next !== undefined) return next.map((input) => ({ call: toolName, with: input }));
	return JSON.stringify(messages.filter(({ role }) => role === 'tool').map(({ content }) => content));
}

/** A workflow with an agent that works on each prompt, on three of them at once. */
function agentFlow(typeVersion: number, prompts: string[], tool: WorkflowNode): Workflow {
	const agent = node('AI Agent', '@n8n/n8n-nodes-langchain.agent', {
		typeVersion,
		parameters: {
			promptType: 'define',
			text: '={{ $json.prompt }}',
			options: { batching: { batchSize: 3, delayBetweenBatches: 0 } },
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
	const items = prompts.map((text) => ({ prompt: text }));
	const { nodes, connections, name } = flow(`Agent ${typeVersion}`, [...startWith('Prompts', items), agent]);
	const links = { ...connect(model, 'ai_languageModel', agent), ...connect(tool, 'ai_tool', agent) };
	return { name, nodes: [...nodes, model, tool], connections: { ...connections, ...links } };
}

/** Agents that have Create as their tool. */
export function agentCases(stage: Stage): void {
	beforeAll(async () => await stage.useModel(think));

	// Up to 2 an agent runs its tools inside itself and at once, from 3 on the engine runs them in a row.
	describe.each([2.3, 3.1])('of version %p', (typeVersion) => {
		/** Saves an agent that works on items; each call executes it, and returns what the tool answered, for each item call by call. */
		const asking = async (items: Rounds[], tool = clipTool()) => {
			const prompts = items.map((rounds) => JSON.stringify(rounds));
			const { id } = await stage.save(agentFlow(typeVersion, prompts, tool));
			return async (): Promise<string[][]> => {
				const started = await stage.client.runWorkflow(id, 'Start');
				const execution = await stage.client.waitForExecution(started ?? '');
				expect(execution.error).toBeUndefined();
				const outputs = itemsOf(execution, 'AI Agent').map(({ json }) => z.string().parse(json.output));
				return outputs.map((output) => answer.parse(JSON.parse(output)));
			};
		};
		const ask = async (items: Rounds[], tool = clipTool()) => await (await asking(items, tool))();
		const video = (name: string) => `https://www.youtube.com/watch?v=agent-${typeVersion}-${name}`;
		const idsOf = (name: string) => submissionsOf(stage, video(name));
		const call = (name: string) => ({ videoUrl: video(name) });

		it('takes the link from the model in a tool that was just added, and does not wait', async () => {
			const [told] = await ask([[[{ Video_URL: video('fresh') }]]], clipTool({}));
			expect(idsOf('fresh')).toHaveLength(1);
			expect(told).toEqual([project(idsOf('fresh')[0])]);
		});

		it('submits a video once that the model asks for twice at once', async () => {
			const [told] = await ask([[[call('twice'), call('twice')]]]);
			expect(idsOf('twice')).toHaveLength(1);
			expect(told).toEqual([project(idsOf('twice')[0]), project(idsOf('twice')[0])]);
		});

		it('submits a video once that it is asked for in later executions, too', async () => {
			const queryAgain = await asking([[[call('again')]]]);
			const told = [await queryAgain(), await queryAgain(), await queryAgain()];
			const [id, ...more] = idsOf('again');
			// By then, the project may be ready.
			const same: unknown = expect.stringContaining(`"projectId":"${String(id)}"`);
			expect([told, more]).toEqual([[[[same]], [[same]], [[same]]], []]);
		});

		it('submits a video whose answer got lost once only, and says in each round that its project is unknown', async () => {
			loseAnswers(stage, video('lost'));
			const [told] = await ask([[[call('lost')], [call('lost')]]]);
			expect(idsOf('lost')).toHaveLength(1);
			expect(told).toEqual([creationUnknown, creationUnknown]);
		});

		it('tells each of three items, which it works on at once, its own project', async () => {
			const names = ['item-1', 'item-2', 'item-3'];
			const told = await ask(names.map((name) => [[call(name)]]));
			expect(names.map((name) => idsOf(name).length)).toEqual([1, 1, 1]);
			expect(told).toEqual(names.map((name) => [project(idsOf(name)[0])]));
		});
	});
}
