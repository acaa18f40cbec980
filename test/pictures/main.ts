/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a command, it never runs inside n8n */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createProgress, projectRoot } from '../host';
import { filesBelow } from '../host/folder';
import { fileOf, FOLDER, pictureNames, THEMES } from './names';
import { takeAll } from './shots';
import { Studio } from './studio';

const names = pictureNames();

const help = `npx tsx test/pictures/main.ts [NAME...]

Takes the named pictures, or all, of the editor of a real n8n, for light pages and for dark ones, and writes them to
${FOLDER}. Look at each of them before you commit it.

The pictures: ${names.join(', ')}.
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Deletes the pictures of what is there no more. */
function tidyUp(): void {
	const kept = new Set(
		names.flatMap((name) => THEMES.map((theme) => join(projectRoot(), fileOf(name, theme)))),
	);
	for (const file of filesBelow(join(projectRoot(), FOLDER))) if (!kept.has(file)) rmSync(file);
}

async function main(): Promise<void> {
	const wanted = process.argv.slice(2);
	if (wanted.some((name) => !names.includes(name))) return print(help);
	const studio = new Studio(new Set(wanted.length === 0 ? names : wanted), createProgress(process.stdout));
	const failures = await takeAll(studio);
	tidyUp();
	for (const [file, bytes] of studio.taken) print(`${file}: ${Math.ceil(bytes / 1000)} kB`);
	for (const failure of failures) process.stderr.write(`${failure}\n`);
	if (failures.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exitCode = 1;
});
