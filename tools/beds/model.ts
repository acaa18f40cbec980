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
	stream: z.boolean().default(false),
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
	const answerTo = (asked: ChatRequest): string => {
		requests.push(asked);
		const reply = think(asked);
		const message =
			typeof reply === 'string'
				? { role: 'assistant', content: reply }
				: {
						role: 'assistant',
						content: null,
						tool_calls: reply.map((wanted, index) => ({
							index,
							id: `call-${requests.length}-${index}`,
							type: 'function',
							function: { name: wanted.call, arguments: JSON.stringify(wanted.with) },
						})),
					};
		const finish_reason = typeof reply === 'string' ? 'stop' : 'tool_calls';
		const completion = (object: string, choice: object) => ({
			id: `completion-${requests.length}`,
			object,
			created: Math.floor(Date.now() / 1000),
			model: 'played',
			choices: [{ index: 0, ...choice }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
		if (!asked.stream) return JSON.stringify(completion('chat.completion', { message, finish_reason }));
		const piece = completion('chat.completion.chunk', { delta: message, finish_reason });
		return `data: ${JSON.stringify(piece)}\n\ndata: [DONE]\n\n`;
	};
	const server = createServer((request, response) => {
		const reply = async () => {
			// Whoever prefers another interface of OpenAI's is told that there is none.
			if (request.url !== '/v1/chat/completions') return response.writeHead(404).end();
			const asked = chatRequest.parse(await json(request));
			response.setHeader('content-type', asked.stream ? 'text/event-stream' : 'application/json');
			return response.end(answerTo(asked));
		};
		reply().catch(() => response.destroy());
	});
	const port = await listen(server);
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		requests,
		close: async () => await shut(server),
	};
}
