/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tryLock, underLock } from '../../host/lock';
import { createProgress, quiet } from '../../host/progress';

describe('a lock', () => {
	const folder = mkdtempSync(join(tmpdir(), 'host-lock-'));
	const file = join(folder, 'deeper', 'a.lock');

	afterAll(() => rmSync(folder, { recursive: true }));

	it('is held by one at a time, and leaves nothing behind', () => {
		const first = tryLock(file);
		expect(tryLock(file)).toEqual({ held: false, owner: process.pid });
		expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
		if (first.held) first.release();
		expect(readdirSync(dirname(file))).toEqual([]);
	});

	it.each(['999999999', '', 'nonsense'])('is taken over when its owner is gone ("%s")', (owner) => {
		writeFileSync(file, owner);
		const lock = tryLock(file);
		expect(lock.held).toBe(true);
		if (lock.held) lock.release();
	});

	it('is given back when the work under it fails', async () => {
		await expect(underLock(file, quiet, () => Promise.reject(new Error('no disk')))).rejects.toThrow(
			'no disk',
		);
		expect(existsSync(file)).toBe(false);
	});
});

describe('progress', () => {
	const recorded = (isTTY: boolean) => {
		const written: string[] = [];
		let time = 0;
		const screen = { isTTY, columns: 30, write: (text: string) => written.push(text) };
		return { written, progress: createProgress(screen, () => time), pass: (ms: number) => (time += ms) };
	};

	it('is plain lines where a line cannot be rewritten', async () => {
		const { written, progress, pass } = recorded(false);
		await progress.step('installing', () => Promise.resolve(pass(97_000)));
		expect(written).toEqual(['  … installing (0 s)\n', '  ✓ installing (97 s)\n']);
	});

	it('is one line on a terminal, never wider than it', async () => {
		const { written, progress } = recorded(true);
		await progress.step('a label that is longer than the terminal', () => Promise.resolve());
		expect(written[0]).toBe('\r\u001b[2K  … a label that is longer th');
	});

	it('says which step failed, and passes the failure on', async () => {
		const { written, progress } = recorded(false);
		const step = progress.step('installing', () => Promise.reject(new Error('no disk')));
		await expect(step).rejects.toThrow('no disk');
		expect(written.at(-1)).toBe('  ✗ installing (0 s)\n');
	});
});
