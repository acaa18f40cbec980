/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen, shut } from '../host/ports';

/** What a web server answers to every request. */
export interface FixedAnswer {
	status: number;
	headers?: Record<string, string>;
	body?: string;
}

/** A web server that is not the service. */
export interface OtherServer {
	url: string;
	/** The headers of the requests that came. */
	requests: IncomingHttpHeaders[];
}

/**
 * Runs something while a web server on 127.0.0.1 gives the same answer to every request.
 *
 * @param answer - what it answers
 * @param use - gets the running server
 */
export async function withOtherServer<T>(
	answer: FixedAnswer,
	use: (server: OtherServer) => Promise<T>,
): Promise<T> {
	const requests: IncomingHttpHeaders[] = [];
	const server = createServer((request, response) => {
		requests.push(request.headers);
		response.writeHead(answer.status, { 'content-type': 'text/html', ...answer.headers });
		response.end(answer.body ?? `<html><body><h1>${answer.status}</h1></body></html>`);
	});
	const port = await listen(server);
	try {
		return await use({ url: `http://127.0.0.1:${port}`, requests });
	} finally {
		await shut(server);
	}
}
