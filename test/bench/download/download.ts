/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v3';
import { flow, node } from '../../e2e/flows';
import { type Host, openHost } from '../../host';
import type { Benchmark, BenchOptions, BenchResult } from '../figure';
import { shortNumber } from '../report/table';
import { withPeakMemory } from '../server/memory';
import { fileNodes, inTurn, PEER, removeFiles, runFlow, type Side } from './flows';
import { measureMany } from './many';
import { median } from '../statistics';

const MB = 1024 * 1024;

const ROUNDS = 6;

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
async function byNode(host: Host, side: Side, origin: string, size: number): Promise<Cost> {
	const workflow = flow('Download', [
		node('Start', 'n8n-nodes-base.manualTrigger'),
		fileNodes[side](`${origin}/${size}.mp4`),
	]);
	const { result, extra } = await withPeakMemory(host.n8n.pid, async () => await runFlow(host, workflow));
	const milliseconds = result.nodes.File?.[0]?.executionTime ?? NaN;
	if (removeFiles(host.userFolder).at(-1) !== size) throw new Error('n8n has not stored the whole file.');
	return { pace: size / MB / (milliseconds / 1000), memory: extra };
}

/** Lets curl download a file to the disk of n8n. */
async function byCurl(host: Host, origin: string, size: number): Promise<number> {
	const file = join(host.userFolder, 'curl.mp4');
	const report = ['--write-out', '%{size_download} %{time_total}', '--silent', '--show-error'];
	const { stdout } = await start('curl', [...report, '--output', file, `${origin}/${size}.mp4`]);
	rmSync(file);
	const [bytes = 0, seconds = NaN] = stdout.split(' ').map(Number);
	if (bytes !== size) throw new Error('curl has not got the whole file.');
	return bytes / MB / seconds;
}

async function measure(host: Host, origin: string, { tell }: BenchOptions): Promise<BenchResult> {
	const size = 1024 * MB;
	const costs: Record<Side, Cost[]> = { ours: [], peer: [] };
	const curl: number[] = [];
	// What is loaded when it is first used is no part of a download.
	for (const side of ['ours', 'peer'] as const) await byNode(host, side, origin, 50 * MB);
	for (let round = 1; round <= ROUNDS; round += 1) {
		tell(`1 GB with each, round ${round} of ${ROUNDS}`);
		curl.push(await byCurl(host, origin, size));
		for (const side of inTurn(round)) costs[side].push(await byNode(host, side, origin, size));
	}
	const paces = (side: Side) => costs[side].map(({ pace }) => pace);
	const memory = (side: Side) => costs[side].map((cost) => cost.memory);
	return {
		figures: [
			{
				name: 'Download of 1 GB',
				unit: 'MB/s',
				ours: paces('ours'),
				peer: { name: PEER, sample: paces('peer') },
				goal: { atLeast: 0.95, of: 'ratio' },
				note: `Into the file system, from a host in a process of its own on the same machine, whose two cores all share; curl: ${shortNumber(median(curl))} MB/s.`,
			},
			{
				name: 'Extra memory of n8n, Download of 1 GB',
				unit: 'MB',
				ours: memory('ours'),
				peer: { name: PEER, sample: memory('peer') },
				goal: { atMost: 1, of: 'ratio' },
			},
			...(await measureMany(host, origin, tell)),
		],
	};
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
