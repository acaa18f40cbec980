import { json, Router } from 'express';
import type { Request, Response } from 'express';
import { ZodError } from 'zod/v3';

import { htmlAnswer, jsonAnswer, send } from './answer';
import type { Parts } from './routes';
import type { Simulator } from './types';
import { overview, page } from './view';

type Act = (given: { body: unknown; projectId: string }) => unknown;

/** A handler that answers what `act` returns as JSON, 400 for values that make no sense, 404 for what is not there. */
function answering(act: Act) {
	return async (request: Request<{ projectId?: string }>, response: Response): Promise<void> => {
		try {
			const body: unknown = request.body;
			send(response, jsonAnswer(await act({ body, projectId: request.params.projectId ?? '' })));
		} catch (error) {
			const isBadValue = error instanceof ZodError;
			const texts = isBadValue
				? error.issues.map(({ path, message }) => [...path, message].join(': '))
				: [error instanceof Error ? error.message : 'unknown error'];
			send(response, jsonAnswer({ error: texts.join('; ') }, isBadValue ? 400 : 404));
		}
	};
}

/** The view and the control API, for people and other processes. They are no part of the interface and need no key. */
export function controlRoutes({ service, faults }: Parts, simulator: Simulator): Router {
	const router = Router();

	router.get('/', (_request, response) => send(response, htmlAnswer(page(service, simulator))));
	router.get(
		'/projects',
		answering(() => overview(service)),
	);

	// Only JSON is read: a web page elsewhere cannot post that here without being asked for permission first.
	router.post(
		'/control/settings',
		json(),
		answering(({ body }) => {
			service.configure(body);
			return service.settings;
		}),
	);
	router.post(
		'/control/faults',
		json(),
		answering(({ body }) => {
			const added: unknown[] = Array.isArray(body) ? body : [body];
			faults.add(...added);
			return { pending: faults.pending };
		}),
	);
	router.delete(
		'/control/faults',
		answering(() => {
			faults.clear();
			return { pending: faults.pending };
		}),
	);
	router.post(
		'/control/projects/:projectId/finish',
		answering(({ projectId }) => {
			simulator.finish(projectId);
			return { projectId, status: 'finished' };
		}),
	);
	router.post(
		'/control/projects/:projectId/deliver',
		answering(({ projectId }) => simulator.deliver(projectId)),
	);
	router.get(
		'/control/ledger',
		answering(() => simulator.ledger),
	);
	router.get(
		'/control/requests',
		answering(() => simulator.requests),
	);
	router.get(
		'/control/deliveries',
		answering(() => simulator.deliveries),
	);
	return router;
}
