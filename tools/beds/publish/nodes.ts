/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { n8nVersion } from '../../host/runtime';

const file = (name: string): string => join(__dirname, name);

/** What the accounts of the nodes are known by. */
export const token = 'token-of-another-account';

/** A node that clips are handed to, filled in as a person would. */
const publishNode = z
	.object({
		row: z.string(),
		/** Where the file goes. */
		host: z.string(),
		type: z.string(),
		typeVersion: z.number(),
		parameters: z.record(z.unknown()),
		credential: z.string().optional(),
		/** The fields of that credential, where the bed has none. */
		account: z.record(z.unknown()).optional(),
		/** What must stand in the address or in the text of a call; names in braces are fields of the clip. */
		entered: z.string(),
		carriesFile: z.boolean().default(true),
		/** Whether items behind it are linked to their clips. */
		isLinked: z.boolean().default(true),
	})
	.strict();
export type PublishNode = z.infer<typeof publishNode>;

/** All that are tried, one in a line. */
export const publishNodes: readonly PublishNode[] = readFileSync(file('nodes.jsonl'), 'utf8')
	.trimEnd()
	.split('\n')
	.map((line) => publishNode.parse(JSON.parse(line)));

/** Where a clip that failed leaves with On Error: Continue (using error output), by node, and on which n8n that was seen. */
const seen = z.object({ n8n: z.string(), nodes: z.record(z.string()) });
export const outcomes = seen.parse(JSON.parse(readFileSync(file('outcomes.json'), 'utf8')));

/** Writes what was seen on an n8n that is another one than before: a person looks at what has changed. */
export function writeOutcomes(nodes: Record<string, string>): void {
	writeFileSync(file('outcomes.json'), `${JSON.stringify({ n8n: n8nVersion, nodes }, null, '\t')}\n`);
}
