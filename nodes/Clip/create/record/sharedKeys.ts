import type { IExecuteFunctions } from 'n8n-workflow';
import { addKeys, removeKeys } from '../../n8n/processedItems';
import { sleepUntil } from '../../n8n/timing';
import { keysAt, readDigits } from '../rules/digitKeys';

/**
 * How many keys n8n keeps for a node: those of the last 500 submissions with IDs of up to 12 digits, and 4,000 more that others are only
 * asking for.
 */
const MOST_KEYS = 20_000;

/** How many places of a value are read at once: enough for a time, and for IDs of up to 12 digits. */
export const PLACES_AT_ONCE = 16;

/** How often to try what the database refuses, for example while two processes create the row of a node. */
const DATABASE_TRIES = 3;
/** Milliseconds before the second try; later ones wait longer. */
const DATABASE_DELAY = 250;

/** How often to try to note keys stored nowhere else: for most of a minute. */
const LASTING_TRIES = 20;

/** How often to check that such keys are still there, and how many milliseconds before each check. */
const LASTING_CHECKS = 3;
const REWRITE_DELAY = 300;

/** Milliseconds before reading what another process may be writing. Random, so that two readers do not keep colliding. */
const delayBeforeReading = (): number => 250 + Math.random() * 200;

/**
 * Keys in n8n's memory of processed items, which other processes write, too. It is one row for each node, which n8n reads and writes back
 * without a transaction: a process may write back the row as it was before another one changed it. And to ask for a key is to write it.
 *
 * Each method rejects with the error of n8n's database if that refuses.
 */
export class SharedKeys {
	/** @param waitsForOthers - whether to let another process finish first: in production, two callers at once are likely */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly waitsForOthers: boolean,
	) {}

	/**
	 * Notes keys; n8n forgets the oldest ones where they are too many.
	 *
	 * @returns those that were not known
	 */
	async add(keys: readonly string[], tries?: number): Promise<Set<string>> {
		return await tryRepeatedly(async () => await addKeys(this.context, keys, MOST_KEYS), tries);
	}

	/** Notes keys that are stored nowhere else, and checks that they stay: another reader may remove them. */
	async addAndVerify(keys: readonly string[]): Promise<void> {
		await this.add(keys, LASTING_TRIES);
		for (let checks = 1; checks <= LASTING_CHECKS; checks += 1) {
			await sleepFor(REWRITE_DELAY);
			if ((await this.add(keys)).size === 0) return;
		}
	}

	/**
	 * Asks for keys, which writes them: the caller removes the new ones. n8n forgets nothing for it.
	 *
	 * @returns those that were not known
	 */
	async probe(keys: readonly string[]): Promise<Set<string>> {
		return await tryRepeatedly(async () => await addKeys(this.context, keys));
	}

	async remove(keys: Iterable<string>): Promise<void> {
		const list = [...keys];
		if (list.length > 0) await tryRepeatedly(async () => await removeKeys(this.context, list));
	}

	/**
	 * Reads the digits that are spelled under a prefix, see `rules/digitKeys.ts`.
	 *
	 * @param toRemove - keys that were not known when they were asked for, see {@link probe}; this adds its own
	 * @returns null where a place has several digits
	 */
	async probeValue(prefix: string, toRemove: Set<string>): Promise<string | null> {
		for (let digits = ''; ; ) {
			const places = keysAt(prefix, digits.length, PLACES_AT_ONCE);
			for (const key of await this.probe(places.flat())) toRemove.add(key);
			const more = readDigits(places, (key) => !toRemove.has(key));
			if (more === null) return null;
			digits += more.digits;
			if (more.isWhole) return digits;
		}
	}

	/** @param toRemove - see {@link probeValue}: another process must not find them */
	async letOthersFinish(toRemove: Set<string>): Promise<void> {
		if (!this.waitsForOthers) return;
		await this.remove(toRemove);
		toRemove.clear();
		await sleepFor(delayBeforeReading());
	}

	/** Whether a value that was just noted still stands some moments later. */
	async verifyValue(prefix: string, digits: string): Promise<boolean> {
		if (!this.waitsForOthers) return true;
		await sleepFor(REWRITE_DELAY + delayBeforeReading());
		const toRemove = new Set<string>();
		const value = await this.probeValue(prefix, toRemove);
		await this.remove(toRemove);
		return value === digits;
	}
}

/** A Stop does not break this off: what is written down must be removed again. */
const sleepFor = async (milliseconds: number): Promise<void> =>
	await sleepUntil(Date.now() + milliseconds, new AbortController().signal);

/** Does something even if the database refuses for a moment. */
async function tryRepeatedly<T>(work: () => Promise<T>, most = DATABASE_TRIES): Promise<T> {
	for (let tries = 1; tries < most; tries += 1) {
		try {
			return await work();
		} catch {
			await sleepFor(DATABASE_DELAY * tries);
		}
	}
	return await work();
}
