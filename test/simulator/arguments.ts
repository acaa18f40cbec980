/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a command, it never runs inside n8n */
import { parseArgs } from 'node:util';

import { z, ZodError } from 'zod/v3';

import type { SimulatorOptions } from './types';

const number = z
	.string()
	.regex(/^-?\d+(\.\d+)?$/, 'needs a number')
	.transform(Number);

const argumentsSchema = z.object({
	port: number.pipe(z.number().int('needs a whole number').min(0).max(65_535)).default('4010'),
	'api-key': z.string().min(1, 'must not be empty').default('sim-key'),
	'header-name': z
		.string()
		.regex(/^[\w-]+$/, 'may hold letters, digits, - and _')
		.optional(),
	'base-path': z
		.string()
		.regex(/^[\w/-]*$/, 'may hold letters, digits, -, _ and /')
		.optional(),
	'processing-seconds': number.optional(),
	speed: number.optional(),
	'link-seconds': number.optional(),
	'webhook-url': z.string().optional(),
	'webhook-delay-seconds': number.optional(),
	'per-minute': number.default('3'),
	'per-hour': number.default('20'),
	'no-limits': z.boolean().default(false),
	'auth-style': z.enum(['code', 'http']).optional(),
	'id-style': z.enum(['number', 'string', 'big']).optional(),
	shape: z.enum(['current', 'older']).optional(),
	'list-source': z.boolean().optional(),
	quiet: z.boolean().default(false),
	help: z.boolean().default(false),
});

const flags: ReadonlySet<string> = new Set(['no-limits', 'list-source', 'quiet', 'help']);

/** The words of a command line, understood. */
export interface Command {
	readonly options: SimulatorOptions;
	readonly quiet: boolean;
	readonly help: boolean;
}

/** What is wrong, in words, whatever was thrown. */
export function sentence(error: unknown, prefix = ''): string {
	if (error instanceof ZodError)
		return error.issues.map(({ path, message }) => `${prefix}${path.join('.')}: ${message}`).join('; ');
	const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
	return hasMessage && typeof error.message === 'string' ? error.message : 'unknown error';
}

/** Reads the words of a command line: the command, or what is wrong with it. */
export function readCommand(words: string[]): Command | { readonly problem: string } {
	try {
		const known = Object.keys(argumentsSchema.shape).map(
			(name) => [name, { type: flags.has(name) ? 'boolean' : 'string' }] as const,
		);
		const { values } = parseArgs({ args: words, options: Object.fromEntries(known) });
		const given = argumentsSchema.parse(values);
		return {
			quiet: given.quiet,
			help: given.help,
			options: {
				port: given.port,
				apiKey: given['api-key'],
				headerName: given['header-name'],
				basePath: given['base-path'],
				processingSeconds: given['processing-seconds'],
				speed: given.speed,
				linkSeconds: given['link-seconds'],
				webhookUrl: given['webhook-url'],
				webhookDelaySeconds: given['webhook-delay-seconds'],
				submissionLimits: given['no-limits']
					? null
					: { perMinute: given['per-minute'], perHour: given['per-hour'] },
				authStyle: given['auth-style'],
				idStyle: given['id-style'],
				shape: given.shape,
				listSource: given['list-source'],
			},
		};
	} catch (error) {
		return { problem: sentence(error, '--') };
	}
}
