/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Readable } from 'node:stream';
import { Router } from 'express';
import { z } from 'zod/v3';
import { fetchOnce } from '../../host/fetchOnce';
import { Bytes, parameter } from './bytes';
import { tokens, type Post } from './types';

const reel = z.object({
	media_type: z.literal('REELS'),
	video_url: z.string().url(),
	caption: z.string().max(2200),
});

interface Container {
	readonly post: Post;
	/** How often it was asked for: the first time it is still in progress. */
	asked: number;
}

/** Fetches the file of a reel itself, as Instagram does. */
async function fetchedReel({ video_url: url, ...about }: z.output<typeof reel>): Promise<Post> {
	const answer = await fetchOnce(url);
	if (!answer.ok || answer.body === null) throw new TypeError(`HTTP ${answer.status}`);
	const bytes = new Bytes();
	await bytes.take(Readable.fromWeb(answer.body));
	return {
		platform: 'instagram',
		file: bytes.file(answer.headers.get('content-type') ?? 'unknown'),
		about,
	};
}

/**
 * Takes reels as `graph.facebook.com` does: a container first, which is in progress for a while, then its publication.
 *
 * @param publish - gets each reel that was published
 */
export function openInstagram(publish: (post: Post) => void): Router {
	const containers = new Map<string, Container>();
	let count = 0;
	const router = Router();
	const refusal = (message: string) => ({ error: { message, type: 'OAuthException', code: 100 } });

	router.use((request, response, next) => {
		if (request.query.access_token === tokens.instagram) return next();
		response.status(400).json(refusal('Invalid OAuth access token'));
	});
	router.post('/:version/:account/media', async (request, response) => {
		const read = reel.safeParse(request.query);
		const post = read.success ? await fetchedReel(read.data).catch(() => undefined) : undefined;
		if (post === undefined) return void response.status(400).json(refusal('Invalid parameter'));
		count += 1;
		// Longer than a number of JSON can be exact.
		const id = `179000000000${String(count).padStart(5, '0')}`;
		containers.set(id, { post, asked: 0 });
		response.json({ id });
	});
	router.post('/:version/:account/media_publish', (request, response) => {
		const id = parameter(request.query.creation_id);
		const container = containers.get(id);
		if (container === undefined || container.asked < 2) {
			return void response.status(400).json(refusal('Media ID is not available'));
		}
		containers.delete(id);
		publish(container.post);
		response.json({ id: `18${id}` });
	});
	router.get('/:version/:id', (request, response) => {
		const container = containers.get(request.params.id);
		if (container === undefined || request.query.fields !== 'status_code') {
			return void response.status(400).json(refusal('Unsupported get request'));
		}
		container.asked += 1;
		response.json({
			status_code: container.asked < 2 ? 'IN_PROGRESS' : 'FINISHED',
			id: request.params.id,
		});
	});
	return router;
}
