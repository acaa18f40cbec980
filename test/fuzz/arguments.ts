/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { z } from 'zod/v3';
import { hostFolder } from '../host/paths';
import { readOptions, sessionOptions, wholeNumber } from '../host/sessions';

/** Shown by `npx tsx test/fuzz/main.ts --help`. */
export const usage = `Usage: npx tsx test/fuzz/main.ts [options]

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

const schema = z.object({
	answers: wholeNumber('answers').default('100000'),
	calls: wholeNumber('calls').default('20000'),
	case: wholeNumber('case').optional(),
	workers: wholeNumber('workers').default('2'),
	...sessionOptions,
});

/**
 * Reads the command line.
 *
 * @param argv - the arguments after the script's name
 * @throws HostError that says what is wrong with them
 */
export function readArguments(argv: string[]): FuzzArguments {
	const { case: only, state = join(hostFolder(), 'fuzz.jsonl'), ...rest } = readOptions(argv, schema, usage);
	return { ...rest, seed: rest.seed, only, state, workers: Math.max(1, rest.workers) };
}
