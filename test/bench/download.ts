/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v3';

// Measures what Download costs: node --expose-gc --import tsx test/bench/download.ts [MODE]
// MODE is a binary mode of n8n: filesystem (the default), s3 (with a server of our own) or default (memory).

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'video-clipping-bench-'));
const mode = process.argv[2] ?? 'filesystem';
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_DEFAULT_BINARY_DATA_MODE = mode;
process.env.N8N_ENCRYPTION_KEY = 'bench';
process.env.N8N_LOG_LEVEL = 'silent';

/** npm nests several copies of n8n's service container; the engine's own one knows the engine's services. */
function shareContainer(): void {
	const require = createRequire(__filename);
	const own = createRequire(require.resolve('n8n-core')).resolve('@n8n/di');
	const resolver: unknown = Reflect.get(Module, '_resolveFilename');
	if (typeof resolver !== 'function') return;
	Reflect.set(Module, '_resolveFilename', (request: string, ...rest: unknown[]): unknown => {
		const found: unknown = request === '@n8n/di' ? own : Reflect.apply(resolver, Module, [request, ...rest]);
		return found;
	});
}

/** The highest resident memory while some work is done, and what there was before, in megabytes. */
async function measure<T>(
	work: () => Promise<T>,
): Promise<{ result: T; before: number; peak: number; seconds: number }> {
	global.gc?.();
	const before = process.memoryUsage.rss();
	let peak = before;
	const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
	const began = Date.now();
	const result = await work();
	clearInterval(timer);
	return { result, before: before / MB, peak: peak / MB, seconds: (Date.now() - began) / 1000 };
}

async function startHost(): Promise<{ host: ChildProcess; origin: string }> {
	const host = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'filmHost.ts')], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [port] = z.tuple([z.instanceof(Buffer)]).parse(await once(host.stdout, 'data'));
	return { host, origin: `http://127.0.0.1:${port.toString().trim()}` };
}

async function main(): Promise<void> {
	shareContainer();
	const { runNode } = await import('../engine/harness');
	const { host, origin } = await startHost();
	const { startObjectStore } = await import('../engine/objectStore');
	const store = mode === 's3' ? await startObjectStore() : undefined;
	const download = async (count: number, size: number, options = {}) => {
		const items = Array.from({ length: count }, (_, index) => ({
			json: { title: `Clip ${index}`, videoUrl: `${origin}/${size}.mp4?${index}` },
		}));
		const credentials = { baseUrl: 'http://127.0.0.1/none', apiKey: 'none', headerName: 'none' };
		const parameters = { operation: 'download', videoUrl: '={{ $json.videoUrl }}', options };
		const { items: files, error } = await runNode({ parameters, items, credentials });
		if (error !== undefined) throw new Error(`${error.message}: ${error.description ?? ''}`);
		return files.filter(({ json }) => json.fileSize === size).length;
	};
	try {
		await download(3, MB);
		const runs = {
			filesystem: [
				[1, 1024, 1],
				[20, 50, 2],
				[20, 50, 10],
			],
			s3: [
				[1, 100, 1],
				[20, 50, 2],
				[1, 500, 1],
			],
			// What stays in memory must fit into it.
			default: [
				[1, 100, 1],
				[4, 50, 2],
			],
		}[mode];
		if (runs === undefined) throw new Error(`There is no measurement for ${mode}.`);
		for (const [count = 0, size = 0, atOnce = 0] of runs) {
			const name = `${count} x ${size} MB, ${atOnce} at once`;
			const run = async () => await download(count, size * MB, { downloadsAtOnce: atOnce });
			const { result, before, peak, seconds } = await measure(run);
			const extra = (peak - before).toFixed(0);
			process.stdout.write(
				`${mode}: ${name}: ${result} files, ${extra} MB on top of ${before.toFixed(0)} MB, ${seconds.toFixed(1)} s\n`,
			);
		}
	} finally {
		host.kill();
		await store?.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

main().then(
	() => process.exit(),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(1);
	},
);
