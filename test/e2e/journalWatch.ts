/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod/v3';
import { marksOf, type OrderMarks } from '../../nodes/Clip/create/orderMarks';
import type { Submission } from '../../nodes/Clip/interface/submission';
import { fetchOnce, type Postgres } from '../host';
import { listen, shut } from '../host/ports';
import { numberFrom } from './sql';

/** A submission that came by, and whether n8n's database knew of it then. */
export interface Sighting {
	videoUrl: string;
	marks: OrderMarks;
	wasKnown: boolean;
}

/** Stands before the service. */
export interface JournalWatch {
	origin: string;
	sightings: Sighting[];
	close(): Promise<void>;
}

/** The URL of a video that tells which order it is: an expression of Create. */
export const tellingUrl = (mark: string): string =>
	`=https://media.example.com/${mark}/{{ $execution.id }}/{{ $itemIndex }}/good/talk.mp4`;

/** As n8n keeps a key. */
const stored = (key: string): string => createHash('md5').update(key).digest('base64');

/**
 * How many of some keys n8n's database knows now.
 *
 * @param workflowId - the workflow whose Create has written them
 */
export async function knownOf(
	postgres: Postgres,
	workflowId: string,
	keys: readonly string[],
): Promise<number> {
	const list = keys.map((key) => `'"${stored(key)}"'`).join(', ');
	return await numberFrom(
		postgres,
		`SELECT count(*) FROM processed_data, unnest(ARRAY[${list}]) AS key WHERE "workflowId" = '${workflowId}' AND position(key in value::text) > 0`,
	);
}

/** The mark of an order is made of the whole body as it was sent. */
const submission = z.custom<Submission>(
	(body) => z.object({ videoUrl: z.string() }).passthrough().safeParse(body).success,
);

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of request) chunks.push(z.instanceof(Uint8Array).parse(chunk));
	return Buffer.concat(chunks).toString();
}

/**
 * Opens a watch on 127.0.0.1: it looks into n8n's database whenever a submission comes by, before the service gets it.
 *
 * @param origin - the service
 * @param isKnown - whether n8n knows a key
 */
export async function openJournalWatch(
	origin: string,
	isKnown: (key: string) => Promise<boolean>,
): Promise<JournalWatch> {
	const sightings: Sighting[] = [];
	const watch = async (body: string) => {
		const sent = submission.parse(JSON.parse(body));
		const [execution = '', itemIndex = ''] = sent.videoUrl.split('/').slice(4);
		const run = { id: execution, began: null, retryOf: 'none' } as const;
		const marks = marksOf(run, { runIndex: '0', itemIndex: Number(itemIndex) }, sent);
		sightings.push({ videoUrl: sent.videoUrl, marks, wasKnown: await isKnown(marks.own) });
	};
	const server = createServer((request, response) => {
		const pass = async () => {
			const body = await bodyOf(request);
			if (request.method === 'POST') await watch(body);
			const { method = 'GET', url = '/', headers } = request;
			const given = Object.entries(headers).flatMap(([name, value]) =>
				typeof value === 'string' && !/^(host|connection|content-length)$/.test(name) ? [[name, value]] : [],
			);
			const answer = await fetchOnce(`${origin}${url}`, {
				method,
				headers: Object.fromEntries(given),
				...(body !== '' && { body }),
			});
			response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
			response.end(await answer.text());
		};
		pass().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
	});
	const port = await listen(server);
	return { origin: `http://127.0.0.1:${port}`, sightings, close: async () => await shut(server) };
}
