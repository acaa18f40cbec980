/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- a command, it never runs inside n8n */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostError } from '../host/errors';
import { type EndedCase, readLines } from './state';

/** Cases of a seed that follow each other. */
export interface Stretch {
	seed: number;
	from: number;
	/** The first one after them. */
	to: number;
	/** Whether to tell what was asked and answered. */
	trace?: boolean;
}

/** How long a case may take in real time, in milliseconds, on whatever machine. */
const LONGEST_CASE = 300_000;

/** How much of what a process said last is kept. */
const LAST_WORDS = 400;

interface Exit {
	why: string;
	cases: EndedCase[];
	/** The case that was under way. */
	left: number | null;
}

/** Runs cases in a process of its own, until it ends, however. */
async function runOnce(stretch: Stretch, onCase: (ended: EndedCase) => void): Promise<Exit> {
	const folder = mkdtempSync(join(tmpdir(), 'video-clipping-fuzz-'));
	const out = join(folder, 'cases.jsonl');
	const child = spawn(
		process.execPath,
		[
			require.resolve('jest/bin/jest'),
			'--selectProjects',
			'fuzz',
			'--runInBand',
			'--runTestsByPath',
			'test/fuzz/fuzz.test.ts',
		],
		{
			env: { ...process.env, FUZZ_STRETCH: JSON.stringify({ ...stretch, out }) },
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	let words = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (piece: Buffer) => (words = `${words}${piece.toString()}`.slice(-LAST_WORDS)));
	}
	let seen = 0;
	/** Hands on what has ended since the last time. */
	const news = (): boolean => {
		const fresh = readLines(out).slice(seen);
		seen += fresh.length;
		for (const one of fresh) if (one.type === 'ended') onCase(one);
		return fresh.length > 0;
	};
	let quietSince = Date.now();
	const stuck = { is: false };
	const watch = setInterval(() => {
		if (news()) quietSince = Date.now();
		stuck.is = Date.now() - quietSince > LONGEST_CASE;
		if (stuck.is) kill();
	}, 5_000);
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	clearInterval(watch);
	process.off('exit', kill);
	news();
	const lines = readLines(out);
	rmSync(folder, { recursive: true, force: true });
	const cases = lines.flatMap((one) => (one.type === 'ended' ? [one] : []));
	const last = lines.at(-1);
	return {
		cases,
		left: last?.type === 'begun' ? last.number : null,
		why: stuck.is
			? `the process has worked for ${LONGEST_CASE / 1_000} s without an end`
			: `the process ended with ${code ?? 'a signal'}: ${words.replace(/\s+/g, ' ')}`,
	};
}

/**
 * Runs cases, in a new process wherever one was lost.
 *
 * @param stretch - which
 * @param onCase - told of each case that has ended
 */
export async function runStretch(stretch: Stretch, onCase: (ended: EndedCase) => void): Promise<void> {
	let next = stretch.from;
	do {
		const { cases, left, why } = await runOnce({ ...stretch, from: next }, onCase);
		if (left === null && cases.length === 0) throw new HostError(`No case was run: ${why}`);
		if (left !== null) {
			const promise = why.includes('without an end') ? 'hang' : 'crash';
			const breaches = [{ promise, what: why }];
			onCase({ type: 'ended', number: left, kind: 'lost', answers: 0, calls: 0, breaches });
		}
		next = (left ?? cases.at(-1)?.number ?? next) + 1;
	} while (next < stretch.to);
}
