/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { measureInChild } from '../child';
import type { Benchmark, BenchOptions, Figure } from '../figure';
import { hostModules, type InstalledPackage, withOurPackage } from '../installed';
import { shortNumber } from '../report/table';
import { median } from '../statistics';
import { installPeers } from './peers';

const RUNS = 15;

const loaded = z.object({ milliseconds: z.number(), files: z.number() });

const firstCall = z.object({ atStart: z.array(z.string()), byCall: z.array(z.string()) });

const lockFile = z.object({ packages: z.record(z.unknown()) });

/** How many packages npm installed for one, itself left out. */
function packagesBeside({ modules }: InstalledPackage): number {
	const lock: unknown = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
	return Object.keys(lockFile.parse(lock).packages).length - 1;
}

const kilobytes = ({ tarball }: InstalledPackage): number => statSync(tarball).size / 1000;

async function loadOnce({ folder }: InstalledPackage): Promise<z.output<typeof loaded>> {
	return await measureInChild({
		script: join(__dirname, 'measure.cjs'),
		args: [folder],
		env: hostModules,
		read: loaded,
	});
}

/** What is called for the first time, and what a figure calls it. */
const FIRST_CALLS = {
	create: 'Create that waits',
	get: 'Get',
	download: 'Download',
	trigger: 'execution of the trigger',
};

/** How many files of ours a first call loads. */
async function callOnce(
	ours: InstalledPackage,
	operation: keyof typeof FIRST_CALLS,
	goal: number,
	slack = 1,
): Promise<Figure> {
	const { atStart, byCall } = await measureInChild({
		script: join(__dirname, 'firstCall.cjs'),
		args: [ours.folder, operation],
		env: hostModules,
		read: firstCall,
	});
	return {
		name: `Files loaded by a first ${FIRST_CALLS[operation]}`,
		unit: '',
		ours: [byCall.length],
		goal: { atMost: goal, of: 'absolute' },
		slack,
		note: `Beside the ${atStart.length} of the nodes and their credential, which n8n loads at its start.`,
	};
}

/** A figure of ours, with the numbers of each peer: the first stands in the table, the others in the note. */
function figureOf(
	figure: Pick<Figure, 'name' | 'unit' | 'ours' | 'goal' | 'slack'>,
	[first, ...others]: ReadonlyArray<{ name: string; sample: number[] }>,
	note = '',
): Figure {
	const rest = others.map(({ name, sample }) =>
		`${name}: ${shortNumber(median(sample))} ${figure.unit}`.trim(),
	);
	const notes = [note, rest.join(', ')].filter((text) => text !== '');
	return {
		...figure,
		...(first === undefined ? {} : { peer: first }),
		...(notes.length === 0 ? {} : { note: notes.join(' Peers: ') }),
	};
}

async function measure(ours: InstalledPackage, { short, tell }: BenchOptions): Promise<Figure[]> {
	const peers = short ? [] : await installPeers(tell);
	const all = [ours, ...peers];
	const times = new Map(all.map(({ name }) => [name, new Array<number>()]));
	let files = 0;
	tell('loading packages');
	for (let run = 0; run < (short ? 1 : RUNS); run += 1) {
		for (const each of all) {
			const result = await loadOnce(each);
			times.get(each.name)?.push(result.milliseconds);
			if (each === ours) files = result.files;
		}
	}
	const compare = (of: (each: InstalledPackage) => number[]) =>
		peers.map((each) => ({ name: each.name, sample: of(each) }));
	const timesOf = ({ name }: InstalledPackage) => times.get(name) ?? [];
	return [
		figureOf(
			{ name: 'Load time in n8n', unit: 'ms', ours: timesOf(ours), goal: { atMost: 4, of: 'ratio' } },
			compare(timesOf),
			'CPU time for both nodes and the credential, each time in a fresh process with n8n-workflow and zod already loaded.',
		),
		figureOf(
			{
				name: 'Files loaded with it',
				unit: '',
				ours: [files],
				goal: { atMost: 20, of: 'absolute' },
				slack: 1,
			},
			[],
			'What CI guards in place of the time. The rest is loaded when an operation first runs. Metadata for lazy loading, which n8n would read instead, would add 5 kB to the tarball.',
		),
		// Errors of what is paid for are not loaded late: an update of the package meanwhile must not cost a project ID.
		await callOnce(ours, 'create', 40, 6),
		await callOnce(ours, 'get', 25),
		await callOnce(ours, 'download', 30),
		await callOnce(ours, 'trigger', 30),
		figureOf(
			{
				name: 'Tarball',
				unit: 'kB',
				ours: [kilobytes(ours)],
				goal: { atMost: 100, of: 'absolute' },
				slack: 1,
			},
			compare((each) => [kilobytes(each)]),
		),
		figureOf(
			{
				name: 'Packages installed beside it',
				unit: '',
				ours: [packagesBeside(ours)],
				goal: { atMost: 0, of: 'absolute' },
				slack: 1,
			},
			compare((each) => [packagesBeside(each)]),
		),
	];
}

/** What the package costs n8n at its start, and the disk. */
export const load: Benchmark = {
	name: 'load',
	inShort: true,
	run: async (options) => ({ figures: await withOurPackage(async (ours) => await measure(ours, options)) }),
};
