/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod/v3';
import { HostError, reasonOf } from '../host/errors';
import { hostFolder } from '../host/paths';

/** Shown by `npm run fuzz -- --help`. */
export const usage = `Usage: npm run fuzz [-- options]

Lets a server on raw sockets play the service and the hosts of files, with answers from a grammar and at random, drives every
operation of the nodes and the trigger against it on n8n's engine, and judges each run: does it hang, crash, tell a secret, pay
twice, ask too often, or give what the service did not? It can be interrupted and goes on where it stopped. It ends badly when a
promise is broken; each such case is one line, with the command that runs it again.

  --answers N      how many answers at least, earlier sessions included (100000)
  --calls N        how many calls of the trigger at least (20000)
  --seed N         what chance begins with; that of the earlier sessions when not given
  --case N         runs this one case of the seed, and prints what was asked and answered
  --workers N      how many processes work side by side (2)
  --state FILE     where it notes what was done (fuzz.jsonl in .n8n-host)
  --report         runs nothing: prints what was found
  --help           show this text
`;

/** What the script was asked to do. */
export interface FuzzArguments {
	answers: number;
	calls: number;
	seed: number | undefined;
	only: number | undefined;
	workers: number;
	state: string;
	report: boolean;
	help: boolean;
}

const whole = (option: string) =>
	z
		.string()
		.regex(/^\d{1,9}$/, `--${option} takes a whole number`)
		.transform(Number);

const schema = z.object({
	answers: whole('answers').default('100000'),
	calls: whole('calls').default('20000'),
	seed: whole('seed').optional(),
	case: whole('case').optional(),
	workers: whole('workers').default('2'),
	state: z.string().min(1).optional(),
	report: z.boolean().default(false),
	help: z.boolean().default(false),
});

function optionsOf(argv: string[]): unknown {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const numbers = { answers: text, calls: text, seed: text, case: text, workers: text };
	try {
		return parseArgs({ args: argv, options: { ...numbers, state: text, report: flag, help: flag } }).values;
	} catch (error) {
		throw new HostError(`${reasonOf(error)}\n\n${usage}`);
	}
}

/**
 * Reads the command line.
 *
 * @param argv - the arguments after the script's name
 * @throws HostError that says what is wrong with them
 */
export function readArguments(argv: string[]): FuzzArguments {
	const read = schema.safeParse(optionsOf(argv));
	if (!read.success) throw new HostError(read.error.issues.map(({ message }) => message).join('\n'));
	const { case: only, state = join(hostFolder(), 'fuzz.jsonl'), ...rest } = read.data;
	return { ...rest, seed: rest.seed, only, state, workers: Math.max(1, rest.workers) };
}
