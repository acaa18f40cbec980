/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { type MeasuredCluster, openMeasuredCluster } from '../server/measured';
import { jobsOf, writtenBy } from '../server/servers';
import { Crowd, untilSubmitted } from './crowd';
import { PEERS, type Way } from './ways';
import { withPlaces } from './places';
import { settleMs, windowMs } from './windows';

const size = 200;
const minutes = 2;

/** A crowd in a cluster of its own. */
interface Place {
	crowd: Crowd;
	cluster: MeasuredCluster['cluster'];
}

/** What waiting takes of a cluster. */
interface Taken {
	/** How many executions the worker ran, looked at twice a second. */
	active: number[];
	/** How many had to wait for a free place, likewise. */
	queued: number[];
	/** Rows written per project and minute, one number for each minute. */
	rows: number[];
	/** kB of the write-ahead log per project and minute, one number for each minute. */
	log: number[];
}

async function watchJobs({ cluster }: Place, taken: Taken, until: number): Promise<void> {
	while (Date.now() < until) {
		const { active, queued } = await jobsOf(cluster);
		taken.active.push(active);
		taken.queued.push(queued);
		await pause(500);
	}
}

async function watch(place: Place): Promise<Taken> {
	const taken: Taken = { active: [], queued: [], rows: [], log: [] };
	for (let minute = 0; minute < minutes; minute += 1) {
		const [from, before] = [Date.now(), await writtenBy(place.cluster)];
		await watchJobs(place, taken, from + windowMs);
		const [to, after] = [Date.now(), await writtenBy(place.cluster)];
		const projectMinutes = (place.crowd.size * (to - from)) / windowMs;
		taken.rows.push((after.rows - before.rows) / projectMinutes);
		taken.log.push((after.bytes - before.bytes) / 1000 / projectMinutes);
	}
	return taken;
}

function figuresOf(durable: Taken, loop: Taken, inProcess: Taken): Figure[] {
	const held = `queue mode, one worker with 10 places, ${size} projects, looked at twice a second`;
	const least = Math.min(...inProcess.queued);
	const writes = `queue mode, ${size} projects, PostgreSQL; once they wait, without the start`;
	return [
		{
			name: 'Blocked places of a worker while 200 projects wait, against the loop',
			unit: 'places',
			ours: durable.active,
			peer: { name: PEERS.loop, sample: loop.active },
			goal: { atMost: 0, of: 'absolute' },
			note: held,
		},
		{
			name: 'Blocked places of a worker while 200 projects wait, against Keep It Running',
			unit: 'places',
			ours: durable.active,
			peer: { name: PEERS.inProcess, sample: inProcess.active },
			goal: { atMost: 0, of: 'absolute' },
			note: `${held}; with Keep It Running, ${least} of the executions have not even submitted their video`,
		},
		{
			name: 'Database writes per waiting project and minute',
			unit: 'rows',
			ours: durable.rows,
			peer: { name: PEERS.loop, sample: loop.rows },
			goal: { atMost: 1, of: 'ratio' },
			note: writes,
		},
		{
			name: 'Database log per waiting project and minute',
			unit: 'kB',
			ours: durable.log,
			peer: { name: PEERS.loop, sample: loop.log },
			goal: { atMost: 1, of: 'ratio' },
			note: writes,
		},
	];
}

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ simulator, tarball, endLater }) => {
		const place = async (way: Way): Promise<Place> => {
			const n8n = endLater(await openMeasuredCluster(simulator, tarball, `bench-${way}`));
			return { crowd: new Crowd(way, size, n8n, simulator), cluster: n8n.cluster };
		};
		tell('starting three clusters');
		const durable = await place('durable');
		const loop = await place('loop');
		const inProcess = await place('inProcess');
		const places = [durable, loop, inProcess];
		tell(`starting ${size} runs in each`);
		await Promise.all(places.map(async ({ crowd }) => await crowd.start()));
		await untilSubmitted([durable.crowd, loop.crowd], 240_000);
		await pause(settleMs);
		tell(`watching for ${minutes} minutes`);
		const [ours, loops, held] = await Promise.all([watch(durable), watch(loop), watch(inProcess)]);
		return { figures: figuresOf(ours, loops, held) };
	});
}

/** Places of a worker and database writes while projects wait, in queue mode. */
export const queue: Benchmark = { name: 'queue', inShort: false, run };
