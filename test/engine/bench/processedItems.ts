import {
	type DeduplicationItemTypes,
	type ICheckProcessedOptions,
	type IDataDeduplicator,
	sleep,
} from 'n8n-workflow';

const notHere = async (): Promise<never> =>
	await Promise.reject(new TypeError('No node of ours asks for that.'));

/** n8n's memory of processed items for the one node of the tests: a row, as n8n 2.41.1 keeps it in its database. */
export class ProcessedItems implements IDataDeduplicator {
	/** What it fails with, like a database that is away. */
	trouble: Error | null = null;
	/** What another process does after a row was written: nothing, when it is null. */
	meanwhile: ((row: string[]) => string[]) | null = null;
	/** How long it takes to read the row, in milliseconds. */
	takes = 0;
	/** All that is remembered. */
	known: string[] = [];

	/** Forgets everything. */
	clear(): void {
		Object.assign(this, new ProcessedItems());
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		_context: unknown,
		{ maxEntries = Infinity }: ICheckProcessedOptions,
	) {
		const known = await this.read();
		const fresh = [...new Set(items)].filter((item) => !known.includes(String(item)));
		this.write([...known, ...fresh.map(String)].slice(-maxEntries));
		return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
	}

	async removeProcessed(items: DeduplicationItemTypes[]) {
		const gone = items.map(String);
		this.write((await this.read()).filter((item) => !gone.includes(item)));
	}

	/** The row; others of this process may read it as well before it is written. */
	private async read(): Promise<string[]> {
		const { known, takes } = this;
		await (takes === 0 ? Promise.resolve() : sleep(takes));
		return known;
	}

	private write(row: string[]): void {
		if (this.trouble !== null) throw this.trouble;
		this.known = this.meanwhile?.(row) ?? row;
	}

	readonly checkProcessedItemsAndRecord = notHere;
	readonly clearAllProcessedItems = notHere;
	readonly getProcessedDataCount = notHere;
}
