import { randomUUID } from 'node:crypto';
import { z } from 'zod/v3';
import type { SavedWorkflow } from '../../../tools/host';
import type { ChatRequest, Model, Reply } from '../../../tools/beds/model';
import { example, type RecipeBed } from '../../../tools/beds/recipeBed';

const link = /https:\/\/\S+/;

/** A project ID anywhere in what was said so far. */
const projectIdIn = ({ messages }: ChatRequest) =>
	messages.map(({ content }) => /project (\d+)/.exec(content)?.[1]).find((id) => id !== undefined);

/**
 * Plays a sensible model: it submits a link that the user gives, gets clips that the user asks for, and otherwise passes on
 * what a tool said. All that it knows is what n8n tells it.
 */
function think(request: ChatRequest): Reply {
	const last = request.messages.at(-1);
	const said = last?.content ?? '';
	if (last?.role === 'tool') {
		const projectId = /"projectId":"(\d+)"/.exec(said)?.[1];
		return said.includes('"rank"') || projectId === undefined ? said : `It is project ${projectId}.`;
	}
	const videoUrl = link.exec(said)?.[0];
	if (videoUrl !== undefined) return [{ call: 'Create_Clips', with: { videoUrl, keywords: 'pricing' } }];
	const projectId = projectIdIn(request) ?? 'unknown';
	return [{ call: 'Get_Clips', with: { projectId, minViralScore: 8 } }];
}

const answered = z.object({ output: z.string() });

/** What the tool for clips tells the model. */
const listed = z.array(
	z.object({ projectId: z.string(), rank: z.number(), viralScore: z.number() }).passthrough(),
);

/** Begins a conversation with a workflow, as the editor's chat holds it: what it gives says something and returns the answer. */
function conversation({ client: { session } }: RecipeBed, { id }: SavedWorkflow) {
	const sessionId = randomUUID();
	return async (chatInput: string): Promise<string> => {
		await session.call({
			method: 'POST',
			path: `/rest/workflows/${id}/run`,
			body: { triggerToStartFrom: { name: 'When Chat Message Received' }, chatSessionId: sessionId },
			read: z.object({ waitingForWebhook: z.literal(true) }),
		});
		const answer = await session.file({
			method: 'POST',
			path: `/webhook-test/${id}/${sessionId}`,
			body: { action: 'sendMessage', sessionId, chatInput },
		});
		return answered.parse(JSON.parse(answer.toString())).output;
	};
}

/** The recipe with an agent, whose model is played. */
export function chatCases(bed: RecipeBed): void {
	const workflow = example('clips-by-chat.json');
	let model: Model;
	beforeAll(async () => {
		model = await bed.useModel(think);
	});

	it('submits a video once, and lists its clips in a later turn', async () => {
		const saved = await bed.save(workflow);
		const say = conversation(bed, saved);
		const videoUrl = 'https://www.youtube.com/watch?v=chat-recipe';
		const told = await say(`Please clip ${videoUrl}`);
		const [submission, ...more] = bed.submissionsOf(videoUrl);
		const projectId = submission?.projectId ?? '';
		expect(more).toEqual([]);
		expect(submission?.body).toMatchObject({ videoUrl, keywords: 'pricing' });
		expect(told).toBe(`It is project ${projectId}.`);

		bed.simulator.finish(projectId);
		const clips = listed.parse(JSON.parse(await say('Are my clips ready?')));
		expect(clips.map((clip) => clip.rank)).toEqual(clips.map((_clip, index) => index + 1));
		for (const clip of clips) {
			expect(clip.projectId).toBe(projectId);
			expect(clip.viralScore).toBeGreaterThanOrEqual(8);
			expect(clip).not.toHaveProperty('transcript');
		}
		const runs = await bed.client.waitForExecutionsOf(saved.id, 2);
		expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
	});

	it('offers the model two tools that say what they do, and asks it for the link and the project only', () => {
		const offered = model.requests[0]?.tools.map((tool) => tool.function) ?? [];
		const tools = offered.sort((one, other) => one.name.localeCompare(other.name));
		expect(tools.map(({ name, description }) => [name, description])).toEqual([
			['Create_Clips', expect.stringContaining('Each call costs money')],
			['Get_Clips', expect.stringContaining('the best first')],
		]);
		expect(tools.map(({ parameters }) => parameters)).toEqual([
			expect.objectContaining({ required: ['videoUrl'] }),
			expect.objectContaining({ required: ['projectId'] }),
		]);
	});
}
