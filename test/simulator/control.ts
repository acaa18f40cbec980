import { json, Router, type Request } from 'express';
import { z, ZodError } from 'zod/v3';
import { answerOf, jsonAnswer, send } from './answer';
import type { Parts } from './routes';
import type { Simulator } from './types';
import { page, statusOf } from './view';

/** What other processes can have done: all of it is optional. */
const wish = z
	.object({
		settings: z.object({}).passthrough().default({}),
		faults: z.array(z.unknown()).default([]),
		finish: z.string().optional(),
		deliver: z.string().optional(),
	})
	.strict();

/** What is wrong, in words. */
export const problemOf = (error: unknown): string =>
	error instanceof ZodError
		? error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
		: error instanceof Error
			? error.message
			: 'unknown error';

/** The page and the control route, for people and other processes. They are no part of the interface and need no key. */
export function controlRoutes({ service, faults }: Parts, simulator: Simulator): Router {
	const router = Router();
	const state = () => ({
		settings: { ...service.settings, stories: undefined },
		projects: [...service.projects.values()].map((project) => ({
			projectId: project.projectId,
			status: statusOf(project),
			clipCount: statusOf(project) === 'ready' ? project.clips.length : 0,
			videoUrl: project.submission.videoUrl,
		})),
		faults: faults.pending,
		submissions: simulator.ledger,
		requests: simulator.requests,
	});

	router.get('/', (_request, response) =>
		send(response, answerOf(200, 'text/html; charset=utf-8', page(service, simulator))),
	);
	router.get('/control', (_request, response) => send(response, jsonAnswer(state())));
	// Only JSON is read: a web page elsewhere cannot post that here without being asked for permission first.
	router.post('/control', json(), async (request: Request<object, unknown, unknown>, response) => {
		try {
			const wanted = wish.parse(request.body);
			service.configure(wanted.settings);
			faults.add(...wanted.faults);
			if (wanted.finish !== undefined) simulator.finish(wanted.finish);
			if (wanted.deliver !== undefined) await simulator.deliver(wanted.deliver);
			send(response, jsonAnswer(state()));
		} catch (error) {
			send(response, jsonAnswer({ error: problemOf(error) }, 400));
		}
	});
	return router;
}
