import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, isProjectAnswer, makeFailedAnswerWithoutResponse, readAnswer } from './rules/answer';
import type { Endpoint } from './rules/codes';
import type { Submission } from './rules/submission';
import { readBody } from './body';
import { CREDENTIAL_TYPE, openCredential, type UsableCredential } from './credential';
import { foreignFacts } from '../n8n/foreignError';
import { networkFailureOf, readRetryAfter } from '../n8n/network';
import type { NodeExecution } from '../n8n/nodeExecution';
import { beginLimit } from '../n8n/timing';
import { LONGEST_REQUEST } from '../lib/limits';
import { parseLink } from '../lib/link';
import { type Secrets, secretsInLink } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { type CredentialFault, textOfFault } from '../problems/credentialFaults';
import type { Interruption } from '../problems/facts';

export interface ServiceClient {
	/** Sends a submission once. A Stop does not break it off: only its answer tells whether there is a project to pay for, and which. */
	submit(submission: Submission): Promise<Answer>;
	/** @param stop - breaks it off; a Stop of the execution by default */
	query(projectId: string, stop?: AbortSignal): Promise<Answer>;
}

/** How long the service may be silent before its answer, in milliseconds. */
const LONGEST_SILENCE = 60_000;

const httpResponseSchema = z.object({
	statusCode: z.number().catch(0),
	headers: z.record(z.unknown()).catch({}),
	body: z.unknown(),
});

type ExecutionWithKeys = Pick<NodeExecution, 'apiKeys' | 'context'>;

/**
 * Opens the credential of the item again for each call: a key may be renewed during a wait.
 *
 * @param accountId - the only account that may pay, see `accountIdOf`; any if absent
 */
export const makeServiceClient = (
	execution: ExecutionWithKeys,
	itemIndex: number,
	accountId?: string,
): ServiceClient => ({
	submit: async (body) =>
		await openAndSend(execution, itemIndex, { endpoint: 'create', path: '/create', body, accountId }),
	query: async (projectId, stop = execution.context.getExecutionCancelSignal()) =>
		await openAndSend(execution, itemIndex, {
			endpoint: 'query',
			path: `/query/${projectId}`,
			queriedProjectId: projectId,
			stop,
		}),
});

interface ServiceRequest {
	endpoint: Endpoint;
	path: string;
	body?: Submission;
	accountId?: string | undefined;
	queriedProjectId?: string;
	stop?: AbortSignal | undefined;
}

async function openAndSend(
	execution: ExecutionWithKeys,
	itemIndex: number,
	request: ServiceRequest,
): Promise<Answer> {
	const { context } = execution;
	const credential = await openCredential(execution, itemIndex).catch((error: unknown) => ({
		// Such as a database or a vault that is away for a moment.
		foreign: foreignFacts(error),
	}));
	if ('foreign' in credential) {
		const { reason, explanation } = credential.foreign;
		return failUnsent(context, request, joinSentences(`${reason}.`, explanation).replace(/\.+$/, ''), null);
	}
	if ('fault' in credential) return failUnsent(context, request, '', credential.fault);
	const { accountId = credential.accountId } = request;
	// The record belongs to the account that was opened before. If another one paid now, the next execution would pay again.
	if (credential.accountId !== accountId) return failUnsent(context, request, '', 'changed');
	return await send(context, credential, request);
}

function failUnsent(
	context: IExecuteFunctions,
	{ endpoint, queriedProjectId }: ServiceRequest,
	reason: string,
	credentialFault: CredentialFault | null,
): Answer {
	const why = credentialFault === null ? reason : textOfFault(credentialFault).title;
	context.logger.warn(`The service could not be called: ${why}`);
	const trouble = { reason, mayHaveArrived: false, hindrance: 'credential', credentialFault } as const;
	return makeFailedAnswerWithoutResponse(endpoint, trouble, { queriedProjectId });
}

async function send(
	context: IExecuteFunctions,
	credential: UsableCredential,
	request: ServiceRequest,
): Promise<Answer> {
	const { endpoint, body, queriedProjectId, stop } = request;
	const failAfterSending = (interruption: Interruption): Answer =>
		makeFailedAnswerWithoutResponse(endpoint, { interruption, mayHaveArrived: true }, { queriedProjectId });
	// A body may quote the request, and errors quote the body.
	const video = body === undefined ? null : parseLink(body.videoUrl);
	const secrets: Secrets = {
		apiKey: credential.apiKey,
		ofLinks: video === null ? [] : secretsInLink(video),
	};
	// The `timeout` of a call bounds silence only.
	const { signal, finish } = beginLimit(Date.now() + LONGEST_REQUEST, stop);
	let hasBegunToAnswer = false;
	try {
		const response = await callService(withSignal(context, signal), credential, request);
		const { statusCode, headers, body: stream } = httpResponseSchema.parse(response);
		hasBegunToAnswer = true;
		const text = await readBody(stream, signal);
		if (text === null) return failAfterSending('tooLarge');
		const answer = readAnswer(endpoint, { httpStatus: statusCode, text }, { queriedProjectId, secrets });
		return isProjectAnswer(answer)
			? answer
			: { ...answer, retryAt: readRetryAfter(headers['retry-after'], Date.now()) };
	} catch (error) {
		if (signal.aborted) return failAfterSending(stop?.aborted === true ? 'stopped' : 'tooSlow');
		const { reason, mayHaveArrived, hindrance } = networkFailureOf(error);
		const interruption: Interruption | null = reason === null ? 'disconnected' : null;
		const trouble = {
			reason,
			interruption,
			mayHaveArrived: hasBegunToAnswer || mayHaveArrived,
			hindrance,
		};
		return makeFailedAnswerWithoutResponse(endpoint, trouble, { queriedProjectId, secrets });
	} finally {
		finish();
	}
}

const callService = async (
	context: IExecuteFunctions,
	{ baseUrl, data }: UsableCredential,
	{ endpoint, path, body }: ServiceRequest,
): Promise<unknown> =>
	await context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIAL_TYPE,
		{
			method: endpoint === 'create' ? 'POST' : 'GET',
			url: `${baseUrl}/open-api/v1/project${path}`,
			headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
			// As bytes: n8n itself would round long IDs, and read an answer of any size.
			encoding: 'stream',
			returnFullResponse: true,
			// If a 401 is thrown, n8n sends the call again.
			ignoreHttpStatusErrors: true,
			// A redirect would carry the key to another host.
			disableFollowRedirect: true,
			timeout: LONGEST_SILENCE,
		},
		// n8n itself would open the credential for the first item.
		{ credentialsDecrypted: { id: '', name: CREDENTIAL_TYPE, type: CREDENTIAL_TYPE, data } },
	);

/**
 * The context with a signal of our own: n8n's request helper puts that of the context in place of an `abortSignal` in the options, and a
 * Stop must not break off a submission. The fields of the context are copied, its methods come from the prototype.
 */
const withSignal = (context: IExecuteFunctions, signal: AbortSignal) => ({
	...context,
	__proto__: context,
	getExecutionCancelSignal: () => signal,
});
