/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod/v3';
import { listen, shut } from '../host/ports';

const message = z.object({
	role: z.string(),
	content: z
		.union([z.string(), z.array(z.object({ text: z.string() }).transform(({ text }) => text))])
		.nullish()
		.transform((content) => [content ?? ''].flat().join('')),
	tool_calls: z
		.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
		.optional(),
});

const chatRequest = z.object({
	messages: z.array(message),
	tools: z
		.array(
			z.object({
				function: z.object({ name: z.string(), description: z.string(), parameters: z.unknown() }),
			}),
		)
		.default([]),
});

/** What a model is asked, as OpenAI's chat completions have it. */
export type ChatRequest = z.output<typeof chatRequest>;

/** What a model answers: words, or the wish to call tools, all at once. */
export type Reply = string | ReadonlyArray<{ call: string; with: Record<string, unknown> }>;

/** How a model comes to its answer. */
export type Think = (request: ChatRequest) => Reply;

/** A chat model that listens on 127.0.0.1. */
export interface Model {
	/** What n8n's OpenAI credential takes as base URL. */
	readonly baseUrl: string;
	/** Everything that it was asked, oldest first. */
	readonly requests: readonly ChatRequest[];
	close(): Promise<void>;
}

/**
 * Plays a chat model behind the chat completions of OpenAI's interface.
 *
 * @param think - what it answers to a request
 */
export async function startModel(think: Think): Promise<Model> {
	const requests: ChatRequest[] = [];
	const answerTo = (asked: ChatRequest) => {
		requests.push(asked);
		const reply = think(asked);
		const answer =
			typeof reply === 'string'
				? { role: 'assistant', content: reply }
				: {
						role: 'assistant',
						content: null,
						tool_calls: reply.map((wanted, index) => ({
							id: `call-${requests.length}-${index}`,
							type: 'function',
							function: { name: wanted.call, arguments: JSON.stringify(wanted.with) },
						})),
					};
		return {
			id: `completion-${requests.length}`,
			object: 'chat.completion',
			created: Math.floor(Date.now() / 1000),
			model: 'played',
			choices: [
				{ index: 0, message: answer, finish_reason: typeof reply === 'string' ? 'stop' : 'tool_calls' },
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	};
	const server = createServer((request, response) => {
		const reply = async () => JSON.stringify(answerTo(chatRequest.parse(await json(request))));
		response.setHeader('content-type', 'application/json');
		reply().then(
			(body) => response.end(body),
			() => response.destroy(),
		);
	});
	const port = await listen(server);
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		requests,
		close: async () => await shut(server),
	};
}
