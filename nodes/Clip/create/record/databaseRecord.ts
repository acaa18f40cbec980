import type { IExecuteFunctions } from 'n8n-workflow';
import type { FoundRecord, PreviousRecord, SubmissionRecord } from '../rules/foundRecord';
import { keysAt, keysOf, decodeId, decodeTime, encodeId, encodeTime } from '../rules/digitKeys';
import { PLACES_AT_ONCE, SharedKeys } from './sharedKeys';

/*
 * The record of a submission in n8n's memory of processed items, which is kept in the database, shared by all processes, and written
 * immediately. It knows keys, not values, so time and project are spelled in keys:
 * - the key of the content stays while a record is replaced, so that at no moment the video looks as if it had never been submitted;
 * - digits can only be read by writing them, which pushes out no older keys; so they are read only where the key of the content was known,
 *   or a time is half forgotten;
 * - a project is spelled under the time of its submission, so that it is never mixed with what is left of an earlier project.
 *
 * The keys of content C, submitted at 1767225600000 by execution 12, with project 71:
 *   C                                           there was a submission
 *   C/execution 12                              a mark: this execution has sent it; a second: its start time
 *   C/0.1 C/1.7 C/2.6 … C/12.0                  when, a key for each digit
 *   C/1767225600000/0.0 …/1.7 …/2.1 …/3.7 …/4.1 the project: that it is in digits, the digits, two to check them by
 */

/** The marks by which an execution recognises its own records, such as `execution 12`: those that it leaves, and those it looks for. */
export type Marks = Readonly<Record<'toWrite' | 'toMatch', readonly string[]>>;

/** The record of one content. Each method rejects with the error of n8n's database if that refuses. */
export class DatabaseRecord {
	private readonly keys: SharedKeys;

	private readonly timePrefix: string;

	private readonly markKeys: readonly string[];

	/**
	 * @param contentKey - what is paid for, see `contentKeyOf`
	 * @param waitsForOthers - see {@link SharedKeys}
	 */
	constructor(
		context: IExecuteFunctions,
		private readonly contentKey: string,
		private readonly marks: Marks,
		waitsForOthers: boolean,
	) {
		this.keys = new SharedKeys(context, waitsForOthers);
		this.timePrefix = `${contentKey}/`;
		this.markKeys = marks.toWrite.map((mark) => this.markKeyOf(mark));
	}

	/**
	 * Notes that the video is about to be sent, unless it is known.
	 *
	 * @returns what was noted before, and whether the execution has left its mark
	 */
	async claim(at: number): Promise<{ previous: PreviousRecord; isMarked: boolean }> {
		const time = this.timeKeysOf(at);
		const newKeys = await this.keys.add([this.contentKey, ...this.markKeys, ...time]);
		const isFresh = newKeys.has(this.contentKey);
		// n8n forgets the oldest keys first: if some digits are known, an older record is only half forgotten.
		if (isFresh && time.every((key) => newKeys.has(key))) return { previous: null, isMarked: false };
		const isMarked = this.marks.toMatch.some((mark) => !newKeys.has(this.markKeyOf(mark)));
		const { submittedAt, projectId } = await this.probeRecord(newKeys);
		// The first write came through although the database reported an error: this record is our own.
		if (submittedAt === at && isMarked && projectId === null) return { previous: null, isMarked: false };
		// Neither time nor project can be read any more: it is as if the video had never been submitted.
		if (isFresh && submittedAt === null) {
			await this.repairTime(at);
			await this.keys.add(this.markKeys);
			return { previous: null, isMarked: false };
		}
		return { previous: submittedAt === null ? 'damaged' : { submittedAt, projectId }, isMarked };
	}

	/** Whether something was noted since about a submission that was about to be sent. Asks for few keys only. */
	async probeForChange(at: number): Promise<boolean> {
		// All digits that an ID may begin with: if one is known already, a project was noted.
		const asked = [this.contentKey, ...(keysAt(this.idPrefix(at), 0, 1)[0] ?? [])];
		const newKeys = await this.keys.probe(asked);
		await this.keys.remove(newKeys);
		// A new content key: the claim was released. Fewer than ten new digits: a project was noted.
		return newKeys.has(this.contentKey) || newKeys.size < asked.length - 1;
	}

	/**
	 * Notes that the video is about to be sent, in place of another submission.
	 *
	 * @returns false where another process has done so first
	 */
	async replace(previous: FoundRecord['previous'], at: number): Promise<boolean> {
		const old = previous === 'damaged' ? this.anyTime() : this.recordKeysOf(previous);
		const changed = this.timeKeysOf(at).filter((key) => !old.includes(key));
		// Another process that does the same in this moment shares most digits of the time: only the first one adds them all.
		const added = await this.keys.add(changed);
		if (added.size < changed.length) {
			await this.keys.remove(added);
			return false;
		}
		await this.keys.remove(old);
		await this.keys.add([...this.markKeys, ...this.timeKeysOf(at)]);
		return await this.keys.verifyValue(this.timePrefix, encodeTime(at));
	}

	/** Notes again when the video was submitted, where the time cannot be read any more. */
	async repairTime(at: number): Promise<void> {
		await this.keys.remove(this.anyTime());
		await this.keys.add(this.timeKeysOf(at));
	}

	/** Undoes {@link claim}, or {@link replace} where something was noted before. */
	async releaseClaim(at: number, previous: PreviousRecord): Promise<void> {
		const begun = [...this.markKeys, ...this.timeKeysOf(at)];
		await this.keys.remove(previous === null ? [...begun, this.contentKey] : begun);
		// `replace` has removed these keys, or n8n has forgotten them.
		if (previous !== null && previous !== 'damaged') await this.keys.add(this.recordKeysOf(previous));
	}

	async noteProject(at: number, projectId: string): Promise<void> {
		await this.keys.addAndVerify(this.projectKeysOf(at, projectId));
	}

	/** @param newKeys - what was written when the record was found, to be removed */
	private async probeRecord(newKeys: ReadonlySet<string>) {
		const toRemove = new Set(newKeys);
		toRemove.delete(this.contentKey);
		await this.keys.letOthersFinish(toRemove);
		const at = decodeTime(await this.keys.probeValue(this.timePrefix, toRemove));
		const spelled = at === null ? null : await this.keys.probeValue(this.idPrefix(at), toRemove);
		await this.keys.remove(toRemove);
		return { submittedAt: at, projectId: decodeId(spelled) };
	}

	private markKeyOf(mark: string): string {
		return `${this.contentKey}/${mark}`;
	}

	private idPrefix(at: number): string {
		return `${this.contentKey}/${at}/`;
	}

	private recordKeysOf({ submittedAt: at, projectId }: SubmissionRecord): string[] {
		return [...this.timeKeysOf(at), ...(projectId === null ? [] : this.projectKeysOf(at, projectId))];
	}

	private projectKeysOf(at: number, projectId: string): string[] {
		return keysOf(this.idPrefix(at), encodeId(projectId));
	}

	private timeKeysOf(at: number): string[] {
		return keysOf(this.timePrefix, encodeTime(at));
	}

	/** All digits that a time may have. */
	private anyTime(): string[] {
		return keysAt(this.timePrefix, 0, PLACES_AT_ONCE).flat();
	}
}
