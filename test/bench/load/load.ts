/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { buildPackage, ensureRuntime, installedIn, installPackage, projectRoot } from '../../host';
import { temporaryFolder } from '../../host/folder';
import { npm } from '../../host/npm';
import { logFileOf } from '../../host/paths';
import { type Benchmark, type Figure, summarize } from '../figure';
import { versionOf } from '../n8n';

const runs = 15;

/** What a user would take for the same kind of work. */
const peer = { name: 'n8n-nodes-creatomate', version: '0.2.0' };

/** A package as npm has installed it: its folder, and the size of its tarball in kB. */
interface Installed {
	folder: string;
	kilobytes: number;
}

const kilobytesOf = (tarball: string): number => statSync(tarball).size / 1000;

async function installPeer(folder: string): Promise<Installed> {
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'peer', private: true }));
	const call = async (...args: string[]) =>
		await npm({
			node: process.execPath,
			args,
			cwd: folder,
			failure: `${peer.name} could not be fetched`,
			logFile: logFileOf('bench-peer'),
		});
	await call('pack', '--ignore-scripts', `${peer.name}@${peer.version}`);
	const tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '');
	await call('install', '--legacy-peer-deps', '--omit=dev', '--ignore-scripts', tarball);
	return { folder: join(folder, 'node_modules', peer.name), kilobytes: kilobytesOf(tarball) };
}

/** Runs a script in a fresh process of a Node, where what ran before has warmed nothing. */
function measured<T>(node: string, read: z.ZodType<T>, script: string, ...args: string[]): T {
	// Where a package finds n8n-workflow and zod: n8n puts its own folder there.
	const env = { ...process.env, NODE_OPTIONS: '', NODE_PATH: join(projectRoot(), 'node_modules') };
	const stdout = execFileSync(node, [join(__dirname, script), ...args], { env, encoding: 'utf8' });
	return read.parse(JSON.parse(stdout));
}

const loaded = z.object({ milliseconds: z.number(), files: z.number() });

const peerName = `${peer.name} ${peer.version}`;

function loadTime(node: string, ours: Installed, other: Installed): Figure {
	const load = ({ folder }: Installed) => measured(node, loaded, 'measure.cjs', folder).milliseconds;
	const [mine, theirs]: [number[], number[]] = [[], []];
	for (let run = 0; run < runs; run += 1) {
		mine.push(load(ours));
		theirs.push(load(other));
	}
	return {
		name: 'Load time in n8n',
		unit: 'ms',
		ours: summarize(...mine),
		peer: { name: peerName, ...summarize(...theirs) },
		goal: { atMost: 2, of: 'ratio' },
		note: 'CPU time for all nodes and credentials, each time in a fresh process with n8n-workflow and zod already loaded',
	};
}

/** The same on every Node. */
const sizeOf = (ours: Installed, other: Installed): Figure => ({
	name: 'Tarball',
	unit: 'kB',
	ours: summarize(ours.kilobytes),
	peer: { name: peerName, ...summarize(other.kilobytes) },
});

/** What the package costs n8n at its start, and the disk: on the Node of n8n, and on the one that runs this. */
export const load: Benchmark = async (tell) => {
	const [home, other] = [temporaryFolder('bench-nodes-'), temporaryFolder('bench-peer-')];
	try {
		const tarball = await buildPackage();
		await installPackage(tarball, home.path, process.execPath);
		const ours = { folder: installedIn(home.path), kilobytes: kilobytesOf(tarball) };
		const theirs = await installPeer(other.path);
		const nodes = [...new Set([(await ensureRuntime()).node, process.execPath])];
		const times = nodes.map((path) => {
			const node = versionOf(path);
			tell(`loading packages on Node ${node}`);
			return { node, figures: [loadTime(path, ours, theirs)] };
		});
		return [...times, { figures: [sizeOf(ours, theirs)] }];
	} finally {
		home.remove();
		other.remove();
	}
};
