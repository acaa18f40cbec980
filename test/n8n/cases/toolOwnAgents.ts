import { ADVICE } from '../../../nodes/Clip/problems/advice';
import { z } from 'zod/v3';
import { typePrefix } from '../../../tools/host';
import type { Stage } from '../../../tools/beds/stage';
import { creationUnknown, loseAnswers, submissionsOf, think, toolName } from './tools';

/** What a call of a tool gave, in the events of a chat. */
const toolResult = z.object({ type: z.literal('tool-result'), output: z.unknown() });

/** What the tool gives an agent that has called it. */
const items = z.object({
	status: z.literal('success'),
	data: z.array(z.object({ json: z.record(z.unknown()) })),
});

const projects = z.array(z.object({ id: z.string(), type: z.string() }));

/** n8n's own Agents, which have a place of their own in n8n's menu, call the node without any workflow. */
export function ownAgentCases(stage: Stage): void {
	let agents = '';
	let model = { id: '', name: '' };
	let account = { id: '', name: '' };
	beforeAll(async () => {
		({ credential: model } = await stage.useModel(think));
		account = await stage.savedCredential();
		const all = await stage.client.session.call({ path: '/rest/projects', read: projects });
		agents = `/rest/projects/${all.find(({ type }) => type === 'personal')?.id ?? ''}/agents/v2`;
	});

	/** Makes an agent with one tool, as n8n's panel saves it, and lets it make calls, round by round. */
	const ask = async (parameters: Record<string, unknown>, rounds: object[][]): Promise<unknown[]> => {
		const tool = {
			type: 'node',
			name: toolName,
			node: {
				nodeType: `${typePrefix}clipTool`,
				nodeTypeVersion: 1,
				nodeParameters: {
					resource: 'clip',
					options: { submissionsPerMinute: 600, pollInterval: 5 },
					...parameters,
				},
				credentials: { videoClippingApi: { id: account.id, name: account.name } },
			},
		};
		const schema = {
			name: 'Clips',
			model: 'openai/played',
			credential: model.id,
			instructions: 'Clip videos.',
			tools: [tool],
		};
		const { session } = stage.client;
		const body = { name: schema.name, schema };
		const { id } = await session.call({
			method: 'POST',
			path: agents,
			body,
			read: z.object({ id: z.string() }),
		});
		const message = JSON.stringify(rounds);
		const chat = await session.file({ method: 'POST', path: `${agents}/${id}/chat`, body: { message } });
		return chat
			.toString()
			.split('\n')
			.filter((line) => line.startsWith('data: '))
			.map((line) => toolResult.safeParse(JSON.parse(line.slice('data: '.length))).data)
			.flatMap((result) => (result === undefined ? [] : [result.output]));
	};
	const create = { operation: 'create', videoUrl: "={{ $fromAI('videoUrl', 'The link', 'string') }}" };
	const video = (name: string) => `https://www.youtube.com/watch?v=own-agents-${name}`;
	const idsOf = (name: string) => submissionsOf(stage, video(name));
	/** The items of each call. */
	const jsonsOf = (results: unknown[]) =>
		results.map((result) => items.parse(result).data.map(({ json }) => json));

	it('submit a video with Create, and are told its project', async () => {
		const told = await ask(create, [[{ videoUrl: video('plain') }]]);
		expect(idsOf('plain')).toHaveLength(1);
		expect(jsonsOf(told)).toEqual([[expect.objectContaining({ projectId: idsOf('plain')[0] })]]);
	});

	it('pay once for a video that they submit again, in the same chat and in another one', async () => {
		const call = [{ videoUrl: video('again') }];
		const told = [...(await ask(create, [call, call])), ...(await ask(create, [call]))];
		const [projectId, ...more] = idsOf('again');
		expect(jsonsOf(told)).toEqual(Array(3).fill([expect.objectContaining({ projectId })]));
		expect(more).toEqual([]);
	});

	it('pay once for calls with the same video, and are told where it is unknown whether the project was created', async () => {
		loseAnswers(stage, video('lost'));
		const [first, second] = await ask(create, [[{ videoUrl: video('lost') }], [{ videoUrl: video('lost') }]]);
		expect([first, second]).toEqual([creationUnknown, creationUnknown]);
		expect(first).toContain(ADVICE.caller.ifUnknown);
		expect(idsOf('lost')).toHaveLength(1);
	});
}
