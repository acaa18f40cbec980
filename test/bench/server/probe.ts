/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { temporaryFolder } from '../../host/folder';
import { fetchOnce, projectRoot } from '../../host';
import { sum } from '../statistics';

const usage = z.object({
	/** CPU time since the start of the process, in milliseconds, of all its threads. */
	cpuMs: z.number(),
	/** What the operating system has given to the process, in MB. */
	rssMb: z.number(),
	/** What JavaScript and its buffers hold, in MB; rubbish is only left out after a collection. */
	heldMb: z.number(),
});

/** What processes have used so far. */
export type Usage = z.output<typeof usage>;

/** Asks n8n processes what they have used. */
export interface Probes {
	/** The environment of a process that is to be asked later. */
	env: Record<string, string>;
	/**
	 * What some processes have used together.
	 * @param collect - whether they first throw their rubbish away, which takes CPU time
	 */
	usageOf(pids: readonly number[], collect?: boolean): Promise<Usage>;
	close(): void;
}

/** Prepares the measuring of n8n processes that are to be started. */
export function prepareProbes(): Probes {
	const { path, remove } = temporaryFolder('n8n-probes-');
	const script = join(projectRoot(), 'test', 'bench', 'server', 'insideN8n.cjs');
	const ask = async (pid: number, collect: boolean): Promise<Usage> => {
		const port = readFileSync(join(path, `${pid}.port`), 'utf8');
		const answer = await fetchOnce(`http://127.0.0.1:${port}/${collect ? 'collect' : ''}`);
		return usage.parse(await answer.json());
	};
	return {
		env: { NODE_OPTIONS: `--require ${JSON.stringify(script)}`, BENCH_PROBE_FOLDER: path },
		usageOf: async (pids, collect = false) => {
			const all = await Promise.all(pids.map(async (pid) => await ask(pid, collect)));
			const total = (key: keyof Usage) => sum(all.map((one) => one[key]));
			return { cpuMs: total('cpuMs'), rssMb: total('rssMb'), heldMb: total('heldMb') };
		},
		close: remove,
	};
}
