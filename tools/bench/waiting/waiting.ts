/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { beside, type Benchmark, type Figure, summarize } from '../figure';
import { withBeds } from '../n8n';
import { Crowd, PEERS } from './ways';

/** As many as one account can have. */
const size = 40;
const minutes = 5;

/** n8n looks for paused executions once a minute, so only whole minutes compare. */
const windowMs = 60_000;
const restMs = 3 * windowMs;

/** Over how long the runs start, so that each minute of the wait is like the others. */
const startMs = 120_000;

/** Longer than the first pause of any way to wait, so that all are under way. */
const settleMs = 75_000;

/** How long the loops pause, in seconds: as long as these nodes do, so that n8n wakes all as often. The note tells how often. */
const seconds = 84;

/** What a crowd takes per project and minute: CPU time of n8n in milliseconds, and questions to the service. */
interface Taken {
	cpu: number;
	requests: number;
}

async function watch(crowd: Crowd): Promise<Taken> {
	const { n8n } = crowd;
	const now = () => ({ at: Date.now(), cpu: n8n.cpuMs() });
	await crowd.start(size, startMs / size);
	await pause(settleMs);
	const from = now();
	// Of all minutes together: single ones depend on who happens to ask in them.
	await pause(minutes * windowMs);
	const to = now();
	// An n8n at rest takes less when it has run for a while, so it is measured last.
	await n8n.stopAll();
	await pause(windowMs);
	// What ran at that moment waits again.
	await n8n.stopAll();
	const [atRest, atEnd] = [now(), await pause(restMs).then(now)];
	const idle = (atEnd.cpu - atRest.cpu) / (atEnd.at - atRest.at);
	const lasted = to.at - from.at;
	const each = (value: number) => value / size / (lasted / windowMs);
	return {
		cpu: each(to.cpu - from.cpu - idle * lasted),
		requests: each(crowd.questions(from.at, to.at)),
	};
}

/** What waiting projects take of n8n, beside n8n's own nodes that ask as often. */
export const waiting: Benchmark = async (tell) =>
	await withBeds(async (open) => {
		const crowds = [
			await Crowd.publish(await open(), 'paused'),
			await Crowd.publish(await open(), 'loop', seconds),
			await Crowd.publish(await open(), 'floor', seconds),
		] as const;
		tell(`watching three n8n with ${size} runs each, which takes thirteen minutes`);
		const [ours, loop, floor] = await Promise.all([watch(crowds[0]), watch(crowds[1]), watch(crowds[2])]);
		const figure = (least: string, name: string, peer: Taken, atMost: number): Figure =>
			beside([`CPU per waiting project and minute${least}`, 'ms'], [ours.cpu], [name, [peer.cpu]], {
				goal: { atMost, of: 'ratio' },
				note: `${size} projects, beyond what an idle n8n takes, in the first minutes, in which status checks are most frequent; these nodes ask ${ours.requests.toFixed(3)} times a minute, the others ${peer.requests.toFixed(3)} times`,
			});
		const figures: Figure[] = [
			figure('', PEERS.loop, loop, 1.1),
			figure(', the least', PEERS.floor, floor, 1.05),
			{
				name: 'Requests per waiting project and minute',
				unit: 'requests',
				ours: summarize(ours.requests),
				goal: { atMost: 2, of: 'absolute' },
				note: 'the service recommends one request in 30 s',
			},
		];
		return [{ node: crowds[0].n8n.node, figures }];
	});
