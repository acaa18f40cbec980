import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, type Call, isSuccess, noAnswer, readAnswer } from './rules/answer';
import type { Submission } from './rules/submission';
import { closeBody, LARGEST_BODY, readBody } from './body';
import { CREDENTIAL, readCredential } from './credential';
import { sleepUntil } from '../n8n/sleepUntil';
import { parseLink } from '../lib/link';
import { hiding, secretsInLink } from '../lib/redact';
import {
	explainNetwork,
	hindranceInAnswer,
	readRetryAfter,
	THROWN_STATUSES,
	thrownAnswer,
} from './rules/network';

/** The service's two calls, with the credential of the running node. */
export interface Service {
	/** A hash of address and key, to tell accounts apart. */
	account: string;
	/**
	 * Submits a video once. Never repeats a submission by itself. A Stop does not break it off: only its answer tells whether
	 * there is a project to pay for, and which.
	 */
	submit(submission: Submission): Promise<Answer>;
	/** Asks for a project once. */
	query(projectId: string): Promise<Answer>;
}

/** How long the service may be silent before an answer begins, in milliseconds; the clipping itself runs elsewhere. */
const LONGEST_SILENCE = 60_000;

/** How long a call may take in all, in milliseconds. */
const LONGEST_REQUEST = 120_000;

const NO_WHOLE_ANSWER = `no complete answer within ${LONGEST_REQUEST / 1_000} s`;

const STOPPED = 'the execution was stopped';

const TOO_LARGE = `an answer of more than ${LARGEST_BODY / 1024 / 1024} MB`;

const httpAnswer = z.object({
	statusCode: z.number().catch(0),
	headers: z.record(z.unknown()).catch({}),
	body: z.unknown(),
	request: z.unknown(),
});

/**
 * Opens the service with the credential of a node.
 *
 * @throws NodeOperationError when the credential cannot be used
 */
export async function openService(context: IExecuteFunctions): Promise<Service> {
	const { baseUrl, apiKey } = await readCredential(context);
	const projects = `${baseUrl}/open-api/v1/project`;
	const isEncrypted = baseUrl.startsWith('https:');

	const call = async (name: Call, path: string, body?: Submission, askedFor?: string): Promise<Answer> => {
		// A body may quote the request, and errors quote the body.
		const video = body === undefined ? null : parseLink(body.videoUrl);
		const hide = hiding([
			apiKey,
			// Of 'Bearer abc', an answer may quote `abc` alone.
			...apiKey.split(/\s+/).slice(-1),
			...(video === null ? [] : secretsInLink(video)),
		]);
		const stop = name === 'create' ? undefined : context.getExecutionCancelSignal();
		// Bounds the whole call; `timeout` below bounds silence only.
		const deadline = new AbortController();
		const finished = new AbortController();
		void sleepUntil(Date.now() + LONGEST_REQUEST, finished.signal).then(() => {
			if (!finished.signal.aborted) deadline.abort();
		});
		const signal = stop === undefined ? deadline.signal : AbortSignal.any([stop, deadline.signal]);
		let answered = false;
		try {
			const response: unknown = await context.helpers.httpRequestWithAuthentication
				.call(withSignal(context, signal), CREDENTIAL, {
					method: name === 'create' ? 'POST' : 'GET',
					url: `${projects}${path}`,
					headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
					...(body && { body: JSON.stringify(body) }),
					// As bytes: n8n's own JSON reading rounds long ids and bounds no size.
					json: false,
					encoding: 'stream',
					returnFullResponse: true,
					ignoreHttpStatusErrors: { ignore: true, except: [...THROWN_STATUSES] },
					// A redirect would carry the key to another host.
					disableFollowRedirect: true,
					timeout: LONGEST_SILENCE,
				})
				.catch(thrownAnswer);
			const { statusCode, headers, body: stream, request } = httpAnswer.parse(response);
			const ofProxy = hindranceInAnswer(statusCode, request ?? stream, isEncrypted);
			if (ofProxy !== null) {
				closeBody(stream);
				deadline.abort();
				return noAnswer(name, `HTTP ${statusCode}`, false, askedFor, ofProxy);
			}
			answered = true;
			const text = await readBody(stream, signal);
			if (text === null) return noAnswer(name, TOO_LARGE, true, askedFor);
			const answer = readAnswer(name, statusCode, text, askedFor, hide);
			if (isSuccess(answer)) return answer;
			return { ...answer, retryAfterMs: readRetryAfter(headers['retry-after']) };
		} catch (error) {
			if (signal.aborted) {
				return noAnswer(name, stop?.aborted === true ? STOPPED : NO_WHOLE_ANSWER, true, askedFor);
			}
			const { reason, sent, hindrance } = explainNetwork(error, isEncrypted);
			return noAnswer(name, hide(reason), answered || sent, askedFor, hindrance);
		} finally {
			// Without a reason, Node.js would make an error with a stack trace each time.
			finished.abort('finished');
		}
	};

	return {
		account: createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64url'),
		submit: async (submission) => await call('create', '/create', submission),
		query: async (projectId) => await call('query', `/query/${projectId}`, undefined, projectId),
	};
}

/**
 * The context with a signal of our own. n8n's request helper ignores an `abortSignal` in the options and takes the one of the
 * context.
 */
const withSignal = (context: IExecuteFunctions, signal: AbortSignal): IExecuteFunctions =>
	z
		.custom<IExecuteFunctions>()
		.parse(Object.create(context, { getExecutionCancelSignal: { value: () => signal } }));
