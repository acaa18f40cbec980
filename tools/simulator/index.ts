/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, localhost, shut } from '../host/ports';
import { answerOf, jsonAnswer, send, type Answer } from './answer';
import { FaultQueue } from './faults';
import { keyState, routesOf } from './routes';
import { Service } from './service';
import type { RequestEntry, Simulator, SimulatorOptions } from './types';
import { page, stateOf } from './view';
import { Webhooks } from './webhooks';

export type { FaultInput } from './faults';
export type { Settings } from './settings';
export type { LedgerEntry, Simulator, SimulatorOptions } from './types';

const headerName = 'SERVICEAI_API_KEY';
const basePath = '/service';
const html = 'text/html; charset=utf-8';

/**
 * Starts the video clipping service as a real HTTP server on 127.0.0.1, for tests and for trying things out.
 *
 * @throws the system's error (EADDRINUSE) when the port is taken.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const { port = 0, apiKey = 'sim-key', otherKeys = [], ...settings } = options;
	const closing = new AbortController();
	// Every answer that is held back listens.
	setMaxListeners(0, closing.signal);
	const server = createServer();
	const origin = `http://${localhost}:${await listen(server, port)}`;
	const service = new Service(settings, origin);
	const faults = new FaultQueue();
	const webhooks = new Webhooks(service, closing.signal);
	const requests: RequestEntry[] = [];
	const simulator: Simulator = {
		...{ baseUrl: `${origin}${basePath}`, origin, apiKey, otherKeys, headerName },
		...{ ledger: service.ledger, requests, faults },
		configure: (changes) => void Object.assign(service.settings, changes),
		finish: (projectId) => {
			const project = service.project(projectId);
			if (Date.now() >= project.readyAt) return;
			project.readyAt = Date.now();
			webhooks.schedule(project);
		},
		deliver: async (projectId) => await webhooks.deliver(service.project(projectId)),
		close: async () => {
			closing.abort();
			webhooks.close();
			await shut(server);
		},
	};

	// For people and other processes: they are no part of the interface and need no key.
	const pages = new Map<string, () => Answer>([
		['/', () => answerOf(200, html, page(service, simulator.baseUrl))],
		['/control', () => jsonAnswer(stateOf(service, simulator))],
	]);
	const keys = [apiKey, ...otherKeys];
	const judge = (request: IncomingMessage) => keyState(request, headerName, keys);
	const routes = routesOf(basePath, { service, faults, webhooks, judge, closing: closing.signal });
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { method = '', headers } = request;
		const url = new URL(`${origin}${request.url ?? ''}`);
		const shown = pages.get(url.pathname);
		if (shown !== undefined) return send(response, shown());
		const masked = { ...headers, [headerName.toLowerCase()]: judge(request).state };
		requests.push({ at: Date.now(), method, path: url.pathname, headers: masked });
		for (const { on, path, handle } of routes) {
			const found = on === method ? path.exec(url.pathname) : null;
			if (found !== null) return await handle(request, response, decodeURIComponent(found[1] ?? ''), url);
		}
		send(response, answerOf(404, html, '<!doctype html>\n<h1>404 Not Found</h1>\n'));
	};
	server.on('request', (request, response) => {
		// Whoever breaks off gets no answer.
		answer(request, response).catch(() => response.destroy());
	});
	return simulator;
}
