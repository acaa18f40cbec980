/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { flow, node, pausingClip, startWith } from '../../beds/flows';
import type { WorkflowNode } from '../../host';
import { filesBelow } from '../../host/folder';
import type { Simulator } from '../../simulator';
import { type Benchmark, type Figure, summarize } from '../figure';
import { lastedFrom, type MeasuredN8n, withPeakMemory, withPlace } from '../n8n';

const MB = 1024 * 1024;
const rounds = 5;
const projectId = '77';

/** What is downloaded. */
const cases = [
	{ name: 'Download of 1 GB', count: 1, size: 1024 * MB },
	{ name: 'Download of 100 files of 10 MB', count: 100, size: 10 * MB },
] as const;

type Case = (typeof cases)[number];

/** The node that downloads the files of a project's clips, and the one that downloads the file at the link of an item. */
const sides = {
	ours: pausingClip('File', { operation: 'get', projectId, downloadFiles: true }),
	peer: node('File', 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.5,
		parameters: { url: '={{ $json.link }}', options: { response: { response: { responseFormat: 'file' } } } },
	}),
} satisfies Record<string, WorkflowNode>;

type Side = keyof typeof sides;

/** What downloads took: seconds in an n8n that has downloaded before, megabytes in one that has just started. */
interface Costs {
	seconds: number[];
	memory: number[];
}

async function openFilmHost(): Promise<{ origin: string; close: () => void }> {
	const host = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'filmHost.ts')], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [port] = z.tuple([z.instanceof(Buffer)]).parse(await once(host.stdout, 'data'));
	return { origin: `http://127.0.0.1:${port.toString().trim()}`, close: () => void host.kill() };
}

/**
 * Removes the files that n8n has stored, so that the disk does not fill up.
 *
 * @returns how many had the given size
 */
function removeFiles(userFolder: string, size: number): number {
	const folders = ['binaryData', 'storage'].map((name) => join(userFolder, '.n8n', name));
	const stored = folders.filter((folder) => existsSync(folder)).flatMap(filesBelow);
	const whole = stored.filter((file) => statSync(file).size === size);
	for (const file of stored) rmSync(file);
	return whole.length;
}

/** Where files are downloaded: from links that begin like this, into n8n. */
interface Place {
	n8n: MeasuredN8n;
	simulator: Simulator;
	origin: string;
}

/** Lets a node download, and gives the milliseconds that it took. */
async function downloadBy({ n8n, simulator, origin }: Place, side: Side, { count, size }: Case) {
	const all = Array.from({ length: count }, (_, index) => ({ link: `${origin}/${size}.mp4?${index}` }));
	const videos = all.map(({ link }, videoId) => ({ videoId, videoUrl: link }));
	const body = JSON.stringify({ code: 2000, projectId, videos });
	simulator.faults.clear();
	simulator.faults.add({ on: 'query', fault: { kind: 'body', body } });
	const links = side === 'ours' ? [{ projectId }] : all;
	const execution = await n8n.execute(flow('Files', [...startWith('Links', links), sides[side]]));
	const stored = removeFiles(n8n.host.userFolder, size);
	if (stored !== count) throw new Error(`n8n has stored ${stored} files of ${count}.`);
	return lastedFrom(execution, 'File');
}

async function measure(place: Place, each: Case, tell: (line: string) => void): Promise<Figure[]> {
	const costs: Record<Side, Costs> = {
		ours: { seconds: [], memory: [] },
		peer: { seconds: [], memory: [] },
	};
	const take = async (side: Side) => {
		// What one download leaves in n8n's memory would hide what the next one takes.
		await place.n8n.host.restart();
		const first = async () => await downloadBy(place, side, each);
		costs[side].memory.push((await withPeakMemory(place.n8n, first)).extra);
		costs[side].seconds.push((await downloadBy(place, side, each)) / 1000);
	};
	for (let round = 1; round <= rounds; round += 1) {
		tell(`${each.name}, round ${round} of ${rounds}`);
		// Who begins changes, so that what the machine does meanwhile falls on both.
		for (const side of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)) {
			await take(side);
		}
	}
	const figure = (name: string, unit: string, of: keyof Costs, atMost: number, note: string): Figure => ({
		name,
		unit,
		ours: summarize(...costs.ours[of]),
		peer: { name: 'HTTP Request', ...summarize(...costs.peer[of]) },
		goal: { atMost, of: 'ratio' },
		note,
	});
	return [
		figure(each.name, 's', 'seconds', 1, 'into the file system, from another process of the machine'),
		figure(`${each.name}: extra memory`, 'MB', 'memory', 0.9, 'in an n8n that has just started'),
	];
}

/** What downloads take, beside HTTP Request. */
export const download: Benchmark = async (tell) => {
	const films = await openFilmHost();
	try {
		return await withPlace({}, async ({ simulator, open }) => {
			const n8n = await open();
			const figures: Figure[] = [];
			for (const each of cases)
				figures.push(...(await measure({ n8n, simulator, origin: films.origin }, each, tell)));
			return [{ node: n8n.node, figures }];
		});
	} finally {
		films.close();
	}
};
