/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { Router } from 'express';
import multer from 'multer';
import { z } from 'zod/v3';
import type { Upload } from './types';

const parsedRequest = z.object({
	file: z.object({
		filename: z.string(),
		originalname: z.string(),
		mimetype: z.string(),
		size: z.number(),
		path: z.string(),
	}),
	body: z.record(z.string()),
});

/** The receiver of multipart requests. */
export interface UploadReceiver {
	readonly router: Router;
	readonly uploads: readonly Upload[];
}

/**
 * Takes files by POST, in the field `file` of a multipart request, and serves them again.
 *
 * @param folder - where the files go
 */
export function openUploads(folder: string): UploadReceiver {
	const received = new Map<string, Upload & { path: string }>();
	const uploads: Upload[] = [];

	const receive = async (request: Request, response: Response): Promise<void> => {
		const parsed = parsedRequest.safeParse(request);
		if (!parsed.success) {
			response.status(400).json({ error: 'Send a multipart request with the file in the field "file".' });
			return;
		}
		const { file, body: fields } = parsed.data;
		const hash = createHash('sha256');
		await pipeline(createReadStream(file.path), hash);
		const upload: Upload = {
			id: file.filename,
			name: file.originalname,
			contentType: file.mimetype,
			size: file.size,
			sha256: hash.digest('hex'),
			fields,
		};
		uploads.push(upload);
		received.set(upload.id, { ...upload, path: file.path });
		response.status(201).json({ id: upload.id, size: upload.size, name: upload.name });
	};

	const router = Router();
	router.post('/videos', multer({ dest: folder, defParamCharset: 'utf8' }).single('file'), receive);
	router.get('/videos/:id', (request: Request<{ id: string }>, response) => {
		const upload = received.get(request.params.id);
		if (upload === undefined) return void response.sendStatus(404);
		response.type(upload.contentType).sendFile(upload.path);
	});
	return { router, uploads };
}
