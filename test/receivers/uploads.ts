/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { Router } from 'express';
import multer from 'multer';
import { z } from 'zod/v3';

const upload = z.object({
	filename: z.string(),
	originalname: z.string(),
	mimetype: z.string(),
	size: z.number(),
});

/** A file that came in a multipart request. */
export type Upload = z.output<typeof upload>;

/**
 * Takes files by POST, in the field `file` of a multipart request, and serves them again.
 *
 * @param folder - where the files go
 */
export function openUploads(folder: string): { router: Router; uploads: readonly Upload[] } {
	const uploads: Upload[] = [];
	const router = Router();
	router.post(
		'/videos',
		multer({ dest: folder, defParamCharset: 'utf8' }).single('file'),
		(request, response) => {
			const read = z.object({ file: upload }).safeParse(request);
			if (!read.success) {
				const error = 'Send a multipart request with the file in the field "file".';
				return void response.status(400).json({ error });
			}
			const { file } = read.data;
			uploads.push(file);
			response.status(201).json({ id: file.filename, size: file.size, name: file.originalname });
		},
	);
	router.get('/videos/:id', (request, response) => {
		const found = uploads.find(({ filename }) => filename === request.params.id);
		if (found === undefined) return void response.sendStatus(404);
		response.type(found.mimetype).sendFile(join(folder, found.filename));
	});
	return { router, uploads };
}
