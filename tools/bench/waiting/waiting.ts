/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { nextCheckAt } from '../../../nodes/Clip/wait/rules/nextCheck';
import { beginWatch, DEFAULT_MAX_WAIT } from '../../../nodes/Clip/wait/rules/watch';
import { type Benchmark, type Figure, summarize } from '../figure';
import { withPlace } from '../n8n';
import { type Crowd, crowdOf, PEERS } from './ways';

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

/** How often a status check looks in a wait that lasts to its end. */
function looksIn(minutes: number): number {
	const [maxWait, pollInterval] = [minutes * windowMs, 30_000];
	const begun = beginWatch({ patience: 'steady', startedAt: 0, maxWait, pollInterval });
	let looks = 0;
	for (let now = 0; now < maxWait; looks += 1)
		now = nextCheckAt({ ...begun, nextQueryAt: now + pollInterval }, now, 0.5);
	return looks;
}

/** What waiting projects take of n8n, beside n8n's own nodes that ask as often. */
export const waiting: Benchmark = async (tell) =>
	await withPlace({}, async (place) => {
		const crowds = [
			await crowdOf(place, 'paused'),
			await crowdOf(place, 'loop', seconds),
			await crowdOf(place, 'floor', seconds),
		] as const;
		tell(`watching three n8n with ${size} runs each, which takes thirteen minutes`);
		const [ours, loop, floor] = await Promise.all([watch(crowds[0]), watch(crowds[1]), watch(crowds[2])]);
		const figure = (beside: string, name: string, peer: Taken, atMost: number): Figure => ({
			name: `CPU per waiting project and minute${beside}`,
			unit: 'ms',
			ours: summarize(ours.cpu),
			peer: { name, ...summarize(peer.cpu) },
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
		const look = ours.cpu / ours.requests;
		const day = looksIn(DEFAULT_MAX_WAIT.paused);
		figures.push({
			name: 'CPU of a wait of 24 hours',
			unit: 'ms',
			ours: summarize(look * day),
			peer: { name: 'a wait of 2 hours', ...summarize(look * looksIn(DEFAULT_MAX_WAIT.running)) },
			goal: { atMost: 4, of: 'ratio' },
			note: `${day} looks of ${look.toFixed(0)} ms each, as measured here in the first minutes`,
		});
		return [{ node: crowds[0].n8n.node, figures }];
	});
