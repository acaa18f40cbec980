/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { startNode } from './children';
import { reasonOf } from './errors';

/** One command that runs to its end. */
export interface Command {
	/** The Node executable to run. */
	node: string;
	/** The script and its arguments. */
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Gets the whole output, after what is in it already. */
	logFile: string;
}

/** How a command ended. */
export interface CommandResult {
	succeeded: boolean;
	stdout: string;
	/** Everything that it printed, standard error included. */
	output: string;
}

/** Runs a script under Node and waits for its end; never throws because of what the script did. */
export async function run(command: Command): Promise<CommandResult> {
	mkdirSync(dirname(command.logFile), { recursive: true });
	const log = openSync(command.logFile, 'a');
	const heading = `$ node ${command.args.join(' ')}\n`;
	writeSync(log, heading);
	const chunks: Buffer[] = [];
	let failure = '';
	try {
		const child = startNode({ ...command, outputTo: 'pipe', errorTo: log });
		child.stdout?.on('data', (chunk: Buffer) => {
			chunks.push(chunk);
			writeSync(log, chunk);
		});
		await once(child, 'close');
		if (child.exitCode !== 0) failure = `ended with ${child.exitCode ?? child.signalCode ?? 'no code'}`;
	} catch (error) {
		failure = `could not be started: ${reasonOf(error)}`;
	}
	if (failure !== '') writeSync(log, `[${failure}]\n`);
	closeSync(log);
	const whole = readFileSync(command.logFile, 'utf8');
	return {
		succeeded: failure === '',
		stdout: Buffer.concat(chunks).toString('utf8'),
		output: whole.slice(whole.lastIndexOf(heading)),
	};
}

/** The last lines of a log file, or an empty text when there is none. */
export function tailOf(file: string, lines: number): string {
	try {
		return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
	} catch {
		return '';
	}
}
