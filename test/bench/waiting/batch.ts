/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { flow, node, parkedClip } from '../../e2e/flows';
import type { Simulator } from '../../simulator';
import type { Benchmark, BenchOptions, BenchResult } from '../figure';
import { beyondRest } from '../server/atRest';
import { activeJobs } from '../server/jobs';
import { type MeasuredCluster, openMeasuredCluster } from '../server/measured';
import { mean } from '../statistics';
import { PEERS, startAt, startByWebhook } from './ways';
import { withPlaces } from './places';

const videos = 18;
const perMinute = 3;

/** How long a cluster at rest is watched before, in milliseconds. */
const restMs = 60_000;

/** What a batch takes of a cluster until its last video is submitted. */
interface Taken {
	/** How many executions the worker ran, looked at twice a second. */
	active: number[];
	/** Percent of one core, of all processes of n8n together, without what they take at rest. */
	cores: number;
}

/** A node that takes the videos of a call apart, and one that submits them and waits for their clips. */
const batchFlow = (way: 'durable' | 'inProcess') =>
	flow('Batch', [
		startAt('batch'),
		node('Videos', 'n8n-nodes-base.splitOut', {
			parameters: { fieldToSplitOut: 'body.videos', options: {} },
		}),
		parkedClip('Create', {
			operation: 'create',
			videoUrl: '={{ $json.videoUrl }}',
			waitMode: way,
			submissionOptions: { submissionsPerMinute: perMinute },
		}),
	]);

async function take(
	n8n: MeasuredCluster,
	simulator: Simulator,
	way: 'durable' | 'inProcess',
): Promise<Taken> {
	await n8n.publish(batchFlow(way));
	// An n8n that has just started still has things to do.
	await pause(restMs);
	const urls = Array.from({ length: videos }, (_, index) => ({
		videoUrl: `https://media.example.com/${way}-${index}/sim-endless/talk.mp4`,
	}));
	const submitted = () => simulator.ledger.filter(({ rawBody }) => rawBody.includes(`/${way}-`)).length;
	const active: number[] = [];
	const { cpuMs, lastedMs } = await beyondRest(n8n, restMs, async () => {
		await startByWebhook(n8n, 'batch', { videos: urls });
		while (submitted() < videos) {
			active.push(await activeJobs(n8n.cluster));
			await pause(500);
		}
	});
	return { active, cores: (100 * cpuMs) / lastedMs };
}

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	return await withPlaces(async ({ simulator, tarball, endLater }) => {
		const open = async (way: string) =>
			endLater(await openMeasuredCluster(simulator, tarball, `bench-${way}`));
		tell('starting two clusters');
		const [free, holding] = [await open('durable'), await open('inProcess')];
		tell(`${videos} videos, ${perMinute} a minute, in each`);
		const [ours, held] = await Promise.all([
			take(free, simulator, 'durable'),
			take(holding, simulator, 'inProcess'),
		]);
		const note = `queue mode, one worker with 10 places; ${perMinute} videos a minute, from the call to the last submission`;
		return {
			figures: [
				{
					name: `Places of a worker that a batch of ${videos} videos holds, on average`,
					unit: 'places',
					ours: [mean(ours.active)],
					peer: { name: PEERS.inProcess, sample: [mean(held.active)] },
					goal: { atMost: 0.05, of: 'absolute' },
					note: `${note}; looked at twice a second; a place is taken for the moment in which a video is submitted`,
				},
				{
					name: `CPU of n8n while a batch of ${videos} videos goes out`,
					unit: '% of a core',
					ours: [ours.cores],
					peer: { name: PEERS.inProcess, sample: [held.cores] },
					goal: { atMost: 2, of: 'absolute' },
					note: `${note}; all processes together, without what they take at rest; status checks of those that are out included`,
				},
			],
		};
	});
}

/** What a batch takes of n8n that goes out at the pace of the service. */
export const batch: Benchmark = { name: 'batch', inShort: false, run };
