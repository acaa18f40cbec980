/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { listen, shut } from '../host/ports';
import { answerOf, jsonAnswer, send } from './answer';
import { controlRoutes, problemOf } from './control';
import { FaultQueue } from './faults';
import { Recorder } from './recorder';
import { mediaRoutes, serviceRoutes } from './routes';
import { Service } from './service';
import type { Simulator, SimulatorOptions } from './types';
import { Webhooks } from './webhooks';

const headerName = 'SERVICEAI_API_KEY';
const basePath = '/service';

/**
 * Starts the service of the interface as an HTTP server on 127.0.0.1.
 *
 * @throws ZodError for a setting that makes no sense; the system's error (EADDRINUSE) when the port is taken.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const { port = 0, apiKey = 'sim-key', linkOrigin, ...settings } = options;

	const app = express();
	const server = createServer(app);
	const closing = new AbortController();
	// Every answer that is held back listens.
	setMaxListeners(0, closing.signal);
	let origin = '';
	const service = new Service(settings, () => linkOrigin ?? origin);
	const faults = new FaultQueue();
	const webhooks = new Webhooks(service, closing.signal);
	const recorder = new Recorder(headerName, apiKey);

	origin = `http://127.0.0.1:${await listen(server, port)}`;

	const simulator: Simulator = {
		baseUrl: `${origin}${basePath}`,
		origin,
		apiKey,
		headerName,
		ledger: service.ledger,
		requests: recorder.requests,
		faults,
		configure: (wanted) => service.configure(wanted),
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

	const parts = { service, faults, webhooks, apiKey, headerName, closing: closing.signal };
	app.disable('x-powered-by');
	app.use(controlRoutes(parts, simulator));
	app.use(recorder.handle);
	app.use(basePath, serviceRoutes(parts));
	app.use(mediaRoutes(parts));
	app.use((_request: Request, response: Response) =>
		send(response, answerOf(404, 'text/html; charset=utf-8', '<!doctype html>\n<h1>404 Not Found</h1>\n')),
	);
	app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
		if (response.headersSent) return next(error);
		send(response, jsonAnswer({ error: problemOf(error) }, 400));
	});
	return simulator;
}
