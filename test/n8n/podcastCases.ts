import type { Podcast } from './podcast';

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
