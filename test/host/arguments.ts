/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { parseArgs } from 'node:util';
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

function optionsOf(args: string[]) {
	const flag = { type: 'boolean', default: false } as const;
	const port = (number: string) => ({ type: 'string', default: number }) as const;
	try {
		return parseArgs({
			args,
			options: {
				once: flag,
				fresh: flag,
				help: { ...flag, short: 'h' },
				port: port('5678'),
				'simulator-port': port('4010'),
				'receiver-port': port('4011'),
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
	const { once, fresh, help, ...ports } = optionsOf(argv);
	for (const [name, text] of Object.entries(ports)) {
		const isPort = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
		if (!isPort) throw new HostError(`--${name} takes a number from 1 to 65535`);
	}
	return {
		...{ once, fresh, help },
		port: Number(ports.port),
		simulatorPort: Number(ports['simulator-port']),
		receiverPort: Number(ports['receiver-port']),
	};
}
