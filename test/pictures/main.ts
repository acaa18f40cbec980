/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a command, it never runs inside n8n */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress, HostError, projectRoot } from '../host';
import { filesBelow } from '../host/folder';
import { catalog } from './catalog';
import { currentManifest, MANIFEST, record, recordedManifest, staleIn } from './manifest';
import { fileOf, FOLDER, THEMES } from './names';
import { takeAll } from './shots';
import { Studio } from './studio';

const names = Object.keys(catalog());

const help = `npx tsx test/pictures/main.ts [NAME...] [--stale]

Takes the named pictures, or all, of the editor of a real n8n, for light pages and for dark ones, and writes them to
${FOLDER}. Look at each of them before you commit it.

--stale   takes those only that show something that has changed since

The pictures: ${names.join(', ')}.
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The pictures that are asked for. */
function wantedBy(named: string[], onlyStale: boolean): string[] {
	const unknown = named.filter((name) => !names.includes(name));
	if (unknown.length > 0) throw new HostError(`There is no picture ${unknown.join(', ')}. ${help}`);
	if (onlyStale) return staleIn(recordedManifest(), currentManifest()).map(({ name }) => name);
	return named.length === 0 ? names : named;
}

/** Deletes the pictures of what is there no more. */
function tidyUp(): void {
	const folder = join(projectRoot(), FOLDER);
	const known = new Set(names.flatMap((name) => THEMES.map((theme) => fileOf(name, theme))));
	const kept = new Set([...known, MANIFEST].map((file) => join(projectRoot(), file)));
	for (const file of filesBelow(folder)) if (!kept.has(file)) rmSync(file);
}

async function main(): Promise<void> {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { help: { type: 'boolean', default: false }, stale: { type: 'boolean', default: false } },
	});
	if (values.help) return print(help);
	const wanted = wantedBy(positionals, values.stale);
	const studio = new Studio(new Set(wanted), createProgress(process.stdout));
	const failures = wanted.length === 0 ? [] : await takeAll(studio);
	tidyUp();
	record(new Set(wanted.filter((name) => studio.taken.has(fileOf(name, 'dark')))));
	for (const [file, bytes] of studio.taken) print(`${file}: ${Math.ceil(bytes / 1000)} kB`);
	for (const failure of failures) process.stderr.write(`${failure}\n`);
	if (failures.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	const isOurs = error instanceof HostError || !(error instanceof Error);
	process.stderr.write(`${isOurs ? String(error) : (error.stack ?? error.message)}\n`);
	process.exitCode = 1;
});
