import type { ByteStream } from '../service/body';
import { explainNetwork } from '../service/rules/network';
import { eachSecond } from './eachSecond';
import { DownloadError } from './rules/downloadFailure';

/** How long a host may send nothing, in milliseconds. */
const LONGEST_SILENCE = 60_000;

/** What goes on with the host of a file while it is asked for once. */
export interface Exchange {
	/** Ends when the download does, after a minute of silence, and when it is left. */
	signal: AbortSignal;
	/** Tells whether it is the host's turn: only then its silence counts, not while the storage takes its time. */
	awaitsHost: (isAwaited: boolean) => void;
	/** Why it broke off: the exchange's own reason, or else what was thrown. */
	whyBrokenOff: (thrown: unknown) => unknown;
	/** Ends what is still under way. */
	leave: () => void;
}

/**
 * Begins an {@link Exchange}.
 *
 * @param stop - ends it
 * @param until - when the download has to be over, epoch milliseconds
 */
export function beginExchange(stop: AbortSignal, until: number): Exchange {
	const own = new AbortController();
	const signal = AbortSignal.any([stop, own.signal]);
	let waitingSince = Infinity;
	const look = () => {
		if (Date.now() >= until) own.abort(new DownloadError('timedOut'));
		else if (Date.now() - waitingSince >= LONGEST_SILENCE) own.abort(new DownloadError('stalled'));
	};
	look();
	void eachSecond(signal, look);
	return {
		signal,
		awaitsHost: (isAwaited) => (waitingSince = isAwaited ? Date.now() : Infinity),
		whyBrokenOff: (thrown) => (signal.aborted ? whyEnded(signal) : thrown),
		leave: () => own.abort(new DownloadError('stopped')),
	};
}

function whyEnded({ reason }: AbortSignal): DownloadError {
	const why: unknown = reason;
	return why instanceof DownloadError ? why : new DownloadError('stopped');
}

/**
 * The bytes of a body, as long as its host keeps sending.
 *
 * @throws DownloadError when the transfer breaks off, the host is silent, or the download ends
 */
export async function* readBytes(
	body: ByteStream,
	exchange: Exchange,
): AsyncGenerator<Buffer, void, undefined> {
	try {
		exchange.awaitsHost(true);
		for await (const piece of body) {
			exchange.awaitsHost(false);
			if (Buffer.isBuffer(piece)) yield piece;
			exchange.awaitsHost(true);
		}
	} catch (error) {
		throw brokenOff(exchange.whyBrokenOff(error));
	} finally {
		exchange.awaitsHost(false);
		body.destroy();
	}
}

/** Why no more came. */
const brokenOff = (error: unknown): DownloadError =>
	error instanceof DownloadError
		? error
		: new DownloadError('incomplete', { evidence: `The network says: ${explainNetwork(error).reason}.` });
