/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod/v3';
import { buildPackage, ensureRuntime, installedIn, installPackage, projectRoot } from '../../host';
import { filesBelow, temporaryFolder } from '../../host/folder';
import { type Benchmark, type Figure, summarize } from '../figure';
import { versionOf } from '../n8n';

const runs = 15;

/** An installed package: its folder, and the size of its tarball in kB. */
interface Installed {
	folder: string;
	kilobytes: number;
}

const kilobytesOf = (tarball: string): number => statSync(tarball).size / 1000;

/** What each file of an empty package holds: the files that it requires, and a class where n8n expects one. */
const emptyFile = (code: string): string =>
	[
		...(code.match(/^(?:const \S+ = )?require\("\.[^"]+"\);$/gm) ?? []),
		...[...code.matchAll(/^exports\.(\w+) = \1;$/gm)].map(([, name]) => `exports.${name} = class {};`),
	].join('\n');

/** A package of as many files as ours, in the same folders, which require each other as ours do and do nothing. */
function writeEmptyPackage(ours: string, folder: string): void {
	cpSync(join(ours, 'package.json'), join(folder, 'package.json'));
	for (const file of filesBelow(join(ours, 'dist')).filter((path) => path.endsWith('.js'))) {
		const empty = join(folder, relative(ours, file));
		mkdirSync(dirname(empty), { recursive: true });
		writeFileSync(empty, emptyFile(readFileSync(file, 'utf8')));
	}
}

/** Runs a script in a fresh process of a Node, where what ran before has warmed nothing. */
function measured<T>(node: string, read: z.ZodType<T>, script: string, ...args: string[]): T {
	// Where a package finds n8n-workflow and zod: n8n puts its own folder there.
	const env = { ...process.env, NODE_OPTIONS: '', NODE_PATH: join(projectRoot(), 'node_modules') };
	const stdout = execFileSync(node, [join(__dirname, script), ...args], { env, encoding: 'utf8' });
	return read.parse(JSON.parse(stdout));
}

const loaded = z.object({ milliseconds: z.number(), files: z.number() });

function loadTime(node: string, ours: string, other: string): Figure {
	const load = (folder: string) => measured(node, loaded, 'measure.cjs', folder).milliseconds;
	const [mine, theirs]: [number[], number[]] = [[], []];
	for (let run = 0; run < runs; run += 1) {
		mine.push(load(ours));
		theirs.push(load(other));
	}
	return {
		name: 'Load time in n8n',
		unit: 'ms',
		ours: summarize(...mine),
		peer: { name: 'an empty package of as many files', ...summarize(...theirs) },
		goal: { atMost: 2, of: 'ratio' },
		note: 'CPU time for all nodes and credentials, each time in a fresh process with n8n-workflow and zod already loaded',
	};
}

/** The same on every Node. */
const sizeOf = ({ kilobytes }: Installed): Figure => ({
	name: 'Tarball',
	unit: 'kB',
	ours: summarize(kilobytes),
});

/** What the package costs n8n at its start, and the disk: on the Node of n8n, and on the one that runs this. */
export const load: Benchmark = async (tell) => {
	const [home, empty] = [temporaryFolder('bench-nodes-'), temporaryFolder('bench-empty-')];
	try {
		const tarball = await buildPackage();
		await installPackage(tarball, home.path, process.execPath);
		const ours = { folder: installedIn(home.path), kilobytes: kilobytesOf(tarball) };
		writeEmptyPackage(ours.folder, empty.path);
		const nodes = [...new Set([(await ensureRuntime()).node, process.execPath])];
		const times = nodes.map((path) => {
			const node = versionOf(path);
			tell(`loading packages on Node ${node}`);
			return { node, figures: [loadTime(path, ours.folder, empty.path)] };
		});
		return [...times, { figures: [sizeOf(ours)] }];
	} finally {
		home.remove();
		empty.remove();
	}
};
