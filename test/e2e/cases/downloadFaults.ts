/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dripAnswer, film, FILE_SIGNATURE, fileAnswer, startFileHost } from '../../engine/fileHost';
import { type Execution, until } from '../../host';
import { MB, bigFilmAnswer, endlessFilm } from '../bigFilm';
import { type DownloadBed, downloadFlow, type DownloadRun, runDownload } from '../downloadBed';
import type { Cases } from '../sideBySide';

const clipWith = (videoUrl: string) => [{ videoId: '4711', title: 'Tide', videoUrl }];

/** What an execution says went wrong. */
const told = ({ error }: Execution): string => {
	const text = `${error?.message ?? ''} | ${error?.description ?? ''}`;
	expect(text).not.toContain(FILE_SIGNATURE);
	return text;
};

/** What takes minutes because the node is patient. Meanwhile parts of files lie in the store. */
export const dripCases = (bed: DownloadBed): Cases => ({
	'is given up when the host falls silent': async () => {
		const link = bed.files.serve('/silence.mp4', dripAnswer(film(MB), Buffer.alloc(0)));
		const execution = await runDownload(bed, 'Silence', clipWith(link));
		expect(told(execution)).toMatch(
			/The download was interrupted: clip 4711 \[item 0\].*The host sent nothing for a minute/,
		);
		expect(execution.status).toBe('error');
	},

	'ends at Max Time when the host sends one byte a second': async () => {
		const link = bed.files.serve('/drops.mp4', (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 3 * MB });
			response.write(film(2_000));
			const timer = setInterval(() => void response.write('.'), 1_000);
			response.on('close', () => clearInterval(timer));
		});
		const execution = await runDownload(bed, 'Drops', clipWith(link), { options: { maxTime: 2 } });
		expect(told(execution)).toContain("The download took longer than 'Max Time': clip 4711 [item 0]");
		expect(execution.status).toBe('error');
	},
});

/** What takes half a minute. */
export const slowFaultCases = (bed: DownloadBed): Cases => ({
	'is given up when the host is gone in mid-transfer': async () => {
		const gone = await startFileHost();
		const link = gone.serve('/x.mp4', (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 30 * MB });
			response.write(film(5 * MB), () => void gone.close());
		});
		const execution = await runDownload(bed, 'Gone', clipWith(link));
		expect(told(execution)).toContain('The host of the file could not be reached: clip 4711 [item 0]');
		expect(told(execution)).toContain('ECONNREFUSED');
	},

	'is given up when the transfer is cut again and again': async () => {
		const link = bed.files.serve(
			'/cut.mp4',
			fileAnswer(film(3 * MB), { cuts: Array<number>(9).fill(50_000) }),
		);
		const execution = await runDownload(bed, 'Cut', clipWith(link));
		expect(told(execution)).toContain('The download was interrupted: clip 4711 [item 0]');
	},
});

/** Sets how large a file the process may write, without asking for any right; 0 for as large as it likes. */
function limitFiles(pid: number, bytes: number): void {
	execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes === 0 ? 'unlimited' : bytes}:`]);
}

/** Whether a command can be had and does its work. */
function works(command: string, args: string[]): boolean {
	try {
		execFileSync(command, args, { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

/** What goes wrong at once. */
export function downloadFaultCases(bed: DownloadBed): void {
	/** Runs Download over one link; nothing of the file may stay. */
	const failing = async (name: string, videoUrl: string, run: DownloadRun = {}) => {
		const before = bed.store.files();
		const execution = await runDownload(bed, name, clipWith(videoUrl), run);
		expect(execution.status).toBe('error');
		await bed.store.settlesAt(before);
		return told(execution);
	};

	it('ends when the link has expired and there is no telling which clip it was', async () => {
		const link = bed.files.serve('/old.mp4', (_request, response) => response.writeHead(403).end());
		const text = await failing('Expired', link);
		expect(text).toContain('The link to the clip is no longer valid: clip 4711');
		expect(text).toContain('lacks projectId or videoId');
	});

	it.each([
		['announced as larger than Max Size', {}],
		['larger than Max Size without a word before', { length: null }],
	])('ends when the file is %s', async (_name, manners) => {
		const link = bed.files.serve('/large.mp4', fileAnswer(film(6 * MB), manners));
		const text = await failing('Too large', link, { options: { maxSize: 2 } });
		expect(text).toContain("The file is larger than 'Max Size': clip 4711");
		expect(text).toContain('the limit is 2.00 MB');
	});

	it('ends at once when the run is stopped, and leaves nothing open', async () => {
		const before = bed.store.files();
		const { answer, receivers } = endlessFilm();
		const link = bed.files.serve('/endless.mp4', answer);
		const id = await bed.start(downloadFlow('Stopped', clipWith(link)));
		await until(() => bed.store.files().length > before.length);
		await bed.client.stopExecution(id);
		expect((await bed.client.waitForExecution(id)).status).toBe('canceled');
		await bed.store.settlesAt(before);
		await until(() => receivers() === 0);
	});

	it('keeps what was stored before a failure as long as its execution, and no longer', async () => {
		const before = bed.store.files();
		const items = [
			{ title: 'Tide', videoUrl: bed.files.serve('/whole.mp4', fileAnswer(film(50_000))) },
			{ title: 'Ebb', videoUrl: bed.files.serve('/none.mp4', fileAnswer(Buffer.alloc(0))) },
		];
		const execution = await runDownload(bed, 'Half', items, { options: { downloadsAtOnce: 1 } });
		expect(execution.status).toBe('error');
		expect(bed.store.files()).toHaveLength(before.length + 1);
		await bed.client.deleteExecutions([execution.id]);
		await bed.store.settlesAt(before);
	});

	const full = join(bed.store.folder, 'workflows');
	// Before n8n makes the folder, and only where this process may.
	mkdirSync(full, { recursive: true });
	const canMount = works('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', full]) && works('umount', [full]);

	(canMount ? it : it.skip)('ends when the disk is full', async () => {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', full]);
		try {
			const text = await failing('Disk full', bed.files.serve('/disk.mp4', bigFilmAnswer(20 * MB)));
			expect(text).toMatch(/^n8n could not store the file: clip 4711.*Check the space.*n8n says: .*ENOSPC/);
		} finally {
			execFileSync('umount', [full]);
		}
	});

	const canLimit = works('prlimit', ['--pid', String(process.pid)]);

	(canLimit ? it : it.skip)('ends when n8n may write no file that large', async () => {
		limitFiles(bed.host.n8n.pid, 64 * MB);
		try {
			const text = await failing('Limited', bed.files.serve('/limit.mp4', bigFilmAnswer(100 * MB)));
			expect(text).toMatch(/^n8n could not store the file: clip 4711.*n8n says: .*EFBIG/);
		} finally {
			limitFiles(bed.host.n8n.pid, 0);
		}
	});
}
