import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { nextLink } from './rules/redirect';
import { readRetryAfter } from '../client/retryAfter';
import type { Header } from './rules/fileAnswer';
import { isRedirect } from '../values/link';
import { downloadFailure, type DownloadFailure } from './rules/transfer';
import { type ByteStream, isByteStream } from '../client/body';
import { eachSecond } from '../client/eachSecond';
import { explainNetwork } from '../client/network';

/** How long a host may take until its answer begins, in milliseconds. */
const LONGEST_SILENCE = 30_000;

const hostAnswer = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()).catch({}),
	body: z.custom<ByteStream>(isByteStream),
});

/** The beginning of a host's answer; its body is still on its way. */
export interface HostAnswer {
	status: number;
	header: Header;
	body: ByteStream;
	/** The links that led here, the answering one last. */
	links: readonly URL[];
}

/** A download that gives no file, on its way to whom it concerns. */
export class DownloadError extends Error {
	constructor(readonly failure: DownloadFailure) {
		super(failure.outcome);
	}
}

/**
 * Asks a host for a file, over redirects. Nothing secret is sent: no credential, no cookie, no word of where the link came
 * from.
 *
 * @param link - where to begin
 * @param headers - what to send beside the usual
 * @param signal - ends the whole exchange, also the body
 * @throws DownloadError when no answer comes
 */
export async function askHost(
	context: IExecuteFunctions,
	link: URL,
	headers: Record<string, string>,
	signal: AbortSignal,
): Promise<HostAnswer> {
	const links = [link];
	for (;;) {
		const at = links.at(-1) ?? link;
		const hop = partOf(signal);
		const answer = await request(context, at, headers, hop);
		if ('failure' in answer) throw new DownloadError(answer.failure);
		const { statusCode, headers: raw, body } = answer;
		const header: Header = (name) => {
			const value = raw[name];
			return typeof value === 'string' && value !== '' ? value : null;
		};
		if (!isRedirect(statusCode)) return { status: statusCode, header, body, links };
		// Its page is of no interest. A body that was never read does not close its connection by itself.
		hop.leave();
		body.destroy();
		const next = nextLink(header('location'), links);
		if ('failure' in next) throw new DownloadError({ ...next.failure, httpStatus: statusCode });
		links.push(next.link);
	}
}

async function request(
	context: IExecuteFunctions,
	link: URL,
	headers: Record<string, string>,
	exchange: Part,
): Promise<z.infer<typeof hostAnswer> | { failure: DownloadFailure }> {
	const asked = partOf(exchange.signal);
	const host = { silent: false };
	// The time limit of n8n's helper does not count while a connection is made, on some versions of n8n.
	const began = Date.now();
	void eachSecond(asked.signal, () => {
		if (Date.now() - began <= LONGEST_SILENCE) return;
		host.silent = true;
		exchange.leave();
	});
	try {
		const asking = context.helpers.httpRequest({
			method: 'GET',
			url: link.href,
			// A host that packed the file would announce another length than comes out.
			headers: { Accept: '*/*', 'Accept-Encoding': 'identity', ...headers },
			encoding: 'stream',
			json: false,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: exchange.signal,
		});
		return hostAnswer.parse(await orEnd(exchange.signal, asking));
	} catch (error) {
		if (host.silent) return { failure: downloadFailure('unavailable', { evidence: 'There was no answer.' }) };
		return { failure: exchange.signal.aborted ? whyEnded(exchange.signal) : noAnswer(error) };
	} finally {
		asked.leave();
	}
}

/** Failures that are the same the next time. */
const FINAL = /^(?:ERR_INVALID_URL|CERT_.*|.*_SELF_SIGNED_CERT|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*)$/;

/**
 * Why no answer came, or no more of it.
 *
 * @param error - what n8n's HTTP helper, or its body, threw
 */
function noAnswer(error: unknown): DownloadFailure {
	const { reason, blocked } = explainNetwork(error);
	if (blocked === true) return downloadFailure('refused', { evidence: `n8n says: ${reason}` });
	return downloadFailure(FINAL.test(reason) ? 'refused' : 'unavailable', {
		evidence: `The network says: ${reason}.`,
	});
}

/**
 * The failure that an answer's status stands for, with the time at which its host wants to be asked again.
 *
 * @param failure - what the status means
 * @param header - the answer's headers
 */
export const withRetryAfter = (failure: DownloadFailure, header: Header): DownloadFailure => ({
	...failure,
	retryAfterMs: readRetryAfter(header('retry-after'), Date.now()),
});

/** A part of something larger that can end by itself. */
interface Part {
	/** Ends with the larger thing, or earlier. */
	signal: AbortSignal;
	/**
	 * Ends it.
	 *
	 * @param why - what {@link whyEnded} then tells
	 */
	leave(why?: DownloadFailure): void;
}

/**
 * Begins a {@link Part}.
 *
 * @param whole - the signal of the larger thing
 */
export function partOf(whole: AbortSignal): Part {
	const own = new AbortController();
	return {
		signal: AbortSignal.any([whole, own.signal]),
		// A reason of its own: what a signal makes up without one takes many times as long.
		leave: (why = downloadFailure('stopped')) => own.abort(new DownloadError(why)),
	};
}

/**
 * Why something has ended before its time.
 *
 * @param signal - that of a {@link Part}, ended
 */
export function whyEnded(signal: AbortSignal): DownloadFailure {
	const why: unknown = signal.reason;
	return why instanceof DownloadError ? why.failure : downloadFailure('stopped');
}

/**
 * Waits for something, but no longer than until the signal: not all that n8n does can be ended.
 *
 * @param signal - that of a {@link Part}
 * @param work - what is waited for; it goes on by itself
 * @throws DownloadError when the signal comes first
 */
export async function orEnd<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	let leave: () => void = () => undefined;
	const ended = new Promise<never>((_, reject) => {
		leave = () => reject(new DownloadError(whyEnded(signal)));
		signal.addEventListener('abort', leave, { once: true });
		if (signal.aborted) leave();
	});
	try {
		return await Promise.race([work, ended]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}
