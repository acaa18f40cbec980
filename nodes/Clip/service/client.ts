import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, type Call, isSuccess, noAnswer, readAnswer } from './rules/answer';
import type { Submission } from './rules/submission';
import { closeBody, LARGEST_BODY, readBody } from './body';
import { CREDENTIAL, readCredential, type UsableCredential } from './credential';
import { failureFrom } from '../n8n/failures';
import { sleepUntil } from '../n8n/sleepUntil';
import { parseLink } from '../lib/link';
import { hiding, secretsInLink } from '../lib/redact';
import { joined } from '../lib/values';
import {
	explainNetwork,
	hindranceInAnswer,
	readRetryAfter,
	THROWN_STATUSES,
	thrownAnswer,
} from './rules/network';

/** The service's two calls, each with the credential of an input item, which is opened again for each. */
export interface Service {
	/**
	 * Submits a video once. Never repeats a submission by itself. A Stop does not break it off: only its answer tells whether
	 * there is a project to pay for, and which.
	 */
	submit(submission: Submission, itemIndex: number): Promise<Answer>;
	query(projectId: string, itemIndex: number): Promise<Answer>;
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

export function openService(context: IExecuteFunctions): Service {
	const call = async (
		name: Call,
		path: string,
		itemIndex: number,
		body?: Submission,
		askedFor?: string,
	): Promise<Answer> => {
		let credential: UsableCredential;
		try {
			credential = await readCredential(context, itemIndex);
		} catch (error) {
			// Such as a database or a vault that is away for a moment.
			const { title, description } = failureFrom(error);
			context.logger.warn(`The service could not be called: ${title}`);
			const reason = joined(`${title}.`, description).replace(/\.+$/, '');
			return noAnswer(name, reason, false, askedFor);
		}
		const { baseUrl, apiKey, data } = credential;
		const isEncrypted = baseUrl.startsWith('https:');
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
				.call(
					withSignal(context, signal),
					CREDENTIAL,
					{
						method: name === 'create' ? 'POST' : 'GET',
						url: `${baseUrl}/open-api/v1/project${path}`,
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
					},
					// n8n itself would open the credential for the first item.
					{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data } },
				)
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
		submit: async (submission, itemIndex) => await call('create', '/create', itemIndex, submission),
		query: async (projectId, itemIndex) =>
			await call('query', `/query/${projectId}`, itemIndex, undefined, projectId),
	};
}

/**
 * The context with a signal of our own. n8n's request helper ignores an `abortSignal` in the options and takes the one of the
 * context.
 */
const withSignal = (context: IExecuteFunctions, signal: AbortSignal): IExecuteFunctions =>
	new Proxy(context, {
		get: (target, name): unknown =>
			name === 'getExecutionCancelSignal' ? () => signal : Reflect.get(target, name, target),
	});
