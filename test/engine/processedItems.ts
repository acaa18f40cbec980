import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
} from 'n8n-workflow';

const notHere = async (): Promise<never> =>
	await Promise.reject(new TypeError('No node of ours asks for that.'));

/**
 * n8n's memory of processed items: a row for each node of a workflow, as n8n 2.41.1 keeps it in its database. What reads a row
 * at the same time overwrites each other's changes there, and here as well.
 */
export class ProcessedItems implements IDataDeduplicator {
	/** What it fails with, like a database that is away. */
	trouble: Error | null = null;
	/** What another process does between the reading and the writing of a row: nothing, when it is null. */
	meanwhile: ((row: string[]) => string[]) | null = null;
	private readonly rows = new Map<string, string[]>();

	/** All that is remembered, of all nodes. */
	get known(): string[] {
		return [...this.rows.values()].flat();
	}

	/** Forgets everything. */
	clear(): void {
		this.rows.clear();
		this.trouble = null;
		this.meanwhile = null;
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		context: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	) {
		const fresh: DeduplicationItemTypes[] = [];
		await this.change(context, (row) => {
			for (const item of items) {
				if (row.includes(String(item))) continue;
				fresh.push(item);
				row.push(String(item));
			}
			return maxEntries === undefined ? row : row.slice(-maxEntries);
		});
		return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: unknown,
		context: ICheckProcessedContextData,
	) {
		const gone = items.map(String);
		await this.change(context, (row) => row.filter((item) => !gone.includes(item)));
	}

	private async change(
		{ workflow, node }: ICheckProcessedContextData,
		change: (row: string[]) => string[],
	): Promise<void> {
		if (this.trouble !== null) throw this.trouble;
		const key = `${workflow.id} n:${node?.id ?? ''}`;
		const read = [...(this.rows.get(key) ?? [])];
		this.rows.set(key, change(read));
		const { meanwhile } = this;
		if (meanwhile !== null) this.rows.set(key, meanwhile(this.rows.get(key) ?? []));
		await Promise.resolve();
	}

	readonly checkProcessedItemsAndRecord = notHere;
	readonly clearAllProcessedItems = notHere;
	readonly getProcessedDataCount = notHere;
}
