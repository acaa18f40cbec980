/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHost, film, fileAnswer, startFileHost } from '../engine/fileHost';
import { ensureRuntime, quiet, startN8n } from '../host';
import { temporaryFolder } from '../host/folder';
import { logFileOf } from '../host/paths';
import { hashOfBigFilm, MB } from './bigFilm';
import { clipsOf, databaseCases, hashFromN8n, measureClips, type ModeBed } from './cases/downloadModes';
import { downloaded, DownloadBed, runDownload } from './downloadBed';
import { canWatchMemory } from './memory';
import { QueueBed } from './queueBed';
import { numberFrom } from './sql';

const watched = canWatchMemory ? describe : describe.skip;

watched('Download, where n8n keeps binary data elsewhere than on its disk', () => {
	describe('in the database, as queue mode does', () => {
		const { path: shared, remove } = temporaryFolder('n8n-shared-');
		const bed = new QueueBed({
			workers: [
				{},
				// Only where a person asks for it.
				{ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } },
			],
			logName: 'n8n-download-queue',
			env: { N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE: '280', N8N_BINARY_DATA_STORAGE_PATH: shared },
		});
		let files: FileHost;
		const bedOf = (worker: number): ModeBed => ({
			stage: bed,
			files,
			pid: bed.cluster.workers[worker]?.process.pid ?? 0,
		});
		beforeAll(async () => {
			files = await startFileHost();
			await bed.open({});
			await bed.cluster.workers[1]?.stop();
			await runDownload(bed, 'Warm up', clipsOf(files, 3, 5));
		});
		afterAll(async () => {
			await bed.close();
			await files.close();
			remove();
		});

		databaseCases(
			() => bedOf(0),
			async () => await numberFrom(bed.cluster.postgres, 'SELECT count(*) FROM binary_data'),
		);

		describe('with files on a disk that all processes share', () => {
			beforeAll(async () => {
				await bed.cluster.workers[1]?.restart();
				await bed.cluster.workers[0]?.stop();
				// A process that has just begun grows with its first files, whatever it does with them.
				await runDownload(bed, 'Warm up', clipsOf(files, 50, 10));
			});

			it('streams a file of 1 GB through a worker with less than 64 MB of memory', async () => {
				const { files: stored, taken } = await measureClips('queue, filesystem', bedOf(1), 1, 1_024);
				expect(taken.more).toBeLessThan(64);
				expect(stored[0]?.binary.data?.id).toMatch(/^filesystem-v2:/);
			});

			it('lets the main process, whose own files go to the database, read them', async () => {
				const { files: stored } = await measureClips('queue, filesystem', bedOf(1), 1, 50);
				expect(await hashFromN8n(bed, stored[0]?.binary.data?.id)).toBe(hashOfBigFilm(50 * MB));
			});
		});
	});

	describe('in memory', () => {
		const bed = new DownloadBed('n8n-download-memory', { N8N_DEFAULT_BINARY_DATA_MODE: 'default' });
		const modeBed = (): ModeBed => ({ stage: bed, files: bed.files, pid: bed.host.n8n.pid });
		beforeAll(async () => {
			await bed.open();
			await runDownload(bed, 'Warm up', clipsOf(bed.files, 3, 1));
		});
		afterAll(async () => await bed.close());

		it('keeps the file in the item itself, byte for byte', async () => {
			const bytes = film(300_000);
			const videoUrl = bed.files.serve('/small.mp4', fileAnswer(bytes));
			const [item] = downloaded(await runDownload(bed, 'Small', [{ videoUrl }]));
			const data = item?.binary.data?.data;
			expect(typeof data === 'string' && Buffer.from(data, 'base64').equals(bytes)).toBe(true);
			expect(bed.store.files()).toEqual([]);
		});

		it('takes many times the size of its files', async () => {
			const { files, taken } = await measureClips('memory', modeBed(), 2, 25);
			const data = files[1]?.binary.data?.data;
			const hash = createHash('sha256').update(Buffer.from(String(data), 'base64'));
			expect(hash.digest('hex')).toBe(hashOfBigFilm(25 * MB, 1));
			expect(taken.more).toBeGreaterThan(64);
		});

		it('says in the words of n8n why it keeps no file that is larger than a text may be', async () => {
			const execution = await runDownload(bed, 'Too large', clipsOf(bed.files, 1, 400));
			expect(execution.error?.message).toBe('n8n could not store the file: clip 0 [item 0]');
			expect(execution.error?.description).toContain('N8N_DEFAULT_BINARY_DATA_MODE=filesystem');
			expect(execution.error?.description).toContain('n8n says: Cannot create a string longer than');
		});
	});

	it('is not started by n8n with S3 unless there is a licence for it', async () => {
		const { path, remove } = temporaryFolder('n8n-s3-');
		const logFile = logFileOf('n8n-download-s3');
		const env = { N8N_DEFAULT_BINARY_DATA_MODE: 's3', N8N_EXTERNAL_STORAGE_S3_BUCKET_NAME: 'clips' };
		const starting = ensureRuntime(quiet).then((runtime) =>
			startN8n({ runtime, userFolder: path, logFile, env }),
		);
		await expect(starting).rejects.toThrow('n8n ended while it started');
		expect(readFileSync(logFile, 'utf8')).toContain('S3 binary data storage requires a valid license');
		remove();
	});
});
