/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { arch, cpus, release, totalmem, type } from 'node:os';
import { z } from 'zod/v3';
import { n8nVersion } from '../host';

/** Reads a {@link Machine}. */
export const machineSchema = z.object({
	cpu: z.string(),
	cores: z.number(),
	memoryGB: z.number(),
	system: z.string(),
	node: z.string(),
	n8n: z.string(),
});

/** What figures were measured on. */
export type Machine = z.output<typeof machineSchema>;

/** This machine. */
export function thisMachine(): Machine {
	const [first] = cpus();
	return {
		cpu: first?.model.trim() ?? 'unknown',
		cores: cpus().length,
		memoryGB: Math.round(totalmem() / 2 ** 30),
		system: `${type()} ${release().split('-')[0] ?? ''} ${arch()}`,
		node: process.version,
		n8n: n8nVersion,
	};
}

/** A machine in one line. */
export const describeMachine = ({ cpu, cores, memoryGB, system, node, n8n }: Machine): string =>
	`${cpu}, ${cores} cores, ${memoryGB} GB, ${system}, Node ${node.replace(/^v/, '')}, n8n ${n8n}`;
