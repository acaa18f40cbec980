import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { type ByteStream, isByteStream } from '../../n8n/byteStream';
import { networkFailureOf } from '../../n8n/network';
import { sleepUntil } from '../../n8n/timing';
import type { DownloadFailureKind, FileFact } from '../../problems/files';
import type { DownloadFailure } from '../rules/downloadFailure';

/** Breaks off a download: n8n reads the stream, and only an error ends a stream early. `tryDownload` makes data of it again. */
export class DownloadError extends Error {
	readonly failure: DownloadFailure;

	constructor(kind: DownloadFailureKind, facts: Omit<DownloadFailure, 'kind'> = {}) {
		super(kind);
		this.failure = { kind, ...facts };
	}
}

/** How long a host may be silent, in milliseconds. */
const LONGEST_SILENCE = 60_000;

/** One request to a file host, with its time limits. */
export interface Exchange {
	/** Aborts at a Stop, when the time is over, after a minute of silence, and when the exchange is closed. */
	signal: AbortSignal;
	/**
	 * Waits for the host. Only this counts as its silence: to store what it sent may take longer.
	 *
	 * @param kind - of the error when nothing comes
	 * @throws DownloadError when nothing comes in time, or at a Stop
	 */
	receive: <T>(coming: Promise<T>, kind: 'unavailable' | 'incomplete') => Promise<T>;
	/** Ends what is still under way. */
	close: () => void;
}

/**
 * @param outer - aborts at a Stop, and when another item ends the execution
 * @param until - when the download has to be over, epoch milliseconds
 */
export function beginExchange(outer: AbortSignal, until: number): Exchange {
	const controller = new AbortController();
	const signal = AbortSignal.any([outer, controller.signal]);
	let waitingSince = Infinity;
	const isLate = () => Date.now() >= until;
	const isSilent = () => Date.now() - waitingSince >= LONGEST_SILENCE;
	const checkTime = () => {
		if (isLate() || isSilent()) controller.abort();
	};
	const enforceTimeLimits = async () => {
		for (checkTime(); !signal.aborted; checkTime()) await sleepUntil(Date.now() + 1_000, signal);
	};
	void enforceTimeLimits();
	const downloadErrorFrom = (error: unknown, kind: 'unavailable' | 'incomplete'): DownloadError => {
		if (outer.aborted) return new DownloadError('stopped');
		if (isLate()) return new DownloadError('timedOut');
		const { reason, hindrance } = networkFailureOf(error);
		if (isSilent()) {
			return new DownloadError(kind, { hindrance, fileFacts: ['silent'] });
		}
		const speaker = hindrance === 'n8nRules' ? 'n8n' : 'network';
		const fileFacts: FileFact[] = [reason === null ? 'disconnected' : { speaker, words: reason }];
		const isRefused = hindrance === 'n8nRules' || hindrance === 'certificate';
		return new DownloadError(isRefused ? 'refused' : kind, { hindrance, fileFacts });
	};
	return {
		signal,
		receive: async (coming, kind) => {
			waitingSince = Date.now();
			try {
				return await coming;
			} catch (error) {
				throw downloadErrorFrom(error, kind);
			} finally {
				waitingSince = Infinity;
			}
		},
		close: () => controller.abort(),
	};
}

const MOST_REDIRECTS = 5;

/** Statuses that lead to another address; the others from 300 to 399 do not. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Empty when the answer has no such header. */
const headerSchema = z.string().catch('');

const hostResponseSchema = z.object({
	statusCode: z.number(),
	headers: z.object({
		'content-length': headerSchema,
		'content-type': headerSchema,
		location: headerSchema,
		'retry-after': headerSchema,
	}),
	body: z.custom<ByteStream>(isByteStream),
});

export interface HostResponse extends z.infer<typeof hostResponseSchema> {
	/** The links that led here; the last one has answered. */
	links: readonly URL[];
}

/**
 * Asks for a file. It follows redirects itself, so that each hop obeys n8n's own rules for addresses, stays with http(s), and carries no
 * credential, cookie or referrer.
 *
 * @throws DownloadError when no answer comes
 */
export async function requestFile(
	context: IExecuteFunctions,
	link: URL,
	exchange: Exchange,
): Promise<HostResponse> {
	const links = [link];
	let address = link;
	for (;;) {
		const hop = new AbortController();
		const request = context.helpers.httpRequest({
			method: 'GET',
			url: address.href,
			// Not packed, so that the length that the host announces is that of the file.
			headers: { Accept: '*/*', 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: AbortSignal.any([exchange.signal, hop.signal]),
		});
		const parsed = hostResponseSchema.safeParse(await exchange.receive(request, 'unavailable'));
		if (!parsed.success) throw new DownloadError('unavailable');
		const answer = parsed.data;
		// An error that comes while nobody reads would end the whole process.
		answer.body.on('error', () => undefined);
		const { statusCode } = answer;
		if (!REDIRECTS.has(statusCode)) return { ...answer, links };
		hop.abort();
		const next = nextLink(answer.headers.location, address);
		if (next === null || links.length > MOST_REDIRECTS) {
			throw new DownloadError('redirected', { httpStatus: statusCode });
		}
		address = next;
		links.push(next);
	}
}

/**
 * @param header - an address, whose bytes are UTF-8 where a host has not escaped them
 * @returns null where it cannot be followed
 */
function nextLink(header: string, from: URL): URL | null {
	const text = Buffer.from(header, 'latin1').toString();
	const location = text.includes('\ufffd') ? header : text;
	if (location === '' || !URL.canParse(location, from.href)) return null;
	const link = new URL(location, from.href);
	if (link.protocol !== 'http:' && link.protocol !== 'https:') return null;
	link.username = '';
	link.password = '';
	return link;
}
