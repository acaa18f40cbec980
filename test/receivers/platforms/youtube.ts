import { randomUUID } from 'node:crypto';
import express, { Router } from 'express';
import { z } from 'zod/v3';
import { Bytes, parameter, rangeOf } from './bytes';
import { tokens, type Post } from './types';

const path = '/upload/youtube/v3/videos';

/** What an upload begins with; the rules of the title are those of the platform. */
const about = z.object({
	snippet: z
		.object({
			title: z
				.string()
				.min(1)
				.max(100)
				.regex(/^[^<>]*$/),
			categoryId: z.string().regex(/^\d+$/),
			description: z
				.string()
				.max(5000)
				.regex(/^[^<>]*$/)
				.optional(),
		})
		.passthrough(),
	status: z.object({ privacyStatus: z.enum(['private', 'public', 'unlisted']) }).passthrough(),
});

interface Session {
	readonly bytes: Bytes;
	readonly size: number;
	readonly contentType: string;
	readonly told: z.output<typeof about>;
}

/**
 * Takes videos as `www.googleapis.com` does by resumable uploads: what the video is about first, then its bytes, piece by piece.
 *
 * @param publish - gets each video that is complete
 */
export function openYouTube(publish: (post: Post) => void): Router {
	const sessions = new Map<string, Session>();
	const router = Router();

	router.post(path, express.json(), (request, response) => {
		if (request.headers.authorization !== `Bearer ${tokens.youtube}`) {
			return void response.status(401).json({ error: { code: 401, message: 'Invalid Credentials' } });
		}
		const read = about.safeParse(request.body);
		const parts = parameter(request.query.part).split(',');
		if (!read.success || request.query.uploadType !== 'resumable' || !parts.includes('snippet')) {
			return void response.status(400).json({ error: { code: 400, message: 'invalidVideoMetadata' } });
		}
		const id = randomUUID();
		sessions.set(id, {
			bytes: new Bytes(),
			size: Number(request.headers['x-upload-content-length']),
			contentType: String(request.headers['x-upload-content-type']),
			told: read.data,
		});
		response.location(`https://www.googleapis.com${path}?uploadType=resumable&upload_id=${id}`).json({});
	});

	router.put(path, async (request, response) => {
		const session = sessions.get(parameter(request.query.upload_id));
		const range = rangeOf(request.headers['content-range']);
		if (session === undefined || range?.from !== session.bytes.size || range.size !== session.size) {
			return void response.sendStatus(400);
		}
		await session.bytes.take(request);
		if (session.bytes.size < session.size) {
			return void response.status(308).set('range', `bytes=0-${range.to}`).end();
		}
		const { snippet, status } = session.told;
		publish({
			platform: 'youtube',
			file: session.bytes.file(session.contentType),
			about: { ...snippet, ...status },
		});
		response
			.status(200)
			.json({ kind: 'youtube#video', id: parameter(request.query.upload_id), snippet, status });
	});
	return router;
}
