/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { LedgerEntry } from '../simulator';
import { type Bench, itemsOf } from './support';

/** Milliseconds of the tests' own time. */
export const MINUTE = 60_000;

/** Create for the video of each item, waiting for its clips. */
export const create = { operation: 'create', videoUrl: '={{ $json.videoUrl }}' };

/** The same without waiting, at a pace that holds nothing back. */
export const submitOnly = {
	...create,
	waitForClips: false,
	options: { submissionsPerMinute: 600 },
};

/**
 * An item for each video.
 *
 * @param marks - what tells the videos apart; the simulator knows some, such as `sim-no-minutes`
 */
export const videos = (...marks: string[]) =>
	itemsOf(...marks.map((mark) => ({ videoUrl: `https://youtu.be/${mark}` })));

/** As many videos, v0 to the last. */
export const numbered = (count: number) =>
	videos(...Array.from({ length: count }, (_, index) => `v${index}`));

/** Lets the tests' own time pass. */
export const after = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The submissions that were paid. */
export const paidIn = (bench: Bench): LedgerEntry[] =>
	bench.simulator().ledger.filter(({ projectId }) => projectId !== null);
