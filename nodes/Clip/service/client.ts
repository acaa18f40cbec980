import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type Answer, isSuccess, failureWithoutAnswer, readAnswer } from './rules/answer';
import type { Endpoint } from './rules/codes';
import type { Submission } from './rules/submission';
import { LARGEST_BODY, readBody } from './body';
import { CREDENTIAL, openCredential } from './credential';
import { foreignFacts } from '../n8n/foreignError';
import { sleepUntil } from '../n8n/sleepUntil';
import { MEGABYTE } from '../lib/limits';
import { parseLink } from '../lib/link';
import { type Secrets, secretsInLink } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { type CredentialFault, titleOfFault } from '../problems/credential';
import { explainNetwork, readRetryAfter } from './rules/network';

export interface Service {
	/** Sends a submission once. A Stop does not break it off: only its answer tells whether there is a project to pay for, and which. */
	submit(submission: Submission): Promise<Answer>;
	/** @param stop - breaks it off; a Stop of the execution by default */
	query(projectId: string, stop?: AbortSignal): Promise<Answer>;
}

/** How long the service may be silent before its answer, in milliseconds. */
const LONGEST_SILENCE = 60_000;

/** How long a call may take in all, in milliseconds. */
const LONGEST_REQUEST = 120_000;

const NO_WHOLE_ANSWER = `no complete answer within ${LONGEST_REQUEST / 1_000} s`;

const STOPPED = 'the execution was stopped';

const TOO_LARGE_ANSWER = `an answer of more than ${LARGEST_BODY / MEGABYTE} MB`;

const httpAnswerSchema = z.object({
	statusCode: z.number().catch(0),
	headers: z.record(z.unknown()).catch({}),
	body: z.unknown(),
});

/** Opens the credential of the item again for each call: a key may be renewed during a wait. */
export const serviceOf = (context: IExecuteFunctions, itemIndex: number): Service => ({
	submit: async (body) => await request(context, itemIndex, { name: 'create', path: '/create', body }),
	query: async (projectId, stop = context.getExecutionCancelSignal()) =>
		await request(context, itemIndex, {
			name: 'query',
			path: `/query/${projectId}`,
			askedFor: projectId,
			stop,
		}),
});

interface Call {
	name: Endpoint;
	path: string;
	body?: Submission;
	askedFor?: string;
	stop?: AbortSignal | undefined;
}

async function request(
	context: IExecuteFunctions,
	itemIndex: number,
	{ name, path, body, askedFor, stop }: Call,
): Promise<Answer> {
	const answerLost = (reason: string): Answer =>
		failureWithoutAnswer(name, { reason, mayHaveArrived: true }, { askedFor });
	const notSent = (reason: string, credentialFault: CredentialFault | null): Answer => {
		const why = credentialFault === null ? reason : titleOfFault(credentialFault);
		context.logger.warn(`The service could not be called: ${why}`);
		const hindrance = 'credential';
		return failureWithoutAnswer(
			name,
			{ reason, mayHaveArrived: false, hindrance, credentialFault },
			{ askedFor },
		);
	};
	const credential = await openCredential(context, itemIndex).catch((error: unknown) => ({
		// Such as a database or a vault that is away for a moment.
		foreign: foreignFacts(error),
	}));
	if ('foreign' in credential) {
		const { reason, explanation } = credential.foreign;
		return notSent(joinSentences(`${reason}.`, explanation).replace(/\.+$/, ''), null);
	}
	if ('fault' in credential) return notSent('', credential.fault);
	const { baseUrl, apiKey, data } = credential;
	const url = `${baseUrl}/open-api/v1/project${path}`;
	// A body may quote the request, and errors quote the body.
	const video = body === undefined ? null : parseLink(body.videoUrl);
	const secrets: Secrets = { key: apiKey, ofLinks: video === null ? [] : secretsInLink(video) };
	const { signal, finish } = beginCall(stop);
	let answered = false;
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, signal),
			CREDENTIAL,
			{
				method: name === 'create' ? 'POST' : 'GET',
				url,
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
			{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data } },
		);
		const { statusCode, headers, body: stream } = httpAnswerSchema.parse(response);
		answered = true;
		const text = await readBody(stream, signal);
		if (text === null) return answerLost(TOO_LARGE_ANSWER);
		const answer = readAnswer(name, { httpStatus: statusCode, text }, { askedFor, secrets });
		if (isSuccess(answer)) return answer;
		const now = Date.now();
		const delay = readRetryAfter(headers['retry-after'], now);
		return { ...answer, retryAt: delay === null ? null : now + delay };
	} catch (error) {
		if (signal.aborted) return answerLost(stop?.aborted === true ? STOPPED : NO_WHOLE_ANSWER);
		const { reason, mayHaveArrived, hindrance } = explainNetwork(error);
		return failureWithoutAnswer(
			name,
			{ reason, mayHaveArrived: answered || mayHaveArrived, hindrance },
			{ askedFor, secrets },
		);
	} finally {
		finish();
	}
}

/** Bounds a whole call, whose `timeout` bounds silence only. */
function beginCall(stop: AbortSignal | undefined) {
	const end = new AbortController();
	void sleepUntil(Date.now() + LONGEST_REQUEST, end.signal).then(() => end.abort());
	return {
		/** Aborts at a Stop, when the call has taken too long, and when it is finished. */
		signal: stop === undefined ? end.signal : AbortSignal.any([stop, end.signal]),
		// Without a reason, Node.js would make an error with a stack trace each time.
		finish: () => end.abort(null),
	};
}

/**
 * The context with a signal of our own: n8n's request helper puts that of the context in place of an `abortSignal` in the options, and a
 * Stop must not break off a submission. The fields of the context are copied, its methods come from the prototype.
 */
const withSignal = (context: IExecuteFunctions, signal: AbortSignal) => ({
	...context,
	__proto__: context,
	getExecutionCancelSignal: () => signal,
});
