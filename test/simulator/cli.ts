/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command, it never runs inside n8n */
import { ZodError } from 'zod/v3';

import { readCommand, sentence } from './arguments';
import { help } from './help';
import { startSimulator } from './server';
import type { Simulator } from './types';

const wrongUsage = 2;
const cannotStart = 1;

function fail(exitCode: number, problem: string): void {
	const hint = exitCode === wrongUsage ? '\nnpm run simulator -- --help lists the options.' : '';
	process.stderr.write(`${problem}${hint}\n`);
	process.exitCode = exitCode;
}

const screen = ({
	baseUrl,
	apiKey,
	headerName,
	origin,
}: Simulator) => `The video clipping simulator is running.

  Base URL     ${baseUrl}
  API key      ${apiKey}
  Header name  ${headerName}
  Web page     ${origin}/

Ctrl-C ends it; --help lists its options and what it can be made to do.

`;

async function main(): Promise<void> {
	const command = readCommand(process.argv.slice(2));
	if ('problem' in command) return fail(wrongUsage, command.problem);
	if (command.help) {
		process.stdout.write(help);
		return;
	}
	const log = command.quiet ? undefined : (line: string) => process.stdout.write(`${line}\n`);
	const simulator = await startSimulator({ ...command.options, log });
	const end = () => void simulator.close();
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
	process.stdout.write(screen(simulator));
}

main().catch((error: unknown) => {
	if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
		return fail(
			cannotStart,
			'The port is in use by another program. Choose another one with --port; 0 takes any free one.',
		);
	fail(error instanceof ZodError ? wrongUsage : cannotStart, sentence(error));
});
