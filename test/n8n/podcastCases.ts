import { harbour, Podcast } from './podcast';
import { PodcastBed } from './podcastBed';
import type { SimulatorOptions } from '../../tools/simulator';

/** A real n8n with the recipe and one show, for the tests of a file. */
export function usePodcast(service: Pick<SimulatorOptions, 'processingSeconds'> = {}): Podcast {
	const bed = new PodcastBed();
	const podcast = new Podcast(bed);
	beforeAll(async () => {
		await bed.open();
		bed.simulator.configure(service);
		await podcast.open();
		await podcast.addShow(harbour);
	});
	afterAll(async () => await bed.close());
	return podcast;
}

/** Which cases to take, by a part of their names. */
export type Choice = readonly string[];

/** What takes the place of jest's `it` where not all cases are wanted. */
export function chosen(choice?: Choice) {
	const isWanted = (name: string) => choice === undefined || choice.some((part) => name.includes(part));
	const test = (name: string, body: () => Promise<void>) => {
		if (isWanted(name)) it(name, body);
	};
	const each =
		<Row extends readonly unknown[]>(rows: readonly Row[]) =>
		(name: string, body: (...row: Row) => Promise<void>) => {
			for (const row of rows) {
				const full = name.replace('%s', String(row[0]));
				if (isWanted(full)) it(full, async () => await body(...row));
			}
		};
	return Object.assign(test, { each });
}

/** Begins each case at noon, with nothing open and an empty feed, and a chat that has said nothing. */
export function cleaned(podcast: Podcast): void {
	beforeEach(async () => {
		podcast.bed.simulator.faults.clear();
		podcast.publishEpisodes();
		for (const table of ['episodes', 'clips'] as const) {
			for (const { id, status } of await podcast.rows(table)) {
				const isOver = ['ready', 'posted', 'skipped'].includes(String(status));
				if (!isOver) await podcast.change(table, id, { status: 'skipped' });
			}
		}
		await podcast.bed.clock.moveTo('12:00');
		await podcast.tick('clip', 'tell');
		podcast.forget();
	});
}
