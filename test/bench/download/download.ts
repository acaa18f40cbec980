/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v3';
import { flow, node, parkedClip } from '../../e2e/flows';
import {
	credentialFor,
	explainFailure,
	type Host,
	manualTriggerOf,
	openHost,
	saveCredential,
	withCredential,
	type WorkflowNode,
} from '../../host';
import { filesBelow } from '../../host/folder';
import type { Benchmark, BenchOptions, BenchResult } from '../figure';
import { withPeakMemory } from '../server/memory';

const MB = 1024 * 1024;

const ROUNDS = 5;

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

const nodes = {
	ours: (link: string) => parkedClip('File', { operation: 'download', videoUrl: link }),
	peer: (link: string): WorkflowNode =>
		node('File', 'n8n-nodes-base.httpRequest', {
			typeVersion: 4.5,
			parameters: { url: link, options: { response: { response: { responseFormat: 'file' } } } },
		}),
};

/** Removes the files that n8n has stored, so that the disk does not fill up. */
function removeFiles(userFolder: string): number {
	const folders = ['binaryData', 'storage'].map((name) => join(userFolder, '.n8n', name));
	const store = folders.filter((folder) => existsSync(folder)).flatMap(filesBelow);
	const bytes = store.map((file) => statSync(file).size);
	for (const file of store) rmSync(file);
	return Math.max(0, ...bytes);
}

/** Lets a node of n8n download a file. */
async function byNode(host: Host, side: keyof typeof nodes, origin: string, size: number): Promise<Cost> {
	const file = nodes[side](`${origin}/${size}.mp4`);
	const workflow = flow('Download', [node('Start', 'n8n-nodes-base.manualTrigger'), file]);
	const nowhere = { baseUrl: 'http://127.0.0.1:9/none', apiKey: 'none', headerName: 'none' };
	const credential = await saveCredential(host.client, credentialFor(nowhere));
	const saved = await host.client.createWorkflow(withCredential(workflow, credential));
	const { result, extra } = await withPeakMemory(host.n8n.pid, async () => {
		const id = await host.client.runWorkflow(saved.id, manualTriggerOf(workflow).name);
		return await host.client.waitForExecution(id ?? '');
	});
	if (result.status !== 'success') throw new Error(explainFailure(result));
	const milliseconds = result.nodes.File?.[0]?.executionTime ?? NaN;
	if (removeFiles(host.userFolder) !== size) throw new Error('n8n has not stored the whole file.');
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
	const [ours, peer, curl]: [Cost[], Cost[], number[]] = [[], [], []];
	// What is loaded when it is first used is no part of a download.
	for (const side of ['ours', 'peer'] as const) await byNode(host, side, origin, 50 * MB);
	for (let round = 1; round <= ROUNDS; round += 1) {
		tell(`1 GB with each, round ${round} of ${ROUNDS}`);
		curl.push(await byCurl(host, origin, size));
		ours.push(await byNode(host, 'ours', origin, size));
		peer.push(await byNode(host, 'peer', origin, size));
	}
	const paces = ours.map(({ pace }) => pace);
	const name = 'HTTP Request node';
	return {
		figures: [
			{
				name: 'Download of 1 GB',
				unit: 'MB/s',
				ours: paces,
				peer: { name: 'curl', sample: curl },
				goal: { atLeast: 0.9, of: 'ratio' },
				note: 'Into the file system, from a host in a process of its own on the same machine, whose two cores all share.',
			},
			{
				name: 'Download of 1 GB, in n8n',
				unit: 'MB/s',
				ours: paces,
				peer: { name, sample: peer.map(({ pace }) => pace) },
				goal: { atLeast: 1, of: 'ratio' },
			},
			{
				name: 'Extra memory of n8n, Download of 1 GB',
				unit: 'MB',
				ours: ours.map(({ memory }) => memory),
				peer: { name, sample: peer.map(({ memory }) => memory) },
				goal: { atMost: 1, of: 'ratio' },
			},
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
