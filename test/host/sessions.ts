/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- for commands, never inside n8n */
import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod/v3';
import { HostError, reasonOf } from './errors';

/*
 * What the commands share that run for long, can be interrupted, and go on where they stopped.
 */

/** An option that takes a whole number. */
export const wholeNumber = (option: string) =>
	z
		.string()
		.regex(/^\d{1,9}$/, `--${option} takes a whole number`)
		.transform(Number);

/** The options that all of them have. */
export const sessionOptions = {
	seed: wholeNumber('seed').optional(),
	state: z.string().min(1).optional(),
	report: z.boolean().default(false),
	help: z.boolean().default(false),
};

const flags: readonly string[] = ['report', 'help'];

/**
 * Reads the command line.
 *
 * @param argv - the arguments after the script's name
 * @param schema - its options; all but `report` and `help` take a value
 * @param usage - told to whoever asks for what there is not
 * @throws HostError that says what is wrong with them
 */
export function readOptions<Shape extends z.ZodRawShape>(
	argv: string[],
	schema: z.ZodObject<Shape>,
	usage: string,
): z.output<z.ZodObject<Shape>> {
	const options: ParseArgsConfig['options'] = Object.fromEntries(
		Object.keys(schema.shape).map((name) => [name, { type: flags.includes(name) ? 'boolean' : 'string' }]),
	);
	let values: unknown;
	try {
		({ values } = parseArgs({ args: argv, options }));
	} catch (error) {
		throw new HostError(`${reasonOf(error)}\n\n${usage}`);
	}
	const read = schema.safeParse(values);
	if (!read.success) throw new HostError(read.error.issues.map(({ message }) => message).join('\n'));
	return read.data;
}

/**
 * The seed of all sessions: it decides what comes by chance, so one state file has one only.
 *
 * @param wanted - by the command line
 * @param known - from earlier sessions
 * @throws HostError when they differ
 */
export function seedFor(wanted: number | undefined, known: number | undefined): number {
	if (wanted !== undefined && known !== undefined && wanted !== known) {
		throw new HostError(`The state file was begun with --seed ${known}. Choose another file with --state.`);
	}
	return wanted ?? known ?? randomInt(1_000_000_000);
}

/** The text of a file; empty when there is none. */
export const textIfAny = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/**
 * The values of a text with JSON in each line; a last line that was broken off does not count.
 *
 * @param text - what {@link keepJsonLine} has written
 */
export const jsonLinesOf = (text: string): unknown[] =>
	text
		.split('\n')
		.slice(0, -1)
		.filter((line) => line !== '')
		.map((line) => z.unknown().parse(JSON.parse(line)));

/**
 * Adds a line to a file of JSON, at once.
 *
 * @param path - the file; it need not exist
 */
export function keepJsonLine(path: string, line: object): void {
	mkdirSync(dirname(path), { recursive: true });
	appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/**
 * Runs a command to its end, and this process with it.
 *
 * @param command - tells whether every promise was kept
 */
export function runSession(command: () => Promise<boolean>): void {
	command().then(
		(kept) => process.exit(kept ? 0 : 1),
		(error: unknown) => {
			const text =
				error instanceof HostError ? error.message : error instanceof Error ? error.stack : String(error);
			process.stderr.write(`${text ?? 'Unknown error'}\n`);
			process.exit(1);
		},
	);
}

/** Prints what is known so far when somebody ends the process: the next session goes on from there. */
export function onInterrupt(report: () => void): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			report();
			process.exit(130);
		});
	}
}
