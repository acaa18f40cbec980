/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { parseArgs } from 'node:util';
import { z } from 'zod/v3';
import { HostError, reasonOf } from './errors';

/** What `npm start` was asked to do. */
export interface StartArguments {
	/** Run the main example, print its clips, end. */
	once: boolean;
	/** Forget what earlier starts left: users, credentials, workflows, executions. */
	fresh: boolean;
	help: boolean;
	/** The port of n8n. */
	port: number;
	simulatorPort: number;
	/** The port of what the examples send files and notices to. */
	receiverPort: number;
}

/** Shown by `npm start -- --help`. */
export const usage = `Usage: npm start [-- options]

Starts a real n8n with the nodes of this folder, and a simulator of the video clipping service.
Everything runs on 127.0.0.1 and lies in .n8n-host; the first start downloads n8n (some 2 GB).

  --once                 run the example with one video, print its clips as a table, end
  --port N               port of n8n (5678)
  --simulator-port N     port of the simulator (4010)
  --receiver-port N      port of what the examples send files and notices to (4011)
  --fresh                forget credentials, workflows and executions of earlier starts
  --help                 show this text

N8N_HOST_DIR=folder      keeps Node, n8n and all data there instead of in .n8n-host
`;

const port = (fallback: number, option: string) =>
	z
		.string()
		.regex(/^\d{1,5}$/, `--${option} takes a number from 1 to 65535`)
		.transform(Number)
		.refine((value) => value >= 1 && value <= 65_535, `--${option} takes a number from 1 to 65535`)
		.default(String(fallback));

const knownOptions = z.object({
	once: z.boolean().default(false),
	fresh: z.boolean().default(false),
	help: z.boolean().default(false),
	port: port(5678, 'port'),
	'simulator-port': port(4010, 'simulator-port'),
	'receiver-port': port(4011, 'receiver-port'),
});

function optionsOf(argv: string[]) {
	try {
		return parseArgs({
			args: argv,
			options: {
				once: { type: 'boolean' },
				fresh: { type: 'boolean' },
				help: { type: 'boolean', short: 'h' },
				port: { type: 'string' },
				'simulator-port': { type: 'string' },
				'receiver-port': { type: 'string' },
			},
		}).values;
	} catch (error) {
		throw new HostError(`${reasonOf(error)}\n\n${usage}`);
	}
}

/**
 * Reads the command line.
 * @param argv - The arguments after the script's name.
 * @throws HostError that says what is wrong with them.
 */
export function readArguments(argv: string[]): StartArguments {
	const values = optionsOf(argv);
	const read = knownOptions.safeParse(values);
	if (!read.success) {
		throw new HostError(read.error.issues.map((issue) => issue.message).join('\n'));
	}
	const { 'simulator-port': simulatorPort, 'receiver-port': receiverPort, ...others } = read.data;
	const given = [values.port, values['simulator-port'], values['receiver-port'], values.fresh];
	if (others.once && given.some((value) => value !== undefined)) {
		throw new HostError('--once takes free ports and a fresh n8n by itself: leave the other options out.');
	}
	if (others.port === simulatorPort) {
		throw new HostError(`n8n and the simulator cannot both have port ${simulatorPort}.`);
	}
	if (receiverPort === others.port || receiverPort === simulatorPort) {
		throw new HostError(`n8n, the simulator and the receivers cannot share port ${receiverPort}.`);
	}
	return { ...others, simulatorPort, receiverPort };
}
