/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { z } from 'zod/v3';

const start = promisify(execFile);

/** A measurement in a process of its own: what ran before has warmed or filled nothing. */
export interface Child<Output> {
	/** The script, plain JavaScript, that prints JSON. */
	script: string;
	args: readonly string[];
	/** Arguments of Node itself. */
	nodeArgs?: readonly string[];
	env?: Record<string, string>;
	read: z.ZodType<Output, z.ZodTypeDef, unknown>;
}

/**
 * Runs a measurement in a fresh Node process.
 *
 * @throws what the script wrote to standard error, when it failed
 */
export async function measureInChild<Output>(child: Child<Output>): Promise<Output> {
	const { script, args, nodeArgs = [], env = {}, read } = child;
	const { stdout } = await start(process.execPath, [...nodeArgs, script, ...args], {
		env: { ...process.env, NODE_OPTIONS: '', ...env },
		maxBuffer: 16 * 1024 * 1024,
	});
	return read.parse(JSON.parse(stdout));
}
