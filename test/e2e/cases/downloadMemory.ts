import { bigFilmAnswer, hashOfBigFilm, hashOfFile, MB } from '../bigFilm';
import { downloaded, type DownloadBed, runDownload } from '../downloadBed';
import { canWatchMemory, tellTaken, watchMemory } from '../memory';

/** What large files cost where n8n keeps them as files. */
export function downloadMemoryCases(bed: DownloadBed): void {
	const clipsOf = (count: number, size: number) => {
		const videoUrl = bed.files.serve(`/${count}-${size}.mp4`, bigFilmAnswer(size * MB));
		return Array.from({ length: count }, (_, index) => ({ videoId: String(index), title: 'Tide', videoUrl }));
	};
	const run = async (name: string, count: number, size: number, options = {}) => {
		const execution = await runDownload(bed, name, clipsOf(count, size), { options });
		expect(execution.error).toBeUndefined();
		const files = downloaded(execution);
		expect(files).toHaveLength(count);
		return files;
	};
	// A process that has just begun grows with its first files, whatever it does with them. Larger files come later: whoever
	// holds one in memory leaves room for those that are smaller.
	beforeAll(async () => await run('Warm up', 50, 10), 120_000);

	const watched = canWatchMemory ? it : it.skip;
	watched.each([
		['20 clips of 50 MB', 20, 50, {}, 64],
		['20 clips of 50 MB, 10 at once', 20, 50, { downloadsAtOnce: 10 }, 100],
		['a file of 1 GB', 1, 1_024, {}, 64],
	])('takes little memory for %s', async (name, count, size, options, limit) => {
		const watch = async () => {
			const seen = await watchMemory(bed.host.n8n.pid, async () => run(name, count, size, options));
			tellTaken(`filesystem, ${name}`, seen.taken);
			return seen;
		};
		let { result, taken } = await watch();
		// On a busy machine garbage is collected late, now and then; what holds a file takes too much each time.
		for (let again = 0; again < 2 && taken.more >= limit; again += 1) ({ result, taken } = await watch());
		const hash = hashOfBigFilm(size * MB);
		const hashes = await Promise.all(result.map(async (file) => hashOfFile(bed.store.pathOf(file))));
		expect(new Set(hashes)).toEqual(new Set([hash]));
		expect(result.map(({ json }) => json.fileSize)).toEqual(Array<number>(count).fill(size * MB));
		expect(new Set(result.map(({ json }) => json.fileName)).size).toBe(count);
		expect(taken.more).toBeLessThan(limit);
	});
}
