import type { IExecuteFunctions } from 'n8n-workflow';
import { removeKeys, addKeys } from '../n8n/processedItems';
import { sleepUntil } from '../n8n/sleepUntil';
import type { PreviousRecord, SubmissionRecord } from './rules/foundRecord';
import { keysAt, keysOf, readDigits, readSpelledId, readTime, spellId, spellTime } from './rules/spelling';

/*
 * The record of a submission in n8n's memory of processed items. That memory is kept in the database, shared by all processes, and written
 * at once. But it is one row for each node, which n8n reads and writes back without a transaction, and to ask for a key is to write it. So:
 * - the key of the content stays while a record is replaced, so that at no moment the video looks as if it had never been submitted;
 * - a record is read only where the key of the content was known, and the digits that are asked for make n8n forget nothing;
 * - a project is spelled under the time of its submission, so that it is never mixed with what is left of an earlier project.
 *
 * The keys of content C, submitted at 1767225600000 by execution 12, with project 71:
 *   C                                           there was a submission
 *   C/execution 12                              a mark: this execution has sent it
 *   C/0.1 C/1.7 C/2.6 … C/12.0                  when, a key for each digit
 *   C/1767225600000/0.0 …/1.7 …/2.1 …/3.7 …/4.1 the project: that it is in digits, the digits, two to check them by
 */

/** How many keys n8n remembers for a node: the last 500 submissions, with up to 32 keys for each. */
const MOST_KEYS = 16_000;

/** How many places are read at once: enough for the time, and for IDs of up to 12 digits. */
const PLACES_AT_ONCE = 16;

/** How often to try what the database refuses, for example while two processes create the row of a node. */
const DATABASE_TRIES = 3;
/** Milliseconds before the second try; later ones wait longer. */
const DATABASE_DELAY = 250;

/** How often to try to note a project: for most of a minute, since nothing else may know it. */
const PROJECT_TRIES = 20;

/**
 * Another process that reads at the same time may write back the row without a project that was just noted. How often to check that it is
 * still there, and how many milliseconds to pause before each check.
 */
const PROJECT_CHECKS = 3;
const REWRITE_DELAY = 300;

/** Milliseconds to pause before reading a record that another process may be writing. Random, so that two readers do not keep colliding. */
const delayBeforeReading = (): number => 250 + Math.random() * 200;

/** The marks by which an execution recognises its own records, such as `execution 12`: those that it leaves, and those it looks for. */
export type Marks = Readonly<Record<'toLeave' | 'recognised', readonly string[]>>;

/** The record of one content. Each method rejects with the error of n8n's database if that refuses. */
export class NodeMemory {
	private readonly timePrefix: string;

	private readonly leftMarks: readonly string[];

	/**
	 * @param contentKey - what is paid for, see `contentKeyOf`
	 * @param waitsForOthers - whether to let another process finish before its record is read: in production, two callers at once are likely
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly contentKey: string,
		private readonly marks: Marks,
		private readonly waitsForOthers: boolean,
	) {
		this.timePrefix = `${contentKey}/`;
		this.leftMarks = marks.toLeave.map((mark) => this.keyOf(mark));
	}

	/**
	 * Notes that the video is about to be sent, unless it is known.
	 *
	 * @returns what was noted before, and whether the execution has left its mark
	 */
	async findOrClaim(at: number): Promise<{ previous: PreviousRecord; isMarked: boolean }> {
		const time = this.timeKeysOf(at);
		const newKeys = await this.add([this.contentKey, ...this.leftMarks, ...time], MOST_KEYS);
		const isFresh = newKeys.has(this.contentKey);
		// n8n forgets the oldest keys first. If any digit of the time was known, an older record is only half forgotten.
		if (isFresh && time.every((key) => newKeys.has(key))) return { previous: null, isMarked: false };
		const isMarked = this.marks.recognised.some((mark) => !newKeys.has(this.keyOf(mark)));
		const { submittedAt, projectId } = await this.readRecord(newKeys);
		// The first write came through although the database reported an error: this record is our own.
		if (submittedAt === at && isMarked && projectId === null) return { previous: null, isMarked: false };
		// Neither time nor project can be read any more: it is as if the video had never been submitted.
		if (isFresh && submittedAt === null) {
			await this.rewriteTime(at);
			await this.add(this.leftMarks, MOST_KEYS);
			return { previous: null, isMarked: false };
		}
		return { previous: submittedAt === null ? 'unclear' : { submittedAt, projectId }, isMarked };
	}

	/** Whether something was noted since about a submission that was about to be sent. Asks for few keys only. */
	async hasChanged(at: number): Promise<boolean> {
		// All digits that an ID may begin with: if one is known already, a project was noted.
		const keys = [this.contentKey, ...(keysAt(this.idPrefix(at), 0, 1)[0] ?? [])];
		const newKeys = await this.add(keys);
		await this.remove([...newKeys]);
		return newKeys.has(this.contentKey) || newKeys.size < keys.length - 1;
	}

	/**
	 * Notes that the video is about to be sent, in place of another submission.
	 *
	 * @returns false where another process has done so first
	 */
	async replace(previous: PreviousRecord, at: number): Promise<boolean> {
		const old = previous === null || previous === 'unclear' ? this.anyTime() : this.recordKeysOf(previous);
		const changed = this.timeKeysOf(at).filter((key) => !old.includes(key));
		// Another process that does the same in this moment shares most digits of the time: only the first one adds them all.
		const added = await this.add(changed, MOST_KEYS);
		if (added.size < changed.length) {
			await this.remove([...added]);
			return false;
		}
		await this.remove(old);
		await this.add([...this.leftMarks, ...this.timeKeysOf(at)], MOST_KEYS);
		return !this.waitsForOthers || (await this.keepsTime(at));
	}

	/** Notes again when the video was submitted, where the time cannot be read any more. */
	async rewriteTime(at: number): Promise<void> {
		await this.remove(this.anyTime());
		await this.add(this.timeKeysOf(at), MOST_KEYS);
	}

	/** Undoes {@link findOrClaim}, or {@link replace} where something was noted before. */
	async restore(at: number, previous: PreviousRecord): Promise<void> {
		const begun = [...this.leftMarks, ...this.timeKeysOf(at)];
		await this.remove(previous === null ? [...begun, this.contentKey] : begun);
		if (previous !== null && previous !== 'unclear') await this.add(this.recordKeysOf(previous), MOST_KEYS);
	}

	async noteProject(at: number, projectId: string): Promise<void> {
		const keys = keysOf(this.idPrefix(at), spellId(projectId));
		await this.add(keys, MOST_KEYS, PROJECT_TRIES);
		for (let tries = 1; tries <= PROJECT_CHECKS; tries += 1) {
			await sleepFor(REWRITE_DELAY);
			// A reader takes away what it has asked for, and may write back a row that it had read before.
			if ((await this.add(keys, MOST_KEYS)).size === 0) return;
		}
	}

	/** @param newKeys - what was written when the record was found, to be removed */
	private async readRecord(newKeys: ReadonlySet<string>) {
		const written = new Set(newKeys);
		written.delete(this.contentKey);
		if (this.waitsForOthers) {
			await this.remove([...written]);
			written.clear();
			await sleepFor(delayBeforeReading());
		}
		const at = readTime(await this.readDigitsOf(this.timePrefix, written));
		const spelled = at === null ? null : await this.readDigitsOf(this.idPrefix(at), written);
		await this.remove([...written]);
		return { submittedAt: at, projectId: readSpelledId(spelled) };
	}

	/** @param written - keys that asking has added to n8n's memory, to be removed afterwards; this adds its own */
	private async readDigitsOf(prefix: string, written: Set<string>): Promise<string | null> {
		for (let digits = ''; ; ) {
			const places = keysAt(prefix, digits.length, PLACES_AT_ONCE);
			for (const key of await this.add(places.flat().filter((one) => !written.has(one)))) written.add(key);
			const more = readDigits(places, (key) => !written.has(key));
			if (more === null) return null;
			digits += more.digits;
			if (more.isWhole) return digits;
		}
	}

	/** Whether a time still stands some moments later: another process may write back a row that it has read before. */
	private async keepsTime(at: number): Promise<boolean> {
		await sleepFor(REWRITE_DELAY + delayBeforeReading());
		const written = new Set<string>();
		const time = readTime(await this.readDigitsOf(this.timePrefix, written));
		await this.remove([...written]);
		return time === at;
	}

	private async add(keys: readonly string[], most?: number, tries?: number): Promise<Set<string>> {
		return await withRetries(async () => await addKeys(this.context, keys, most), tries);
	}

	private async remove(keys: readonly string[]): Promise<void> {
		if (keys.length > 0) await withRetries(async () => await removeKeys(this.context, keys));
	}

	private keyOf(mark: string): string {
		return `${this.contentKey}/${mark}`;
	}

	private idPrefix(at: number): string {
		return `${this.contentKey}/${at}/`;
	}

	private recordKeysOf({ submittedAt: at, projectId }: SubmissionRecord): string[] {
		const ofProject = projectId === null ? [] : keysOf(this.idPrefix(at), spellId(projectId));
		return [...this.timeKeysOf(at), ...ofProject];
	}

	private timeKeysOf(at: number): string[] {
		return keysOf(this.timePrefix, spellTime(at));
	}

	/** All digits that a time may have. */
	private anyTime(): string[] {
		return keysAt(this.timePrefix, 0, PLACES_AT_ONCE).flat();
	}
}

/** A Stop does not break this off: what is written down must be removed again. */
const sleepFor = async (milliseconds: number): Promise<void> =>
	await sleepUntil(Date.now() + milliseconds, new AbortController().signal);

/** Does something even if the database refuses for a moment. */
async function withRetries<T>(work: () => Promise<T>, most = DATABASE_TRIES): Promise<T> {
	for (let tries = 1; tries < most; tries += 1) {
		try {
			return await work();
		} catch {
			await sleepFor(DATABASE_DELAY * tries);
		}
	}
	return await work();
}
