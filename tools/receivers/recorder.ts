/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { listen, localhost, shut } from '../host/ports';

/** A call as it came. */
export interface Call {
	readonly method: string;
	readonly url: URL;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

/** An answer; HTTP 200 with an empty object where nothing else is said. */
export interface Reply {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly json?: object;
	/** Sent in place of JSON. */
	readonly text?: string;
	/** Whether no answer comes at all. */
	readonly hang?: boolean;
	/** Whether the connection is reset in the place of an answer. */
	readonly reset?: boolean;
}

/** Takes calls to hosts of others, and writes them down. */
export interface Recorder {
	/** What an n8n needs in its environment, so that its calls to the hosts come here, and those to no other host leave the machine. */
	readonly environment: Readonly<Record<string, string>>;
	/** Every call, oldest first. */
	readonly calls: readonly Call[];
	/** The hosts that were wanted beside those of the recorder. */
	readonly refused: readonly string[];
	close(): Promise<void>;
}

/** Makes a certificate that nobody trusts but who is given its file, with the system's `openssl`. */
async function certificateFor(hosts: readonly string[], folder: string) {
	const [keyFile, file] = [join(folder, 'recorder.key'), join(folder, 'recorder.pem')];
	await promisify(execFile)('openssl', [
		...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
		...['-keyout', keyFile, '-out', file, '-days', '2', '-subj', '/CN=Recorder of the tests'],
		...['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`],
	]);
	return { key: readFileSync(keyFile), cert: readFileSync(file), file };
}

/**
 * Starts a recorder. n8n's nodes call fixed hosts over TLS, so it stands behind a proxy, with a certificate of its own.
 *
 * @param folder - where the certificate goes
 * @param hosts - whose calls it takes
 * @param answer - what it says to a call, which is the last of the calls so far
 */
export async function startRecorder(
	folder: string,
	hosts: readonly string[],
	answer: (call: Call, calls: readonly Call[]) => Reply,
): Promise<Recorder> {
	const calls: Call[] = [];
	const refused: string[] = [];
	const { file, ...certificate } = await certificateFor(hosts, folder);
	const record = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { method = '', headers, url = '' } = request;
		const body = await buffer(request);
		const call = { method, url: new URL(url, `https://${headers.host ?? ''}`), headers, body };
		calls.push(call);
		const { status = 200, headers: told, json = {}, text, hang = false, reset = false } = answer(call, calls);
		if (hang) return;
		if (reset) return void request.socket.destroy();
		response
			.writeHead(status, { 'content-type': 'application/json', ...told })
			.end(text ?? JSON.stringify(json));
	};
	const server = createSecureServer(certificate, (request, response) => {
		// A caller that broke off gets no answer.
		record(request, response).catch(() => response.destroy());
	});
	const port = await listen(server);

	// A connection that was handed over counts as none of the server's any more.
	const tunnels = new Set<Duplex>();
	const proxy = createServer((_request, response) => response.writeHead(405).end());
	proxy.on('connect', ({ url = '' }, socket: Duplex, head: Buffer) => {
		tunnels.add(socket);
		socket.on('error', () => socket.destroy());
		if (!hosts.includes(url.replace(/:443$/, ''))) {
			refused.push(url);
			return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		}
		const inner = connect(port, localhost, () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			inner.write(head);
			inner.pipe(socket).pipe(inner);
		});
		inner.on('error', () => socket.destroy());
		socket.on('close', () => inner.destroy());
	});
	const proxyUrl = `http://${localhost}:${await listen(proxy)}`;
	return {
		environment: { HTTPS_PROXY: proxyUrl, https_proxy: proxyUrl, NODE_EXTRA_CA_CERTS: file },
		calls,
		refused,
		close: async () => {
			for (const tunnel of tunnels) tunnel.destroy();
			await shut(server);
			await shut(proxy);
		},
	};
}
