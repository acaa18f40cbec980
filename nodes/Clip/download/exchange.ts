import { explainNetwork } from '../service/rules/network';
import { pause } from '../n8n/pause';
import { DownloadError } from './rules/downloadFailure';

/** How long a host may send nothing, in milliseconds. */
const LONGEST_SILENCE = 60_000;

/** Failures of the network that are the same the next time. */
const FINAL = /^(?:ERR_INVALID_URL|CERT_.*|.*_SELF_SIGNED_CERT|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_.*)$/;

/** What happens with the host of a file while it is asked once. */
export interface Exchange {
	/** Ends when the download does, after a minute of silence, and when it is left. */
	signal: AbortSignal;
	/**
	 * Waits for the host. Only then its silence counts, not while the storage takes its time.
	 *
	 * @param outcome - what it means when nothing comes
	 * @throws DownloadError when nothing comes, or the download ends
	 */
	receive: <T>(coming: Promise<T>, outcome: 'unavailable' | 'incomplete') => Promise<T>;
	/** Ends what is still under way. */
	leave: () => void;
}

/**
 * Begins an {@link Exchange}.
 *
 * @param until - when the download has to be over, epoch milliseconds
 */
export function beginExchange(stop: AbortSignal, until: number): Exchange {
	const own = new AbortController();
	const signal = AbortSignal.any([stop, own.signal]);
	let waitingSince = Infinity;
	const isLate = () => Date.now() >= until;
	const isSilent = () => Date.now() - waitingSince >= LONGEST_SILENCE;
	const look = () => {
		if (isLate() || isSilent()) own.abort();
	};
	const watch = async () => {
		for (look(); !signal.aborted; look()) await pause(Date.now() + 1_000, signal);
	};
	void watch();
	const whyNot = (error: unknown, outcome: 'unavailable' | 'incomplete'): DownloadError => {
		if (stop.aborted) return new DownloadError('stopped');
		if (isLate()) return new DownloadError('timedOut');
		if (isSilent()) return new DownloadError(outcome, { evidence: 'The host sent nothing for a minute.' });
		const { reason, blocked } = explainNetwork(error);
		if (blocked === true) return new DownloadError('refused', { evidence: `n8n says: ${reason}` });
		const evidence = `The network says: ${reason}.`;
		return new DownloadError(FINAL.test(reason) ? 'refused' : outcome, { evidence });
	};
	return {
		signal,
		receive: async (coming, outcome) => {
			waitingSince = Date.now();
			try {
				return await coming;
			} catch (error) {
				throw whyNot(error, outcome);
			} finally {
				waitingSince = Infinity;
			}
		},
		leave: () => own.abort(),
	};
}
