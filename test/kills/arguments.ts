/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod/v3';
import { HostError, reasonOf } from '../host/errors';
import { hostFolder } from '../host/paths';
import type { Mode } from './plan';

/** Shown by `npm run kills -- --help`. */
export const usage = `Usage: npm run kills [-- options]

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

const whole = (option: string) =>
	z
		.string()
		.regex(/^\d{1,9}$/, `--${option} takes a whole number`)
		.transform(Number);

const schema = z.object({
	kills: whole('kills').default('200'),
	mode: z
		.enum(['regular', 'queue', 'both'], { message: '--mode takes regular, queue or both' })
		.default('both'),
	seed: whole('seed').optional(),
	state: z.string().min(1).optional(),
	report: z.boolean().default(false),
	help: z.boolean().default(false),
});

function optionsOf(argv: string[]): unknown {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const options = { kills: text, mode: text, seed: text, state: text, report: flag, help: flag };
	try {
		return parseArgs({ args: argv, options }).values;
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
export function readArguments(argv: string[]): KillArguments {
	const read = schema.safeParse(optionsOf(argv));
	if (!read.success) throw new HostError(read.error.issues.map(({ message }) => message).join('\n'));
	const { kills, mode, seed, state = join(hostFolder(), 'kills.jsonl'), report, help } = read.data;
	const regular = mode === 'both' ? Math.ceil(kills / 2) : mode === 'regular' ? kills : 0;
	return { kills: { regular, queue: kills - regular }, seed, state, report, help };
}
