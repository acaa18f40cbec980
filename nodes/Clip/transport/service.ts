import type { IExecuteFunctions, IHttpRequestMethods } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, type Call, noAnswer, readAnswer } from '../service/answer';
import type { Submission } from '../service/submission';
import { readBody } from './body';
import { CREDENTIAL, readBaseUrl } from './credential';

/** The service's two calls, with the credential of the running node. */
export interface Service {
	/**
	 * Submits a video once. Never repeats a submission by itself.
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

/** Milliseconds for a whole answer; the service answers both calls at once, the clipping itself runs elsewhere. */
const TIMEOUT = 60_000;

const httpAnswer = z.object({ statusCode: z.number(), body: z.unknown() });

/** What n8n's HTTP helper throws: the network's own failure is wrapped once or twice. */
const networkFailure = z.object({
	code: z.string().optional(),
	syscall: z.string().optional(),
	cause: z.unknown(),
});

/** Failures that come before anything left this machine. */
const NOT_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ERR_INVALID_URL',
]);
const NOT_TRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/;

/**
 * Opens the service with the credential of a node.
 *
 * @param context - the running node
 * @throws NodeOperationError when the credential cannot be used
 */
export async function openService(context: IExecuteFunctions): Promise<Service> {
	const projects = `${await readBaseUrl(context)}/open-api/v1/project`;

	const call = async (
		name: Call,
		method: IHttpRequestMethods,
		path: string,
		body?: Submission,
		askedFor?: string,
	): Promise<Answer> => {
		try {
			const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				{
					method,
					url: `${projects}${path}`,
					headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
					...(body && { body: JSON.stringify(body) }),
					// As bytes: n8n's own JSON reading rounds long ids (platform, section 3) and bounds no size.
					json: false,
					encoding: 'text',
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					// A redirect would carry the key to another host (platform, section 3).
					disableFollowRedirect: true,
					timeout: TIMEOUT,
				},
			);
			const { statusCode, body: stream } = httpAnswer.parse(response);
			const answer = await readBody(stream);
			if ('text' in answer) return readAnswer(name, statusCode, answer.text, askedFor);
			const reason =
				'tooLarge' in answer ? 'an answer without end' : 'an answer that did not come to its end';
			return noAnswer(name, reason, true, askedFor);
		} catch (error) {
			const { reason, sent } = explain(error);
			return noAnswer(name, reason, sent, askedFor);
		}
	};

	return {
		submit: async (submission) => await call('create', 'POST', '/create', submission),
		query: async (projectId) => await call('query', 'GET', `/query/${projectId}`, undefined, projectId),
	};
}

/** The network's own code, and whether the request may have arrived. */
function explain(error: unknown): { reason: string; sent: boolean } {
	for (let level: unknown = error, depth = 0; depth < 5; depth += 1) {
		const parsed = networkFailure.safeParse(level);
		if (!parsed.success) break;
		const { code, syscall, cause } = parsed.data;
		if (code !== undefined) {
			const notSent = NOT_SENT.has(code) || NOT_TRUSTED.test(code) || syscall === 'connect';
			return { reason: code, sent: !notSent };
		}
		level = cause;
	}
	return { reason: 'the connection broke off', sent: true };
}
