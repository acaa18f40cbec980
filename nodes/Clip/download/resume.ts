import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { Film } from './rules/film';
import { excerptOfPage } from '../interface/page';
import {
	afterFailure,
	checkEnd,
	checkSize,
	downloadFailure,
	type DownloadFailure,
	type FileHead,
	pauseBeforeRetry,
	rangeHeaders,
	readBodyStart,
	readHead,
	readOutcome,
} from './rules/transfer';
import { askHost, chained, DownloadError, type HostAnswer, withRetryAfter } from './fileHost';
import { explainNetwork } from '../client/network';
import { readPatiently } from './slowHost';
import { pause } from '../n8n/pause';

/** What to download, and within which bounds. */
export interface TransferOrder {
	link: URL;
	/** The largest file that is wanted, in bytes. */
	maxBytes: number;
	/** Ends the transfer at once. */
	signal: AbortSignal;
	/** Gets a fresh link when the host accepts the first one no more; null when there is none. Called once at most. */
	freshLink: () => Promise<URL | null>;
}

/** How much of a page is read that came instead of a file. */
const PAGE_LENGTH = 4_096;

/** A file on its way from its host: one run of bytes, however often the host has to be asked for it. */
export class Transfer {
	/** What the host announced; null until it did. */
	head: FileHead | null = null;
	/** Bytes handed on so far. */
	received = 0;
	/** Why there is no file; null as long as all is well. */
	failure: DownloadFailure | null = null;
	/** The link in use. */
	link: URL;
	/** The links that the file came over, the last one its own. */
	links: readonly URL[];
	/** What the film tells of itself. */
	readonly film = new Film();
	private readonly digest = createHash('sha256');
	private refreshed = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly order: TransferOrder,
	) {
		this.link = order.link;
		this.links = [order.link];
	}

	/**
	 * The bytes of the file, each once. A transfer that breaks off is taken up again where it broke off.
	 *
	 * @throws DownloadError when the file cannot be had; {@link Transfer.failure} then tells why
	 */
	async *bytes(): AsyncGenerator<Buffer, void, undefined> {
		for (let tries = { inVain: 0 }; ; ) {
			const before = this.received;
			try {
				yield* this.attempt();
				return;
			} catch (error) {
				const failure = this.explain(error);
				if (await this.refresh(failure)) continue;
				tries = afterFailure(tries, this.received - before);
				const wait = pauseBeforeRetry(failure, tries);
				if (wait === null) throw this.fail(failure);
				await pause(Date.now() + wait, this.order.signal);
			}
		}
	}

	/**
	 * Ends the transfer for a reason of the receiver.
	 *
	 * @param failure - the reason
	 * @returns what to throw
	 */
	fail(failure: DownloadFailure): DownloadError {
		this.failure = failure;
		return new DownloadError(failure);
	}

	/** One answer of the host: the file, or what of it is not here yet. */
	private async *attempt(): AsyncGenerator<Buffer, void, undefined> {
		const exchange = chained(this.order.signal);
		const { signal } = exchange.controller;
		try {
			const headers = rangeHeaders(this.head, this.received);
			const answer = await askHost(this.context, this.link, headers, signal);
			this.links = answer.links;
			const start = readBodyStart(answer.status, answer.header, this.head, this.received);
			if ('failure' in start) throw await this.refused(answer, start.failure, signal);
			const length = this.head?.length ?? start.total;
			this.head = { ...(this.head ?? readHead(answer.header)), length };
			this.checkSize();
			yield* this.unseen(readPatiently(answer.body, signal), start.from);
			this.checkEnd(answer);
		} finally {
			exchange.leave();
		}
	}

	/** What of a body is not here yet. A body that begins anew must begin with what is here. */
	private async *unseen(body: AsyncGenerator<Buffer>, from: number): AsyncGenerator<Buffer, void, undefined> {
		let left = this.received - from;
		const again = createHash('sha256');
		const seen = this.digest.copy().digest();
		for await (const piece of body) {
			const known = piece.subarray(0, left);
			left -= known.length;
			if (known.length > 0) {
				again.update(known);
				if (left === 0 && !again.digest().equals(seen)) throw new DownloadError(downloadFailure('changed'));
			}
			const fresh = piece.subarray(known.length);
			if (fresh.length === 0) continue;
			this.received += fresh.length;
			this.digest.update(fresh);
			this.film.add(fresh);
			this.checkSize();
			yield fresh;
		}
		if (left > 0) throw new DownloadError(downloadFailure('incomplete'));
	}

	private checkEnd({ header }: HostAnswer): void {
		const wrong = this.head === null ? null : checkEnd(this.head, this.received);
		if (wrong !== null) throw new DownloadError(wrong);
		// A connection that just closes may be the end of the file or of the host's patience.
		const told = this.head?.length != null || header('transfer-encoding') !== null;
		if (told || !this.film.isCut()) return;
		const evidence = 'The film ends before its end.';
		throw new DownloadError(downloadFailure('incomplete', { evidence }));
	}

	private checkSize(): void {
		const wrong = this.head === null ? null : checkSize(this.head, this.received, this.order.maxBytes);
		if (wrong !== null) throw new DownloadError(wrong);
	}

	/** An answer without a file, with what its page says. */
	private async refused(
		answer: HostAnswer,
		failure: DownloadFailure,
		signal: AbortSignal,
	): Promise<DownloadError> {
		if (failure.outcome === 'incomplete' && this.head !== null) this.head = { ...this.head, inParts: false };
		const page: Buffer[] = [];
		try {
			for await (const piece of readPatiently(answer.body, signal)) {
				page.push(piece);
				if (Buffer.concat(page).length >= PAGE_LENGTH) break;
			}
		} catch (error) {
			// The page is an extra; what has come of it will do.
			this.context.logger.debug(`The page of a file host broke off: ${explainNetwork(error).reason}`);
		}
		const excerpt = excerptOfPage(Buffer.concat(page).subarray(0, PAGE_LENGTH), answer.links);
		const evidence = excerpt === '' ? failure.evidence : `It says: "${excerpt}".`;
		const known = { ...failure, outcome: readOutcome(failure, excerpt), evidence };
		return new DownloadError(withRetryAfter(known, answer.header));
	}

	private explain(error: unknown): DownloadFailure {
		if (this.order.signal.aborted) return downloadFailure('stopped');
		if (error instanceof DownloadError) return error.failure;
		const evidence = `The network says: ${explainNetwork(error).reason}.`;
		return downloadFailure('incomplete', { evidence });
	}

	/** Whether the host may be asked at once with a fresh link. */
	private async refresh({ outcome }: DownloadFailure): Promise<boolean> {
		if (outcome !== 'expired' || this.refreshed) return false;
		this.refreshed = true;
		const fresh = await this.order.freshLink();
		if (fresh !== null) this.link = fresh;
		return fresh !== null;
	}
}
