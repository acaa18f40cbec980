import { raw, Router, type Request, type Response } from 'express';
import { jsonAnswer, sendWithFault, type Answer } from './answer';
import type { Fault, FaultQueue } from './faults';
import { mediaAnswer } from './media';
import { keyState } from './recorder';
import type { Service } from './service';
import type { Webhooks } from './webhooks';

/** What the routes work with. */
export interface Parts {
	readonly service: Service;
	readonly faults: FaultQueue;
	readonly webhooks: Webhooks;
	readonly apiKey: string;
	readonly headerName: string;
	/** Aborted when the simulator closes. */
	readonly closing: AbortSignal;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function videoUrlOf(body: unknown): string | undefined {
	const url: unknown =
		typeof body === 'object' && body !== null && 'videoUrl' in body ? body.videoUrl : undefined;
	return typeof url === 'string' ? url : undefined;
}

/** The two endpoints of the interface, below the base path. */
export function serviceRoutes({ service, faults, webhooks, apiKey, headerName, closing }: Parts): Router {
	const router = Router();

	/** The answer to a request without the right key, or undefined. */
	const refusedKey = (request: Request): Answer | undefined => {
		const state = keyState(request, headerName, apiKey);
		if (state === 'right') return undefined;
		if (service.settings.authStyle === 'http') return jsonAnswer({ message: `API key is ${state}` }, 401);
		return jsonAnswer({ code: 4001, errMsg: 'invalid API key' });
	};

	const create = async (request: Request, response: Response): Promise<void> => {
		const rawBody = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
		const body = parseJson(rawBody);
		const context = { videoUrl: videoUrlOf(body) };
		const before = faults.take('create', context);
		let after: Fault | undefined;

		const answer = (): Answer => {
			const noKey = refusedKey(request);
			if (noKey) {
				service.enter(rawBody, body, { code: noKey.status === 200 ? 4001 : undefined, fault: before });
				return noKey;
			}
			const outcome = request.is('application/json')
				? service.submit(body)
				: { refusal: { code: 4006, errMsg: 'illegal parameter: Content-Type must be application/json' } };
			if ('refusal' in outcome) {
				service.enter(rawBody, body, { code: outcome.refusal.code, fault: before });
				return jsonAnswer(outcome.refusal);
			}
			const { projectId } = outcome.project;
			after = before ? undefined : faults.take('create', context, 'after');
			service.enter(rawBody, body, { code: 2000, projectId, fault: before ?? after });
			webhooks.expect(outcome.project);
			return jsonAnswer(service.createdBody(outcome.project));
		};

		if (before) {
			const code = before.kind === 'code' ? before.code : undefined;
			if (before.kind !== 'delay') service.enter(rawBody, body, { code, fault: before });
			return await sendWithFault(response, answer, before, closing);
		}
		const right = answer();
		await sendWithFault(response, () => right, after, closing);
	};

	const query = async (request: Request<{ projectId: string }>, response: Response): Promise<void> => {
		const { projectId } = request.params;
		const project = service.projectAskedFor(projectId);
		const answer = () =>
			refusedKey(request) ??
			jsonAnswer(project ? service.queryBody(project) : { code: 4006, errMsg: 'project not found' });
		const fault = faults.take('query', { projectId, videoUrl: project?.submission.videoUrl });
		await sendWithFault(response, answer, fault, closing);
	};

	router.post('/open-api/v1/project/create', raw({ type: () => true, limit: '1mb' }), create);
	router.get('/open-api/v1/project/query/:projectId', query);
	return router;
}

/** The files behind the signed links. */
export function mediaRoutes({ service, faults, closing }: Parts): Router {
	const router = Router();
	router.get('/media/:fileName', async (request, response) => {
		const { fileName } = request.params;
		const { searchParams } = new URL(request.originalUrl, 'http://simulator');
		const project = service.file(fileName)?.project;
		const about = { projectId: project?.projectId, videoUrl: project?.submission.videoUrl };
		const answer = () => mediaAnswer(service, fileName, searchParams);
		await sendWithFault(response, answer, faults.take('media', about), closing);
	});
	return router;
}
