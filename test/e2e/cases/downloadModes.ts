import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import { type FileHost, film, fileAnswer } from '../../engine/fileHost';
import { until } from '../../host';
import { bigFilmAnswer, endlessFilm, hashOfBigFilm, MB } from '../bigFilm';
import { downloaded, downloadFlow, runDownload } from '../downloadBed';
import { tellTaken, watchMemory } from '../memory';
import type { Stage } from '../stage';

/** An n8n in a binary mode. */
export interface ModeBed {
	stage: Stage;
	files: FileHost;
	/** The process that runs executions. */
	pid: number;
}

/** Items for so many clips of a size in megabytes, each of them different. */
export const clipsOf = (files: FileHost, count: number, size: number) =>
	Array.from({ length: count }, (_, index) => ({
		videoId: String(index),
		title: 'Tide',
		videoUrl: files.serve(`/${size}-${index}.mp4`, bigFilmAnswer(size * MB, index)),
	}));

/** Downloads clips, tells what that took, and checks what came out. */
export async function measureClips(name: string, bed: ModeBed, count: number, size: number, atOnce = 2) {
	const items = clipsOf(bed.files, count, size);
	const run = { options: { downloadsAtOnce: atOnce } };
	const { result, taken } = await watchMemory(bed.pid, async () => runDownload(bed.stage, name, items, run));
	tellTaken(`${name}: ${count} x ${size} MB, ${atOnce} at once`, taken);
	expect(result.error).toBeUndefined();
	const files = downloaded(result);
	expect(files.map(({ json }) => json.fileSize)).toEqual(Array<number>(count).fill(size * MB));
	return { files, taken };
}

/** The hash of a file as n8n hands it out to the editor. */
export async function hashFromN8n(stage: Stage, id: unknown): Promise<string> {
	const path = `/rest/binary-data?id=${encodeURIComponent(z.string().parse(id))}&action=download`;
	return createHash('sha256')
		.update(await stage.client.session.file(path))
		.digest('hex');
}

/** The mode of queue mode by default. */
export function databaseCases(bed: () => ModeBed, rows: () => Promise<number>): void {
	it('keeps clips in the database, byte for byte, each in memory while it is downloaded', async () => {
		const { stage } = bed();
		const { files, taken } = await measureClips('database', bed(), 10, 50);
		const [first, last] = [files[0]?.binary.data, files.at(-1)?.binary.data];
		expect(first).toMatchObject({ fileName: 'Tide.mp4', mimeType: 'video/mp4' });
		expect(first?.id).toMatch(/^database:/);
		expect(await hashFromN8n(stage, first?.id)).toBe(hashOfBigFilm(50 * MB));
		expect(await hashFromN8n(stage, last?.id)).toBe(hashOfBigFilm(50 * MB, 9));
		expect(taken.more).toBeLessThan(1_000);
	});

	it('says in the words of n8n why the database takes no file that is too large, and keeps nothing', async () => {
		const { stage, files } = bed();
		const before = await rows();
		const execution = await runDownload(stage, 'Too large', clipsOf(files, 1, 290));
		expect(execution.error?.message).toBe('n8n could not store the file: clip 0 [item 0]');
		const description = execution.error?.description ?? '';
		for (const word of ['n8n says: ', '290 MB', '280 MB', 'filesystem', 'DATABASE_MAX_FILE_SIZE']) {
			expect(description).toContain(word);
		}
		expect(await rows()).toBe(before);
	});

	it('refuses such a file before its transfer where Max Size says so', async () => {
		const { stage, files } = bed();
		const execution = await runDownload(stage, 'Max Size', clipsOf(files, 1, 290), {
			options: { maxSize: 280 },
		});
		expect(execution.error?.message).toContain("The file is larger than 'Max Size'");
	});

	it('keeps nothing of a transfer that is stopped, or that is cut again and again', async () => {
		const { stage, files } = bed();
		const before = await rows();
		const { answer, receivers } = endlessFilm();
		const link = files.serve('/endless.mp4', answer);
		const cut = files.serve('/cut.mp4', fileAnswer(film(3 * MB), { cuts: Array<number>(9).fill(50_000) }));
		const cutting = runDownload(stage, 'Cut', [{ videoUrl: cut }]);
		const id = await stage.start(downloadFlow('Stopped', [{ videoUrl: link }]));
		await until(() => receivers() === 1);
		await stage.client.stopExecution(id);
		expect((await stage.client.waitForExecution(id)).status).toBe('canceled');
		expect((await cutting).error?.message).toContain('The download was interrupted');
		await until(async () => (await files.connections()) === 0);
		expect(await rows()).toBe(before);
	});
}
