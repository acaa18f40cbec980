import { randomUUID } from 'node:crypto';
import express, { Router } from 'express';
import { z } from 'zod/v3';
import { Bytes, parameter, rangeOf } from './bytes';
import { tokens, type Post } from './types';

/** One piece of a file may have so many bytes. */
const largestPiece = 64 * 1024 * 1024;

const beginning = z.object({
	post_info: z.object({
		title: z.string().max(2200),
		// Until an app is audited, nothing else is allowed.
		privacy_level: z.literal('SELF_ONLY'),
	}),
	source_info: z.object({
		source: z.literal('FILE_UPLOAD'),
		video_size: z.number().int().positive().max(largestPiece),
		chunk_size: z.number().int(),
		total_chunk_count: z.literal(1),
	}),
});

/**
 * Takes videos as TikTok's direct post does: `open.tiktokapis.com` gives an address, which takes the file in one piece.
 *
 * @param publish - gets each video that is complete
 */
export function openTikTok(publish: (post: Post) => void): Router {
	const begun = new Map<string, z.output<typeof beginning>>();
	const router = Router();

	router.post('/v2/post/publish/video/init/', express.json(), (request, response) => {
		const answer = (status: number, code: string, data: object = {}) =>
			response.status(status).json({ data, error: { code, message: '', log_id: '1' } });
		if (request.headers.authorization !== `Bearer ${tokens.tiktok}`) {
			return void answer(401, 'access_token_invalid');
		}
		const read = beginning.safeParse(request.body);
		if (!read.success || read.data.source_info.chunk_size !== read.data.source_info.video_size) {
			return void answer(400, 'invalid_params');
		}
		const id = randomUUID();
		begun.set(id, read.data);
		const address = `https://open-upload.tiktokapis.com/video/?upload_id=${id}&upload_token=abc`;
		answer(200, 'ok', { publish_id: `v_pub_file~v2-1.${id}`, upload_url: address });
	});

	router.put('/video/', async (request, response) => {
		const id = parameter(request.query.upload_id);
		const told = begun.get(id);
		const range = rangeOf(request.headers['content-range']);
		const size = told?.source_info.video_size ?? 0;
		const isWhole = range?.from === 0 && range.to === size - 1 && range.size === size;
		const declared = Number(request.headers['content-length']);
		if (told === undefined || !isWhole || declared !== size) return void response.sendStatus(416);
		const bytes = new Bytes();
		await bytes.take(request);
		begun.delete(id);
		const contentType = String(request.headers['content-type']);
		publish({ platform: 'tiktok', file: bytes.file(contentType), about: told.post_info });
		response.status(201).end();
	});
	return router;
}
