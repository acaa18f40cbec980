/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v3';
import { flow, node } from '../../e2e/flows';
import { type Host, openHost } from '../../host';
import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { shortNumber } from '../report/table';
import { withPeakMemory } from '../server/memory';
import { fileNodes, inTurn, PEER, removeFiles, runFlow, type Side } from './flows';
import { measureMany } from './many';
import { median } from '../statistics';

const MB = 1024 * 1024;

const SIZE = 1024 * MB;

const ROUNDS = { pace: 12, memory: 8 };

const start = promisify(execFile);

/** One download: megabytes a second, and megabytes of memory on top. */
interface Cost {
	pace: number;
	memory: number;
}

async function openFilmHost(): Promise<{ origin: string; close: () => void }> {
	const host = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'filmHost.ts')], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [port] = z.tuple([z.instanceof(Buffer)]).parse(await once(host.stdout, 'data'));
	return { origin: `http://127.0.0.1:${port.toString().trim()}`, close: () => void host.kill() };
}

/** Lets a node of n8n download a file. */
async function byNode(host: Host, side: Side, origin: string): Promise<Cost> {
	const workflow = flow('Download', [
		node('Start', 'n8n-nodes-base.manualTrigger'),
		fileNodes[side](`${origin}/${SIZE}.mp4`),
	]);
	const { result, extra } = await withPeakMemory(host.n8n.pid, async () => await runFlow(host, workflow));
	const milliseconds = result.nodes.File?.[0]?.executionTime ?? NaN;
	if (removeFiles(host.userFolder).at(-1) !== SIZE) throw new Error('n8n has not stored the whole file.');
	return { pace: SIZE / MB / (milliseconds / 1000), memory: extra };
}

/** Lets curl download a file to the disk of n8n. */
async function byCurl(host: Host, origin: string): Promise<number> {
	const file = join(host.userFolder, 'curl.mp4');
	const report = ['--write-out', '%{size_download} %{time_total}', '--silent', '--show-error'];
	const { stdout } = await start('curl', [...report, '--output', file, `${origin}/${SIZE}.mp4`]);
	rmSync(file);
	const [bytes = 0, seconds = NaN] = stdout.split(' ').map(Number);
	if (bytes !== SIZE) throw new Error('curl has not got the whole file.');
	return bytes / MB / seconds;
}

async function measurePace(host: Host, origin: string, { tell }: BenchOptions): Promise<Figure> {
	const paces: Record<Side, number[]> = { ours: [], peer: [] };
	const curl: number[] = [];
	// What n8n loads for the first one is no part of the pace.
	for (const side of ['ours', 'peer'] as const) await byNode(host, side, origin);
	for (let round = 1; round <= ROUNDS.pace; round += 1) {
		tell(`1 GB with each, round ${round} of ${ROUNDS.pace}`);
		curl.push(await byCurl(host, origin));
		for (const side of inTurn(round)) paces[side].push((await byNode(host, side, origin)).pace);
	}
	return {
		name: 'Download of 1 GB',
		unit: 'MB/s',
		ours: paces.ours,
		peer: { name: PEER, sample: paces.peer },
		goal: { atLeast: 0.95, of: 'ratio' },
		note: `Into the file system, from a host in a process of its own on the same machine, whose two cores all share; curl: ${shortNumber(median(curl))} MB/s.`,
	};
}

async function measureMemory(host: Host, origin: string, { tell }: BenchOptions): Promise<Figure> {
	const memory: Record<Side, number[]> = { ours: [], peer: [] };
	for (let round = 1; round <= ROUNDS.memory; round += 1) {
		tell(`1 GB with each, in an n8n that has just started, round ${round} of ${ROUNDS.memory}`);
		for (const side of inTurn(round)) {
			// What one download leaves in n8n's memory would hide what the next one takes.
			await host.restart();
			memory[side].push((await byNode(host, side, origin)).memory);
		}
	}
	return {
		name: 'Extra memory of an n8n that has just started, Download of 1 GB',
		unit: 'MB',
		ours: memory.ours,
		peer: { name: PEER, sample: memory.peer },
		goal: { atMost: 1, of: 'ratio' },
		note: 'its first download, with all that n8n loads for it',
	};
}

async function measure(host: Host, origin: string, options: BenchOptions): Promise<BenchResult> {
	const pace = await measurePace(host, origin, options);
	const many = await measureMany(host, origin, options.tell);
	return { figures: [pace, await measureMemory(host, origin, options), ...many] };
}

async function run(options: BenchOptions): Promise<BenchResult> {
	const films = await openFilmHost();
	try {
		const host = await openHost();
		try {
			return await measure(host, films.origin, options);
		} finally {
			await host.close();
		}
	} finally {
		films.close();
	}
}

/** What Download costs. It takes a real n8n and the disk to itself, so that the short version leaves it out. */
export const download: Benchmark = { name: 'download', inShort: false, run };
