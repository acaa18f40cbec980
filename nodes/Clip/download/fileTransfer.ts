import type { IExecuteFunctions } from 'n8n-workflow';
import { Film } from './rules/film';
import { excerptOfPage } from './rules/page';
import {
	beginAt,
	canGoOn,
	type FileHead,
	rangeHeaders,
	readBodyStart,
	readFrame,
	readHead,
	readOutcome,
} from './rules/fileAnswer';
import { Tail } from './rules/tail';
import {
	afterFailure,
	checkEnd,
	checkSize,
	downloadFailure,
	type DownloadFailure,
	pauseBeforeRetry,
	type Tries,
	withProgress,
} from './rules/transfer';
import { askHost, DownloadError, type HostAnswer, orEnd, partOf, whyEnded, withRetryAfter } from './fileHost';
import { explainNetwork } from '../client/network';
import { readPage, readPatiently } from './slowHost';
import { pause } from '../n8n/pause';

/** What to download, and within which bounds. */
export interface TransferOrder {
	link: URL;
	/** The largest file that is wanted, in bytes. */
	maxBytes: number;
	/** Ends the transfer at once. */
	signal: AbortSignal;
	/** Gets a fresh link when the host accepts the first one no more; null when there is none. Called once at most. */
	freshLink: (signal: AbortSignal) => Promise<URL | null>;
}

/** How often a file is begun, at a host that cannot send the rest of one. */
const MOST_BEGINNINGS = 4;

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
	film = new Film();
	/** Whether the rest cannot be had by itself, so that the whole file has to be asked for, and stored, anew. */
	anew = false;
	private begun = 0;
	/** The last bytes of those handed on. */
	private tail = new Tail();
	/** Whether what is here is no part of the file that the host has. */
	private spoilt = false;
	private tries: Tries = { inVain: 0 };
	private refreshed = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly order: TransferOrder,
	) {
		this.link = order.link;
		this.links = [order.link];
	}

	/**
	 * The bytes of the file from its beginning, each once. A transfer that breaks off is taken up where it broke off, as far as its
	 * host can do that.
	 *
	 * @throws DownloadError when the file cannot be had; {@link Transfer.failure} then tells why, unless it is to be had
	 * {@link Transfer.anew}
	 */
	async *bytes(): AsyncGenerator<Buffer, void, undefined> {
		this.begun += 1;
		this.anew = false;
		this.head = null;
		this.received = 0;
		this.film = new Film();
		this.tail = new Tail();
		this.spoilt = false;
		for (;;) {
			const before = this.received;
			try {
				yield* this.attempt();
				return;
			} catch (error) {
				const failure = this.explain(error);
				await this.prepareNext(failure, this.received - before);
				if (this.goesOn()) continue;
				throw this.begun === MOST_BEGINNINGS ? this.fail(failure) : this.again(failure);
			}
		}
	}

	private goesOn(): boolean {
		return this.received === 0 || (!this.spoilt && canGoOn(this.head, this.received));
	}

	/** Ends this beginning of the file for another one. */
	private again(failure: DownloadFailure): DownloadError {
		this.anew = true;
		return new DownloadError(failure);
	}

	/** Pauses before the next try, or gets a fresh link for it. */
	private async prepareNext(failure: DownloadFailure, brought: number): Promise<void> {
		if (await this.refresh(failure)) return;
		this.tries = afterFailure(this.tries, brought);
		const wait = pauseBeforeRetry(failure, this.tries);
		if (wait === null) throw this.fail(failure);
		await pause(Date.now() + wait, this.order.signal);
	}

	/**
	 * Ends the transfer for a reason of the receiver.
	 *
	 * @param failure - the reason
	 * @returns what to throw
	 */
	fail(failure: DownloadFailure): DownloadError {
		this.failure = withProgress(failure, this.received, this.head?.length ?? null);
		return new DownloadError(this.failure);
	}

	/** One answer of the host: the file, or what of it is not here yet. */
	private async *attempt(): AsyncGenerator<Buffer, void, undefined> {
		const exchange = partOf(this.order.signal);
		const { signal } = exchange;
		try {
			const from = beginAt(this.received);
			if (from === 0) this.head = null;
			const answer = await askHost(this.context, this.link, rangeHeaders(this.head, from), signal);
			this.links = answer.links;
			const start = readBodyStart(answer, this.head, from);
			if ('failure' in start) throw await this.refused(answer, start.failure, signal);
			this.head ??= readHead(answer, start.total);
			this.head.length ??= start.total;
			if (this.received > (this.head.length ?? Infinity)) throw this.otherFile();
			this.checkSize();
			const frame = readFrame(answer.header);
			let came = 0;
			let known = this.received - from;
			for await (const piece of readPatiently(answer.body, signal)) {
				came += piece.length;
				if (frame !== null && came > frame) this.unpacked(from);
				const again = piece.subarray(0, known);
				if (!this.tail.matches(again, known)) throw this.otherFile();
				known -= again.length;
				const fresh = piece.subarray(again.length);
				if (fresh.length === 0) continue;
				this.received += fresh.length;
				this.film.add(fresh);
				this.tail.add(fresh);
				this.checkSize();
				yield fresh;
			}
			const isUnpacked = frame !== null && came !== frame;
			if (isUnpacked) this.unpacked(from);
			if (known > 0) throw this.otherFile();
			this.checkEnd(isUnpacked ? null : start.end);
		} finally {
			exchange.leave();
		}
	}

	/** What comes is not what was announced, but unpacked: nobody knows its length, and a part of it is none of the file. */
	private unpacked(from: number): void {
		if (from > 0 || this.head === null)
			throw this.spoil('The part that the host sent does not fit the file.');
		this.head = { ...this.head, length: null, inParts: false };
	}

	private checkEnd(end: number | null): void {
		const { received } = this;
		if (end !== null && received < end) throw new DownloadError(downloadFailure('incomplete'));
		const wrong = checkEnd(this.head?.length ?? null, received, this.film.isCut());
		if (wrong === null) return;
		// All that the host has is here, so that no rest can be asked for.
		throw wrong.evidence === '' ? new DownloadError(wrong) : this.spoil(wrong.evidence);
	}

	private otherFile(): DownloadError {
		return this.spoil('The file on the host has changed.');
	}

	/** What is here cannot be gone on with. */
	private spoil(evidence: string): DownloadError {
		this.spoilt = true;
		return new DownloadError(downloadFailure('incomplete', { evidence }));
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
		if (failure.outcome === 'incomplete') this.spoilt = true;
		const page = await readPage(this.context, answer.body, signal);
		const excerpt = excerptOfPage(page, answer.links);
		const evidence = excerpt === '' ? failure.evidence : `It says: "${excerpt}".`;
		const known = { ...failure, outcome: readOutcome(failure, excerpt), evidence };
		return new DownloadError(withRetryAfter(known, answer.header));
	}

	private explain(error: unknown): DownloadFailure {
		if (this.order.signal.aborted) return whyEnded(this.order.signal);
		if (error instanceof DownloadError) return error.failure;
		const evidence = `The network says: ${explainNetwork(error).reason}.`;
		return downloadFailure('incomplete', { evidence });
	}

	/** Whether the host may be asked at once with a fresh link. */
	private async refresh({ outcome }: DownloadFailure): Promise<boolean> {
		if (outcome !== 'expired' || this.refreshed) return false;
		this.refreshed = true;
		const { signal } = this.order;
		const fresh = await orEnd(signal, this.order.freshLink(signal));
		if (fresh !== null) this.link = fresh;
		return fresh !== null;
	}
}
