/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { flow, node, pausingClip, startWith, webhook } from '../beds/flows';
import { type Execution, until } from '../host';
import { beside, type Benchmark, inTurns, median } from './figure';
import { lastedFrom, type MeasuredBed, withBeds } from './n8n';
import { request } from './waiting/ways';

/** Samples, and executions of which each is the mean: n8n counts in whole milliseconds. */
const [samples, executions] = [7, 15];

const mean = (numbers: readonly number[]): number =>
	numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

let videos = 0;
const nextVideo = (): string => `https://youtu.be/bench-${(videos += 1)}`;

const body = (link: string) =>
	`={ "videoUrl": "{{ ${link} }}", "videoType": 2, "preferLength": [0], "lang": "auto" }`;

/** What a submission takes with its record, beside the bare POST and one write to n8n's memory. */
export const submission: Benchmark = async (tell) =>
	await withBeds(async (open) => {
		const n8n = await open();
		const { simulator } = n8n;
		const options = { submissionsPerMinute: 600 };
		const create = (link: string) =>
			pausingClip('Submit', {
				operation: 'create',
				videoUrl: `={{ ${link} }}`,
				waitForClips: false,
				options,
			});
		const post = (link: string) =>
			request('Submit', {
				method: 'POST',
				url: `${simulator.baseUrl}/open-api/v1/project/create`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: body(link),
			});
		const write = node('Submit', 'n8n-nodes-base.removeDuplicates', {
			typeVersion: 2,
			parameters: {
				operation: 'removeItemsSeenInPreviousExecutions',
				dedupeValue: '={{ $json.link }}',
				options: {},
			},
		});
		const timeOf = async (execute: () => Promise<Execution>) => {
			const taken: number[] = [];
			for (let run = 0; run < executions; run += 1) taken.push(lastedFrom(await execute(), 'Submit'));
			return mean(taken);
		};
		/** Each time a new workflow, whose nodes n8n remembers nothing of. */
		const fresh = (submit: typeof write) => async () =>
			await n8n.execute(flow('One video', [...startWith('Links', [{ link: nextVideo() }]), submit]));
		const { ours, bare, single } = await inTurns(
			samples,
			{
				ours: async () => await timeOf(fresh(create('$json.link'))),
				bare: async () => await timeOf(fresh(post('$json.link'))),
				single: async () => await timeOf(fresh(write)),
			},
			tell,
		);
		const time = beside(
			['Time that the record adds to a submission', 'ms'],
			ours.map((whole) => whole - median(bare)),
			["one write to n8n's memory (Remove Duplicates)", single],
			{
				goal: { atMost: 1.2, of: 'ratio' },
				note: `Create without waiting, less HTTP Request; each of ${samples} samples is the mean of ${executions} executions`,
			},
		);

		const crowd = async (path: string, submit: typeof write) => {
			await n8n.publish(flow(path, [webhook(path), submit]));
			return async () => await cpuOf(n8n, path, () => simulator.ledger.length);
		};
		const { mine, theirs } = await inTurns(
			samples,
			{
				mine: await crowd('create', create('$json.body.videoUrl')),
				theirs: await crowd('post', post('$json.body.videoUrl')),
			},
			tell,
		);
		const cpu = beside(['CPU of an execution that submits', 'ms'], mine, ['Webhook, HTTP Request', theirs], {
			goal: { atMost: 1.3, of: 'ratio' },
			note: `from the call of the webhook to the end; batches of ${executions * 2} executions`,
		});
		return [{ node: n8n.node, figures: [time, cpu] }];
	});

/** CPU time of n8n for each of some executions that submit one video. */
async function cpuOf(n8n: MeasuredBed, path: string, submitted: () => number): Promise<number> {
	const count = executions * 2;
	await pause(2_000);
	const [before, from] = [submitted(), n8n.cpuMs()];
	for (let run = 0; run < count; run += 1) {
		await n8n.call(path, { videoUrl: nextVideo() });
		await pause(100);
	}
	await until(() => submitted() >= before + count, 200);
	// n8n stores an execution after its last node.
	await pause(1_000);
	return (n8n.cpuMs() - from) / count;
}
