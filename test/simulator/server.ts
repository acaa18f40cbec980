/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';

import express from 'express';
import type { NextFunction, Request, Response } from 'express';

import { listen, shut } from '../host/ports';
import { send, serverPage } from './answer';
import { controlRoutes } from './control';
import { FaultQueue } from './faults';
import { Recorder } from './recorder';
import { mediaRoutes, sendFailure, serviceRoutes } from './routes';
import { Service } from './service';
import type { Simulator, SimulatorOptions } from './types';
import { Webhooks } from './webhooks';

/**
 * Starts the service of the interface as an HTTP server on 127.0.0.1.
 *
 * @throws ZodError for a setting that makes no sense; the system's error (EADDRINUSE) when the port is taken.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const { port = 0, apiKey = 'sim-key', headerName = 'SERVICEAI_API_KEY', ...others } = options;
	const { basePath = '/service', linkOrigin, now, log, ...changes } = others;
	const clock = now ?? Date.now;

	const app = express();
	const server = createServer(app);
	const closing = new AbortController();
	// Every answer that is held back listens.
	setMaxListeners(0, closing.signal);
	let origin = '';
	const service = new Service(changes, clock, () => linkOrigin ?? origin);
	const faults = new FaultQueue();
	const webhooks = new Webhooks(service, faults, now === undefined);
	const recorder = new Recorder(headerName, apiKey, clock, log ?? (() => undefined));

	origin = `http://127.0.0.1:${await listen(server, port)}`;
	const prefix = basePath.replace(/^\/*|\/*$/g, '');

	const simulator: Simulator = {
		baseUrl: prefix ? `${origin}/${prefix}` : origin,
		origin,
		apiKey,
		headerName,
		ledger: service.ledger,
		requests: recorder.requests,
		deliveries: webhooks.deliveries,
		faults,
		configure: (wanted) => service.configure(wanted),
		finish: (projectId) => {
			const project = service.project(projectId);
			if (service.isFinished(project)) return;
			project.readyAt = service.now();
			webhooks.reschedule(project);
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
	if (now)
		app.use((_request: Request, _response: Response, next: NextFunction) => {
			webhooks.runDue();
			next();
		});
	app.use(`/${prefix}`, serviceRoutes(parts));
	app.use(mediaRoutes(parts));
	app.use((_request: Request, response: Response) => send(response, serverPage(404, 'Not Found')));
	app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
		if (response.headersSent) return next(error);
		sendFailure(response, error);
	});
	return simulator;
}
