/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerOf, jsonAnswer, send, sendWithFault, type Answer } from './answer';
import type { Fault, FaultQueue } from './faults';
import type { Service } from './service';
import type { Webhooks } from './webhooks';

/** What the key of a request is worth, and whose it is; account -1 is nobody's. */
interface KeyState {
	readonly state: 'right' | 'wrong' | 'missing';
	readonly account: number;
}

/** What the routes work with. */
interface Parts {
	readonly service: Service;
	readonly faults: FaultQueue;
	readonly webhooks: Webhooks;
	readonly judge: (request: IncomingMessage) => KeyState;
	/** Aborted when the simulator closes. */
	readonly closing: AbortSignal;
}

/** Answers the requests of one kind. */
interface Route {
	readonly on: 'GET' | 'POST';
	/** Its group is what a request is about. */
	readonly path: RegExp;
	readonly handle: (
		request: IncomingMessage,
		response: ServerResponse,
		about: string,
		url: URL,
	) => Promise<void>;
}

/** Judges the authentication header of a request. */
export function keyState(
	{ headers }: IncomingMessage,
	headerName: string,
	keys: readonly string[],
): KeyState {
	const key = headers[headerName.toLowerCase()];
	const account = keys.indexOf(String(key));
	if (key === undefined) return { state: 'missing', account };
	return { state: account >= 0 ? 'right' : 'wrong', account };
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function videoUrlOf(body: unknown): string | undefined {
	const url: unknown =
		typeof body === 'object' && body !== null && 'videoUrl' in body ? body.videoUrl : undefined;
	return typeof url === 'string' ? url : undefined;
}

/** The page of a server in front of the service that takes a visitor for a robot. */
const GATEWAY_PAGE = '<!doctype html>\n<h1>403 Forbidden</h1>\n<p>Checking your browser</p>\n';

/** A refusal in the manner of object stores. */
function storeError(status: number, code: string, message: string): Answer {
	const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
	return answerOf(status, 'application/xml', body);
}

/** The file behind a signed link, always as a whole. */
function fileAnswer(service: Service, fileName: string, query: URLSearchParams): Answer {
	const file = service.file(fileName);
	if (!file) return storeError(404, 'NoSuchKey', 'There is no such file.');
	const link = service.checkLink(fileName, query);
	if (link === 'forged') return storeError(403, 'SignatureDoesNotMatch', 'The signature is not valid.');
	if (link === 'expired') return storeError(403, 'AccessDenied', 'The link has expired.');
	return answerOf(200, 'video/mp4', service.fileBytes(file.clip));
}

/** The two endpoints of the interface, below the base path, and the files behind the signed links. */
export function routesOf(basePath: string, parts: Parts): readonly Route[] {
	const { service, faults, webhooks, judge, closing } = parts;

	/** The answer to a request without the right key, or undefined. */
	const refusedKey = (request: IncomingMessage): Answer | undefined => {
		const { state } = judge(request);
		if (state === 'right') return undefined;
		if (service.settings.authStyle === 'http') return jsonAnswer({ message: `API key is ${state}` }, 401);
		return jsonAnswer({ code: 4001, errMsg: 'invalid API key' });
	};

	const create: Route['handle'] = async (request, response) => {
		const rawBody = await text(request);
		const body = parseJson(rawBody);
		const context = { videoUrl: videoUrlOf(body) };
		const { account } = judge(request);
		const before = faults.take('create', context);
		let after: Fault | undefined;

		const answer = (): Answer => {
			const noKey = refusedKey(request);
			if (noKey) {
				service.enter(account, rawBody, body, noKey.status === 200 ? 4001 : null);
				return noKey;
			}
			const isJson = request.headers['content-type']?.startsWith('application/json') === true;
			const outcome = isJson
				? service.submit(account, body)
				: { refusal: { code: 4006, errMsg: 'illegal parameter: Content-Type must be application/json' } };
			if ('refusal' in outcome) {
				service.enter(account, rawBody, body, outcome.refusal.code);
				return jsonAnswer(outcome.refusal);
			}
			after = before ? undefined : faults.take('create', context, 'after');
			service.enter(account, rawBody, body, 2000, outcome.project.projectId);
			webhooks.expect(outcome.project);
			return jsonAnswer(service.createdBody(outcome.project));
		};

		if (before) {
			if (before.kind !== 'delay') {
				service.enter(account, rawBody, body, before.kind === 'code' ? before.code : null);
			}
			return await sendWithFault(response, answer, before, closing);
		}
		const right = answer();
		await sendWithFault(response, () => right, after, closing);
	};

	const query: Route['handle'] = async (request, response, projectId) => {
		const project = service.projectAskedFor(projectId, judge(request).account);
		if (project !== undefined && project.pagesToCome > 0) {
			project.pagesToCome -= 1;
			return send(response, answerOf(403, 'text/html; charset=utf-8', GATEWAY_PAGE));
		}
		const answer = () =>
			refusedKey(request) ??
			jsonAnswer(project ? service.queryBody(project) : { code: 4006, errMsg: 'project not found' });
		const fault = faults.take('query', { projectId, videoUrl: project?.submission.videoUrl });
		await sendWithFault(response, answer, fault, closing);
	};

	const media: Route['handle'] = async (_request, response, fileName, { searchParams }) => {
		const project = service.file(fileName)?.project;
		const about = { projectId: project?.projectId, videoUrl: project?.submission.videoUrl };
		const answer = () => fileAnswer(service, fileName, searchParams);
		await sendWithFault(response, answer, faults.take('media', about), closing);
	};

	const api = `^${basePath}/open-api/v1/project`;
	return [
		{ on: 'POST', path: new RegExp(`${api}/create$`), handle: create },
		{ on: 'GET', path: new RegExp(`${api}/query/([^/]+)$`), handle: query },
		{ on: 'GET', path: /^\/media\/([^/]+)$/, handle: media },
	];
}
