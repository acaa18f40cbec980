/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { z } from 'zod/v3';
import { hostFolder } from '../host/paths';
import { readOptions, sessionOptions, wholeNumber } from '../host/sessions';
import type { Mode } from './plan';

/** Shown by `npx tsx test/kills/main.ts --help`. */
export const usage = `Usage: npx tsx test/kills/main.ts [options]

Kills a real n8n at random moments (kill -9) while batches of videos are on their way, presses Retry wherever a user would, and
judges by the simulator's ledger whether a video was paid twice, and by n8n's executions and log whether a project was lost.
It can be interrupted and goes on where it stopped. It ends badly when a promise is broken, and leaves all that is known of such
a run beside the state file.

  --kills N        how many kills in all, earlier sessions included (200)
  --mode MODE      regular, queue, or both, half of them each (both)
  --seed N         what chance begins with; that of the earlier sessions when not given
  --state FILE     where it notes what was done (kills.jsonl in .n8n-host)
  --report         kills nothing: prints the table of what was done
  --help           show this text
`;

/** What the script was asked to do. */
export interface KillArguments {
	kills: Record<Mode, number>;
	seed: number | undefined;
	state: string;
	report: boolean;
	help: boolean;
}

const schema = z.object({
	kills: wholeNumber('kills').default('200'),
	mode: z
		.enum(['regular', 'queue', 'both'], { message: '--mode takes regular, queue or both' })
		.default('both'),
	...sessionOptions,
});

/**
 * Reads the command line.
 *
 * @param argv - the arguments after the script's name
 * @throws HostError that says what is wrong with them
 */
export function readArguments(argv: string[]): KillArguments {
	const {
		kills,
		mode,
		seed,
		state = join(hostFolder(), 'kills.jsonl'),
		report,
		help,
	} = readOptions(argv, schema, usage);
	const regular = mode === 'both' ? Math.ceil(kills / 2) : mode === 'regular' ? kills : 0;
	return { kills: { regular, queue: kills - regular }, seed, state, report, help };
}
