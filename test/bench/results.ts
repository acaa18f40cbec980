/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import type { Curve, Figure } from './figure';
import { machineSchema } from './machine';

const sample = z.array(z.number());
const kind = z.enum(['ratio', 'absolute']);

const figure: z.ZodType<Figure> = z
	.object({
		name: z.string(),
		unit: z.string(),
		ours: sample,
		peer: z.object({ name: z.string(), sample }).optional(),
		goal: z.union([
			z.object({ atMost: z.number(), of: kind }).strict(),
			z.object({ atLeast: z.number(), of: kind }).strict(),
		]),
		note: z.string().optional(),
		slack: z.number().optional(),
	})
	.strict();

const curve: z.ZodType<Curve> = z
	.object({
		name: z.string(),
		xLabel: z.string(),
		yLabel: z.string(),
		points: z.array(z.object({ x: z.number(), y: z.number() })),
		plot: z.string().optional(),
	})
	.strict();

const measured = z.object({
	/** The day, as YYYY-MM-DD. */
	date: z.string(),
	machine: machineSchema,
	figures: z.array(figure),
	curves: z.array(curve),
});

/** What one benchmark yielded, when and where. */
export type Measured = z.output<typeof measured>;

const results = z.record(measured);

/** What each benchmark yielded when it was last measured in full, by the benchmark's name. */
export type Results = z.output<typeof results>;

/** Where the measured figures are kept. */
export const resultsFolder = join(__dirname, 'results');

const file = join(resultsFolder, 'figures.json');

/** The figures that are kept. */
export const readResults = (): Results =>
	existsSync(file) ? results.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};

/**
 * Keeps figures, as numbers of at most five digits.
 *
 * @param all - all of them, also those that were not measured anew
 */
export function writeResults(all: Results): void {
	const short = (_key: string, value: unknown) =>
		typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
	mkdirSync(resultsFolder, { recursive: true });
	writeFileSync(file, `${JSON.stringify(all, short, '\t')}\n`);
}
