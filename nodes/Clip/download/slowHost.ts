import type { IExecuteFunctions } from 'n8n-workflow';
import { FRESH, isTooSlow, nextPace } from './rules/pace';
import { downloadFailure } from './rules/transfer';
import type { ByteStream } from '../client/body';
import { eachSecond } from '../client/eachSecond';
import { explainNetwork } from '../client/network';
import { DownloadError, partOf, whyEnded } from './fileHost';

/**
 * Reads a body piece by piece, as long as its host keeps sending.
 *
 * @param body - as n8n handed it over
 * @param signal - ends it at once
 * @throws DownloadError when the host falls silent or the signal ends it; whatever the network throws when the body breaks off
 */
export async function* readPatiently(
	body: ByteStream,
	signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
	const reader = body[Symbol.asyncIterator]();
	// Whoever ends the exchange may never read on here, so the signal has to end the watch, too.
	const reading = partOf(signal);
	const over = reading.signal;
	let pace = FRESH;
	let waitingSince: number | null = null;
	let wake: (reason: DownloadError) => void = () => undefined;
	// A stream that is destroyed does not wake its reader, so the reader can be woken itself.
	const next = async () =>
		await new Promise<IteratorResult<unknown>>((resolve, reject) => {
			wake = reject;
			reader.next().then(resolve, reject);
		});
	over.addEventListener('abort', () => wake(new DownloadError(whyEnded(signal))));
	void eachSecond(over, () => {
		if (waitingSince === null || !isTooSlow(pace, Date.now() - waitingSince)) return;
		wake(new DownloadError(downloadFailure('stalled')));
	});
	try {
		for (;;) {
			const began = Date.now();
			waitingSince = began;
			if (signal.aborted) throw new DownloadError(whyEnded(signal));
			const result = await next();
			waitingSince = null;
			if (result.done) return;
			const piece: unknown = result.value;
			if (!Buffer.isBuffer(piece)) continue;
			pace = nextPace(pace, Date.now() - began, piece.length);
			yield piece;
		}
	} finally {
		reading.leave();
		body.destroy();
	}
}

/** How much of a page is read that came instead of a file. */
const PAGE_LENGTH = 4_096;

/**
 * Reads the beginning of a page that came instead of a file. It is an extra: of one that breaks off, what has come will do.
 *
 * @param body - as n8n handed it over
 * @param signal - ends it at once
 */
export async function readPage(
	{ logger }: IExecuteFunctions,
	body: ByteStream,
	signal: AbortSignal,
): Promise<Buffer> {
	const page: Buffer[] = [];
	let length = 0;
	try {
		for await (const piece of readPatiently(body, signal)) {
			page.push(piece);
			length += piece.length;
			if (length >= PAGE_LENGTH) break;
		}
	} catch (error) {
		logger.debug(`The page of a file host was interrupted: ${explainNetwork(error).reason}`);
	}
	return Buffer.concat(page).subarray(0, PAGE_LENGTH);
}
