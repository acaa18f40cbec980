/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { listen, shut } from '../../../tools/host/ports';

export { film } from '../../../tools/simulator/film';

/** What a host does with a request; `count` is how many came for the same path before it. */
export type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** What the links of the host end in; it must not be seen anywhere. */
export const FILE_SIGNATURE = 'c0ffee5ecretS1gnature';

/** A host of files. */
export type FileHost = Awaited<ReturnType<typeof startFileHost>>;

/** Starts a host of files on 127.0.0.1. */
export async function startFileHost() {
	const answers = new Map<string, Answer>();
	const requests: Array<{ path: string; headers: IncomingMessage['headers'] }> = [];
	const server = createServer((request, response) => {
		const path = new URL(request.url ?? '', 'http://host').pathname;
		const count = requests.filter((earlier) => earlier.path === path).length;
		requests.push({ path, headers: request.headers });
		const answer = answers.get(path);
		if (answer !== undefined) return answer(request, response, count);
		response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>');
	});
	const origin = `http://127.0.0.1:${await listen(server)}`;
	return {
		origin,
		requests,
		/** Answers requests for a path, and gives a link to it that looks signed. */
		serve: (path: string, answer: Answer) => {
			answers.set(path, answer);
			return `${origin}${path}?Expires=1900000000&Signature=${FILE_SIGNATURE}`;
		},
		/** Connections that are open at the moment. */
		connections: async () => await promisify(server.getConnections.bind(server))(),
		close: async () => await shut(server),
	};
}

/** Opens a file host before each test of the file. */
export function useFileHost(): () => FileHost {
	let host: FileHost | undefined;
	beforeEach(async () => {
		host = await startFileHost();
	});
	afterEach(async () => await host?.close());
	return () => {
		if (host === undefined) throw new TypeError('The file host runs during tests only.');
		return host;
	};
}

/** How a host hands out a file. */
interface FileManners {
	contentType?: string | null;
	/** Breaks the connection after so many bytes of the first, second, ... answer. */
	cuts?: readonly number[];
	/** Announces so many bytes instead of the right number; null announces none. */
	length?: number | null;
}

/** Hands out a file. */
export const fileAnswer =
	(bytes: Buffer, { contentType = 'video/mp4', cuts = [], length }: FileManners = {}): Answer =>
	(_request, response, count) => {
		response.writeHead(200, {
			...(contentType !== null && { 'Content-Type': contentType }),
			...(length !== null && { 'Content-Length': length ?? bytes.length }),
		});
		const cut = cuts[count];
		if (cut === undefined) return void response.end(bytes);
		response.write(bytes.subarray(0, cut), () => response.socket?.destroy());
	};

/** Answers with a status. */
export const statusAnswer =
	(code: number, headers: Record<string, string> = {}, body = ''): Answer =>
	(_request, response) =>
		void response.writeHead(code, headers).end(body);

/** Sends a piece again and again, for ever, after a beginning. */
export const dripAnswer =
	(beginning: Buffer, piece: Buffer): Answer =>
	(_request, response) => {
		response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 100_000_000 });
		response.write(beginning);
		if (piece.length === 0) return;
		const timer = setInterval(() => void response.write(piece), 100);
		response.on('close', () => clearInterval(timer));
	};

/** Sends to another place. */
export const redirectAnswer =
	(location: string, status = 302): Answer =>
	(_request, response) => {
		response.writeHead(status, { Location: location, 'Set-Cookie': 'session=1' }).end('elsewhere');
	};

/** Answers one request after the other in its own way; the last answer also goes to all that follow. */
export const answerWith =
	(...answers: Answer[]): Answer =>
	(request, response, count) =>
		answers[Math.min(count, answers.length - 1)]?.(request, response, count);
