/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { listen, localhost, shut } from '../host/ports';

/** What a proxy does with a call to an https address; a number is the HTTP status with which it refuses. */
export type Manner =
	| 'works'
	/** Works for those who log in as `me` with the password `word`. */
	| 'asks for a login'
	| number
	/** Ends the connection without a word. */
	| 'closes'
	| 'resets'
	/** Says something that is no HTTP. */
	| 'babbles'
	/** Lets the call through, and ends the connection before it is encrypted. */
	| 'lets through and closes'
	/** Carries the request to the service, and resets the connection when it has arrived and the answer comes. */
	| { swallowsAnswerOnce: () => boolean }
	/** Says nothing. */
	| 'hangs';

const PAGE = '<html><body>Access denied by the proxy of the company</body></html>';
const LOGIN = `Basic ${Buffer.from('me:word').toString('base64')}`;

const refusal = (status: number): string =>
	`HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\n\r\n${PAGE}`;

/** A proxy on this machine, as a company has it. */
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** Starts a proxy: for http addresses it fetches, for https addresses it opens a way. */
export async function startProxy() {
	const state: { manner: Manner } = { manner: 'works' };
	/** What it was asked for: `CONNECT host:port`, or a method and an address. */
	const asked: string[] = [];
	const open = new Set<Socket>();

	/** How it deals with a call. */
	const mannerFor = ({ headers }: IncomingMessage): Manner =>
		state.manner !== 'asks for a login'
			? state.manner
			: headers['proxy-authorization'] === LOGIN
				? 'works'
				: 407;

	const server = createServer((incoming, response) =>
		fetchFor(incoming, response, mannerFor(incoming), asked),
	);
	server.on('connection', (socket) => {
		open.add(socket);
		socket.on('close', () => open.delete(socket));
		// Whoever breaks off is none of its business.
		socket.on('error', () => undefined);
	});
	server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
		const { url = '' } = incoming;
		asked.push(`CONNECT ${url}`);
		const manner = mannerFor(incoming);
		const through = () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		if (typeof manner === 'number') return void socket.end(refusal(manner));
		if (manner === 'hangs') return;
		if (manner === 'closes') return void socket.end();
		if (manner === 'resets') return void socket.resetAndDestroy();
		if (manner === 'babbles') return void socket.end('What do you want?\r\n\r\n');
		if (manner === 'lets through and closes') {
			through();
			return void socket.end();
		}
		const target = connect(Number(url.split(':').at(-1)), localhost, through);
		if (typeof manner === 'string') return void pipeline(socket, target, socket, () => undefined);
		socket.pipe(target);
		target.on('data', (bytes) => {
			if (!manner.swallowsAnswerOnce()) return void socket.write(bytes);
			socket.resetAndDestroy();
			target.destroy();
		});
	});
	const port = await listen(server);
	return {
		host: `${localhost}:${port}`,
		asked,
		/** From now on it behaves like this. */
		set: (manner: Manner) => void (state.manner = manner),
		close: async () => {
			for (const socket of open) socket.destroy();
			await shut(server);
		},
	};
}

/** Answers a request for an http address. */
function fetchFor(
	incoming: IncomingMessage,
	response: ServerResponse,
	manner: Manner,
	asked: string[],
): void {
	const { method, url = '', headers } = incoming;
	asked.push(`${method} ${url}`);
	if (typeof manner === 'number') {
		return void response.writeHead(manner, { 'Content-Type': 'text/html' }).end(PAGE);
	}
	if (manner !== 'works') return void response.socket?.destroy();
	const outgoing = request(url, { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	outgoing.on('error', () => response.destroy());
	incoming.pipe(outgoing);
}

/** The names of variables that choose a proxy, in n8n as in npm, under which tests may run. */
const CHOOSES_PROXY = /^(?:npm_config_)?(?:(?:https?|all|no)_)?proxy$/i;

/**
 * Gives n8n these variables, and no others that choose a proxy, as long as the tests of the file run.
 *
 * @param variables - such as HTTPS_PROXY
 */
export function chooseProxy(variables: Record<string, string>): void {
	for (const name of Object.keys(process.env))
		if (CHOOSES_PROXY.test(name)) Reflect.deleteProperty(process.env, name);
	Object.assign(process.env, variables);
}

/** Puts back the variables that choose a proxy after each test of the file, and starts a proxy before each. */
export function useProxy(): () => Proxy {
	const before = { ...process.env };
	let proxy: Proxy | undefined;
	beforeEach(async () => (proxy = await startProxy()));
	afterEach(async () => {
		chooseProxy(
			Object.fromEntries(
				Object.entries(before).flatMap(([name, value]) =>
					CHOOSES_PROXY.test(name) && value !== undefined ? [[name, value]] : [],
				),
			),
		);
		await proxy?.close();
	});
	return () => {
		if (proxy === undefined) throw new TypeError('The proxy runs during tests only.');
		return proxy;
	};
}
