import express, { Router } from 'express';
import { z } from 'zod/v3';
import { tokens, type ChatMessage } from './types';

const message = z.object({
	chat_id: z.string().min(1),
	text: z.string().min(1).max(4096),
	parse_mode: z.literal('Markdown'),
	reply_markup: z.object({
		inline_keyboard: z.array(z.array(z.object({ text: z.string().min(1), url: z.string().url() }))),
	}),
});

/** Whether each mark of Telegram's Markdown has its counterpart; the address of a link may hold any. */
function isBalanced(text: string): boolean {
	const rest = text.replace(/\[[^\]]*\]\([^)]*\)/g, '');
	return !rest.includes('[') && ['_', '*', '`'].every((mark) => rest.split(mark).length % 2 === 1);
}

/**
 * Takes messages of a bot as `api.telegram.org` does.
 *
 * @param send - gets each message
 */
export function openTelegram(send: (sent: ChatMessage) => void): Router {
	const router = Router();
	router.post(`/bot${tokens.telegram}/sendMessage`, express.json(), (request, response) => {
		const read = message.safeParse(request.body);
		if (!read.success || !isBalanced(read.data.text)) {
			const description = "Bad Request: can't parse entities";
			return void response.status(400).json({ ok: false, error_code: 400, description });
		}
		const { chat_id: chatId, text, reply_markup: markup } = read.data;
		send({ chatId, text, buttons: markup.inline_keyboard.flat() });
		response.json({ ok: true, result: { message_id: 1, chat: { id: Number(chatId) }, date: 1, text } });
	});
	return router;
}
