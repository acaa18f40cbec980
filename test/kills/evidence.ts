import { parse as parseFlatted } from 'flatted';
import { z } from 'zod/v3';
import type { N8nClient } from '../host';
import { execution, type Execution } from '../host/execution';
import { executionsOf } from './tend';

const anything = z.record(z.unknown());

/** What n8n has of one execution. */
export interface Evidence {
	id: string;
	/** All that n8n tells of it. */
	text: string;
	/** What its errors say, those that are items included: message and description of each. */
	errors: string[];
	read: Execution;
}

const spoken = z.object({
	message: z.string().optional().catch(undefined),
	error: z.string().optional().catch(undefined),
	description: z.string().optional().catch(undefined),
	details: z
		.object({ description: z.string().optional().catch(undefined) })
		.optional()
		.catch(undefined),
});

/** The texts of everything in a value that looks like an error. */
export function errorsIn(value: unknown): string[] {
	const seen = new Set<unknown>();
	const errors = new Set<string>();
	const visit = (part: unknown): void => {
		if (typeof part !== 'object' || part === null || seen.has(part)) return;
		seen.add(part);
		const { message, error, description, details } = spoken.catch({}).parse(part);
		if (message !== undefined || error !== undefined) {
			errors.add([message, error, description, details?.description].filter(Boolean).join(' '));
		}
		const parts: unknown[] = Object.values(part);
		parts.forEach(visit);
	};
	visit(value);
	return [...errors];
}

async function evidenceOf(client: N8nClient, id: string): Promise<Evidence> {
	const raw = await client.session.call({ path: `/rest/executions/${id}`, read: anything });
	const { data } = raw;
	const errors = typeof data === 'string' ? errorsIn(parseFlatted(data)) : [];
	return { id, text: JSON.stringify(raw), errors, read: execution.parse(raw) };
}

/** Everything that n8n has of a workflow's executions, those of helpers included, the oldest first. */
export async function gather(client: N8nClient, workflowId: string): Promise<Evidence[]> {
	const all: Evidence[] = [];
	for (const { id } of await executionsOf(client, workflowId)) all.push(await evidenceOf(client, id));
	return all;
}
