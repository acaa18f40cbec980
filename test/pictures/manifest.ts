/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { n8nVersion, projectRoot } from '../host';
import { catalog, type Shown } from './catalog';
import { FOLDER } from './names';

/** What each picture was made of: a short mark for each part, by picture and part. */
export type Manifest = Readonly<Record<string, Readonly<Record<string, string>>>>;

const schema = z.record(z.record(z.string()));

/** Where it is kept, below the project's folder. */
export const MANIFEST = `${FOLDER}/made-of.json`;

const path = () => join(projectRoot(), MANIFEST);

const markOf = (shown: unknown): string =>
	createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12);

/**
 * What pictures would be made of now.
 *
 * @param pictures - what each of them shows
 * @param n8n - the version of n8n that shows it
 */
export const manifestOf = (pictures: Readonly<Record<string, Shown>>, n8n: string): Manifest =>
	Object.fromEntries(
		Object.entries(pictures).map(([name, parts]) => [
			name,
			{ n8n, ...Object.fromEntries(Object.entries(parts).map(([part, shown]) => [part, markOf(shown)])) },
		]),
	);

/** What the pictures would be made of now. */
export const currentManifest = (): Manifest => manifestOf(catalog(), n8nVersion);

/** What the pictures were made of. */
export const recordedManifest = (): Manifest =>
	existsSync(path()) ? schema.parse(JSON.parse(readFileSync(path(), 'utf8'))) : {};

/**
 * The pictures that do not show what is, each with what has changed since.
 *
 * @param recorded - what they were made of
 * @param current - what they would be made of now
 */
export function staleIn(recorded: Manifest, current: Manifest): Array<{ name: string; changed: string[] }> {
	return Object.entries(current).flatMap(([name, parts]) => {
		const before = recorded[name];
		if (before === undefined) return [{ name, changed: ['all'] }];
		const names = [...new Set([...Object.keys(parts), ...Object.keys(before)])];
		const changed = names.filter((part) => parts[part] !== before[part]);
		return changed.length === 0 ? [] : [{ name, changed }];
	});
}

/**
 * Notes what pictures are made of, and forgets those that there are none of any more.
 *
 * @param names - the pictures that were just made
 */
export function record(names: ReadonlySet<string>): void {
	const before = recordedManifest();
	const known = Object.entries(currentManifest()).flatMap(([name, parts]) => {
		const marks = names.has(name) ? parts : before[name];
		return marks === undefined ? [] : [[name, marks] as const];
	});
	writeFileSync(path(), `${JSON.stringify(Object.fromEntries(known), null, '\t')}\n`);
}
