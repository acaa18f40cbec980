/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { type ExecutionItem, until } from '../host';
import { filesBelow } from '../host/folder';

/** The folder in which an n8n keeps binary data as files. */
export class Store {
	/** @param folder - as n8n's setting `N8N_BINARY_DATA_STORAGE_PATH` names it */
	constructor(readonly folder: string) {}

	/** All files in it, unfinished ones included, without those that tell about other files. */
	files(): string[] {
		return filesBelow(this.folder).filter((file) => !file.endsWith('.metadata'));
	}

	/** The file that an item's binary field is about. */
	pathOf({ binary }: ExecutionItem, field = 'data'): string {
		const id = binary[field]?.id;
		if (typeof id !== 'string' || !id.startsWith('filesystem-v2:')) {
			throw new TypeError(`The item has no stored file in "${field}".`);
		}
		return join(this.folder, id.slice('filesystem-v2:'.length));
	}

	/**
	 * Waits until exactly these files are there.
	 *
	 * @param wanted - as {@link Store.files} gave them earlier
	 */
	async settlesAt(wanted: readonly string[]): Promise<void> {
		await until(() => this.files().join() === wanted.join());
	}
}
