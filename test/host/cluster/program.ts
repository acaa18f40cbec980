/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A user of the system that a program runs as. */
export interface Account {
	uid: number;
	gid: number;
}

/** A program that is not JavaScript, with what it is started with. */
export interface Program {
	/** The executable: a path, or a name that PATH knows. */
	file: string;
	args: string[];
	cwd: string;
	/** Added to the environment of this process. */
	env?: Record<string, string>;
	/** Another user than that of this process; only root can ask for it. */
	account?: Account | undefined;
	/** Gets everything that it prints, after what is in it already. */
	logFile: string;
}

/** How a program ended. */
export interface ProgramResult {
	succeeded: boolean;
	/** Everything that it printed. */
	output: string;
}

/** Megabytes of output that are kept; more would be a defect of the program. */
const outputLimit = 32 * 1024 * 1024;

/** Runs a program to its end; never throws because of what the program did. */
export async function runProgram(program: Program): Promise<ProgramResult> {
	const { file, args, cwd, env, account, logFile } = program;
	mkdirSync(dirname(logFile), { recursive: true });
	const settings = { cwd, env: { ...process.env, ...env, LC_ALL: 'C' }, maxBuffer: outputLimit, ...account };
	return await new Promise((resolve) => {
		execFile(file, args, settings, (error, stdout, stderr) => {
			const output = `${stdout}${stderr}${error === null ? '' : `[${error.message.split('\n')[0] ?? ''}]\n`}`;
			appendFileSync(logFile, `$ ${[file, ...args].join(' ')}\n${output}`);
			resolve({ succeeded: error === null, output });
		});
	});
}

/** The path of an executable that PATH knows, or `undefined`. */
export function onPath(name: string): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
