import type { IExecuteFunctions } from 'n8n-workflow';
import { removeKeys, addKeys } from '../n8n/processedItems';
import { sleepUntil } from '../n8n/sleepUntil';
import type { PreviousRecord, SubmissionRecord } from './rules/foundRecord';
import { keysAt, keysOf, readDigits, readSpelledId, readTime, spellId, spellTime } from './rules/spelling';

/*
 * The record of a submission in n8n's memory of processed items. That memory is kept in the database, shared by all processes, and written
 * at once. But it is one row for each node, which n8n reads and writes back without a transaction, and to ask for a key is to write it. So:
 * - the key of the content stays while a record is replaced, so that at no moment the video looks as if it had never been submitted;
 * - a record is read only where the key of the content was known, and reading makes n8n forget nothing;
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

/** The record of one content. Each method rejects with the error of n8n's database if that refuses. */
interface NodeMemory {
	/**
	 * Notes that the video is about to be sent, unless it is known.
	 *
	 * @returns what was noted before, and whether the execution has left its mark
	 */
	findOrClaim(at: number): Promise<{ previous: PreviousRecord; isMarked: boolean }>;
	/** Whether something was noted since about a submission that was about to be sent. Asks for few keys only. */
	hasChanged(at: number): Promise<boolean>;
	/**
	 * Notes that the video is about to be sent, in place of another submission.
	 *
	 * @returns false where another process has done so first
	 */
	replace(previous: PreviousRecord, at: number): Promise<boolean>;
	/** Notes again when the video was submitted, where the time cannot be read any more. */
	rewriteTime(at: number): Promise<void>;
	/** Undoes {@link findOrClaim}, or {@link replace} where something was noted before. */
	restore(at: number, previous: PreviousRecord): Promise<void>;
	noteProject(at: number, projectId: string): Promise<void>;
}

/** The marks by which an execution recognises its own records, such as `execution 12`: those that it leaves, and those it looks for. */
export type Marks = Readonly<Record<'toLeave' | 'recognised', readonly string[]>>;

/**
 * @param contentKey - what is paid for, see `contentKeyOf`
 * @param waitsForOthers - whether to let another process finish before its record is read: in production, two callers at once are likely
 */
export function openNodeMemory(
	context: IExecuteFunctions,
	contentKey: string,
	marks: Marks,
	waitsForOthers: boolean,
): NodeMemory {
	const timePrefix = `${contentKey}/`;
	const idPrefix = (at: number) => `${contentKey}/${at}/`;
	const keyOf = (mark: string) => `${contentKey}/${mark}`;
	const leftMarks = marks.toLeave.map(keyOf);
	const recordKeysOf = ({ submittedAt: at, projectId }: SubmissionRecord) => [
		...keysOf(timePrefix, spellTime(at)),
		...(projectId === null ? [] : keysOf(idPrefix(at), spellId(projectId))),
	];
	const add = async (keys: readonly string[], most?: number, tries?: number) =>
		await withRetries(async () => await addKeys(context, keys, most), tries);
	const remove = async (keys: readonly string[]) => {
		if (keys.length > 0) await withRetries(async () => await removeKeys(context, keys));
	};

	/** @param written - keys that asking has added to n8n's memory, to be removed afterwards; this adds its own */
	const readDigitsOf = async (prefix: string, written: Set<string>): Promise<string | null> => {
		for (let digits = ''; ; ) {
			const places = keysAt(prefix, digits.length, PLACES_AT_ONCE);
			for (const key of await add(places.flat().filter((key) => !written.has(key)))) written.add(key);
			const more = readDigits(places, (key) => !written.has(key));
			if (more === null) return null;
			digits += more.digits;
			if (more.isWhole) return digits;
		}
	};

	const timeKeysOf = (at: number) => recordKeysOf({ submittedAt: at, projectId: null });
	/** All digits that a time may have. */
	const anyTime = () => keysAt(timePrefix, 0, PLACES_AT_ONCE).flat();

	const rewriteTime = async (at: number): Promise<void> => {
		await remove(anyTime());
		await add(timeKeysOf(at), MOST_KEYS);
	};

	/** Whether a time still stands some moments later: another process may write back a row that it has read before. */
	const keepsTime = async (at: number): Promise<boolean> => {
		await sleepFor(REWRITE_DELAY + delayBeforeReading());
		const written = new Set<string>();
		const time = readTime(await readDigitsOf(timePrefix, written));
		await remove([...written]);
		return time === at;
	};

	const replace = async (previous: PreviousRecord, at: number): Promise<boolean> => {
		const old = previous === null || previous === 'unclear' ? anyTime() : recordKeysOf(previous);
		const changed = timeKeysOf(at).filter((key) => !old.includes(key));
		// Another process that does the same in this moment shares most digits of the time: only the first one adds them all.
		const added = await add(changed, MOST_KEYS);
		if (added.size < changed.length) {
			await remove([...added]);
			return false;
		}
		await remove(old);
		await add([...leftMarks, ...timeKeysOf(at)], MOST_KEYS);
		return !waitsForOthers || (await keepsTime(at));
	};

	return {
		findOrClaim: async (at) => {
			const time = timeKeysOf(at);
			const newKeys = await add([contentKey, ...leftMarks, ...time], MOST_KEYS);
			const isFresh = newKeys.has(contentKey);
			// n8n forgets the oldest keys first. If any digit of the time was known, an older record is only half forgotten.
			if (isFresh && time.every((key) => newKeys.has(key))) return { previous: null, isMarked: false };
			const isMarked = marks.recognised.some((mark) => !newKeys.has(keyOf(mark)));
			const written = new Set(newKeys);
			written.delete(contentKey);
			if (waitsForOthers) {
				await remove([...written]);
				written.clear();
				await sleepFor(delayBeforeReading());
			}
			const known = readTime(await readDigitsOf(timePrefix, written));
			const projectId = known === null ? null : readSpelledId(await readDigitsOf(idPrefix(known), written));
			await remove([...written]);
			// The first write came through although the database reported an error: this record is our own.
			if (known === at && isMarked && projectId === null) return { previous: null, isMarked: false };
			// Neither time nor project can be read any more: it is as if the video had never been submitted.
			if (isFresh && known === null) {
				await rewriteTime(at);
				await add(leftMarks, MOST_KEYS);
				return { previous: null, isMarked: false };
			}
			return { previous: known === null ? 'unclear' : { submittedAt: known, projectId }, isMarked };
		},
		hasChanged: async (at) => {
			// All digits that an ID may begin with: if one is known already, a project was noted.
			const keys = [contentKey, ...(keysAt(idPrefix(at), 0, 1)[0] ?? [])];
			const newKeys = await add(keys);
			await remove([...newKeys]);
			return newKeys.has(contentKey) || newKeys.size < keys.length - 1;
		},
		replace,
		rewriteTime,
		restore: async (at, previous) => {
			const begun = [...leftMarks, ...timeKeysOf(at)];
			await remove(previous === null ? [...begun, contentKey] : begun);
			if (previous !== null && previous !== 'unclear') await add(recordKeysOf(previous), MOST_KEYS);
		},
		noteProject: async (at, projectId) => {
			const keys = keysOf(idPrefix(at), spellId(projectId));
			await add(keys, MOST_KEYS, PROJECT_TRIES);
			for (let tries = 1; tries <= PROJECT_CHECKS; tries += 1) {
				await sleepFor(REWRITE_DELAY);
				// A reader takes away what it has asked for, and may write back a row that it had read before.
				if ((await add(keys, MOST_KEYS)).size === 0) return;
			}
		},
	};
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
