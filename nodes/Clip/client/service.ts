import { createHash } from 'node:crypto';
import type { IExecuteFunctions, IHttpRequestMethods } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, type Call, isSuccess, noAnswer, readAnswer } from '../interface/answer';
import { readRetryAfter } from './retryAfter';
import type { Submission } from '../interface/submission';
import { readBody } from './body';
import { readCredential } from './credential';
import { CREDENTIAL } from './credentialType';
import { parseLink } from '../values/link';
import { secretsInLink, secretsOf } from '../values/secrets';
import { untilHardEnd } from './hardEnd';
import { explainNetwork } from './network';

/** The service's two calls, with the credential of the running node. */
export interface Service {
	/** Stands for the address and the key, and tells neither. */
	account: string;
	/**
	 * Submits a video once. Never repeats a submission by itself. A Stop does not break it off: only its answer tells whether
	 * there is a project to pay for, and which.
	 *
	 * @param submission - a checked request body
	 */
	submit(submission: Submission): Promise<Answer>;
	/**
	 * Asks for a project once.
	 *
	 * @param projectId - a checked ID
	 */
	query(projectId: string): Promise<Answer>;
}

/** How long the service may be silent before an answer begins, in milliseconds; the clipping itself runs elsewhere. */
const LONGEST_SILENCE = 60_000;

/** How long a call may take, from its first byte to the last one of its answer, in milliseconds. */
const LONGEST_CALL = 120_000;

const NO_WHOLE_ANSWER = `no complete answer within ${LONGEST_CALL / 1_000} s`;

const httpAnswer = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()).catch({}),
	body: z.unknown(),
});

/**
 * Opens the service with the credential of a node.
 *
 * @throws NodeOperationError when the credential cannot be used
 */
export async function openService(context: IExecuteFunctions): Promise<Service> {
	const { baseUrl, apiKey } = await readCredential(context);
	const ownSecrets = secretsOf(apiKey);
	const projects = `${baseUrl}/open-api/v1/project`;

	const call = async (
		name: Call,
		method: IHttpRequestMethods,
		path: string,
		body?: Submission,
		askedFor?: string,
	): Promise<Answer> => {
		// A body may quote the request, and errors quote the body.
		const video = body === undefined ? null : parseLink(body.videoUrl);
		const secrets = video === null ? ownSecrets : secretsOf(apiKey, secretsInLink(video));
		const seen = { answer: false };
		try {
			const stop = name === 'create' ? undefined : context.getExecutionCancelSignal();
			const answer = await untilHardEnd(LONGEST_CALL, stop, async (end) => {
				const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
					withSignal(context, end),
					CREDENTIAL,
					{
						method,
						url: `${projects}${path}`,
						headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
						...(body && { body: JSON.stringify(body) }),
						// As bytes: n8n's own JSON reading rounds long ids and bounds no size.
						json: false,
						encoding: 'stream',
						returnFullResponse: true,
						ignoreHttpStatusErrors: true,
						// A redirect would carry the key to another host.
						disableFollowRedirect: true,
						timeout: LONGEST_SILENCE,
					},
				);
				seen.answer = true;
				const { statusCode, headers, body: stream } = httpAnswer.parse(response);
				const read = await readBody(stream, end);
				if (read === null) return noAnswer(name, 'an endless answer', true, askedFor);
				const told = readAnswer(name, statusCode, read, askedFor, secrets);
				if (isSuccess(told)) return told;
				return { ...told, retryAfterMs: readRetryAfter(headers['retry-after'], Date.now()) };
			});
			return answer ?? noAnswer(name, NO_WHOLE_ANSWER, true, askedFor);
		} catch (error) {
			const { reason, sent, blocked } = explainNetwork(error);
			return noAnswer(
				name,
				secrets.hide(reason),
				seen.answer || sent,
				askedFor,
				blocked === true ? 'blocked' : 'temporary',
			);
		}
	};

	return {
		account: createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64url'),
		submit: async (submission) => await call('create', 'POST', '/create', submission),
		query: async (projectId) => await call('query', 'GET', `/query/${projectId}`, undefined, projectId),
	};
}

/**
 * The node as n8n's request helper sees it, but with a signal of our own: the helper takes n8n's, which a Stop ends, over any
 * other.
 */
const withSignal = (context: IExecuteFunctions, signal: AbortSignal): IExecuteFunctions =>
	z
		.custom<IExecuteFunctions>()
		.parse(Object.create(context, { getExecutionCancelSignal: { value: () => signal } }));
