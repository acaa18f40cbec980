import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type ByteStream, isByteStream } from '../service/body';
import { explainNetwork } from '../service/rules/network';
import { isRedirect } from '../lib/link';
import type { Exchange } from './exchange';
import { DownloadError } from './rules/downloadFailure';

/** How many redirects a download follows. */
const MOST_REDIRECTS = 5;

/** Failures of the network that are the same the next time. */
const FINAL = /^(?:ERR_INVALID_URL|CERT_.*|.*_SELF_SIGNED_CERT|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*)$/;

const hostAnswer = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()).catch({}),
	body: z.custom<ByteStream>(isByteStream),
});

/** The beginning of a host's answer; its body is still on its way. */
export interface HostAnswer {
	status: number;
	/** A header; null when the answer has none of that name. */
	header: (name: string) => string | null;
	body: ByteStream;
	/** The links that led here, the answering one last. */
	links: readonly URL[];
}

/**
 * Asks for a file, over redirects. They are followed by hand: so each hop obeys n8n's own rules for addresses, stays with http(s),
 * and carries nothing secret: no credential, no cookie, no word of where the link came from.
 *
 * @param link - where to begin
 * @throws DownloadError when no answer comes
 */
export async function askHost(
	context: IExecuteFunctions,
	link: URL,
	exchange: Exchange,
): Promise<HostAnswer> {
	const links = [link];
	for (let at = link; ; links.push(at)) {
		const hop = new AbortController();
		const signal = AbortSignal.any([exchange.signal, hop.signal]);
		const answer = hostAnswer.safeParse(await request(context, at, exchange, signal));
		if (!answer.success) throw new DownloadError('unavailable', { evidence: 'n8n gave no stream.' });
		const { statusCode, headers, body } = answer.data;
		// An error that comes while nobody reads would end the whole process.
		body.on('error', () => undefined);
		const header = (name: string): string | null => {
			const value = headers[name];
			return typeof value === 'string' && value !== '' ? value : null;
		};
		if (!isRedirect(statusCode)) return { status: statusCode, header, body, links };
		// A body that was never read does not close its connection, not even when it is destroyed.
		hop.abort();
		at = nextLink(header('location'), at, statusCode);
		if (links.length > MOST_REDIRECTS) {
			throw redirected(statusCode, `There were more than ${MOST_REDIRECTS} redirects.`);
		}
	}
}

async function request(
	context: IExecuteFunctions,
	link: URL,
	exchange: Exchange,
	abortSignal: AbortSignal,
): Promise<unknown> {
	const asking = context.helpers.httpRequest({
		method: 'GET',
		url: link.href,
		// A host that packed the file would announce another length than comes out.
		headers: { Accept: '*/*', 'Accept-Encoding': 'identity' },
		encoding: 'stream',
		json: false,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal,
	});
	exchange.awaitsHost(true);
	try {
		return await asking;
	} catch (error) {
		throw noAnswer(exchange.whyBrokenOff(error));
	} finally {
		exchange.awaitsHost(false);
	}
}

/** Why no answer came. */
function noAnswer(error: unknown): DownloadError {
	if (error instanceof DownloadError) {
		return error.outcome === 'stalled'
			? new DownloadError('unavailable', { evidence: 'There was no answer for a minute.' })
			: error;
	}
	const { reason, blocked } = explainNetwork(error);
	if (blocked === true) return new DownloadError('refused', { evidence: `n8n says: ${reason}` });
	const outcome = FINAL.test(reason) ? 'refused' : 'unavailable';
	return new DownloadError(outcome, { evidence: `The network says: ${reason}.` });
}

function nextLink(location: string | null, from: URL, status: number): URL {
	// Node.js takes each byte of a header for a character; hosts that do not escape their addresses mean UTF-8.
	const text = Buffer.from(location ?? '', 'latin1').toString('utf8');
	const address = text.includes('\ufffd') ? (location ?? '') : text;
	if (address === '' || !URL.canParse(address, from.href)) {
		throw redirected(status, 'A redirect names no address.');
	}
	const link = new URL(address, from.href);
	if (link.protocol !== 'http:' && link.protocol !== 'https:') {
		throw redirected(
			status,
			`A redirect leads to an address of the kind ${link.protocol} instead of http or https.`,
		);
	}
	link.hash = '';
	link.username = '';
	link.password = '';
	return link;
}

const redirected = (httpStatus: number, evidence: string): DownloadError =>
	new DownloadError('redirected', { httpStatus, evidence });
