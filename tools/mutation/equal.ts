/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A change that changes nothing that anybody could notice. */
export interface Equal {
	file: string;
	/** A piece of the line that is changed, so that the same change elsewhere in the file is not taken for it. */
	within: string;
	/** As Stryker names it, on one line. */
	what: string;
	why: string;
}

/** All of them, as `equal.tsv` lists them. */
export const equal: readonly Equal[] = readFileSync(join(__dirname, 'equal.tsv'), 'utf8')
	.trimEnd()
	.split('\n')
	.slice(1)
	.map((line) => {
		const [file = '', within = '', what = '', why = ''] = line.split('\t');
		return { file, within, what, why };
	});
