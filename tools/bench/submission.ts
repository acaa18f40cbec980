/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { flow, node, pausingClip, startWith } from '../beds/flows';
import { type Execution, until, type WorkflowNode } from '../host';
import { type Benchmark, type Figure, median, summarize } from './figure';
import { lastedFrom, type MeasuredN8n, withPlace } from './n8n';
import { request, startAt } from './waiting/ways';

/** Samples, and executions of which each is the mean: n8n counts in whole milliseconds. */
const [samples, executions] = [7, 15];

const mean = (numbers: readonly number[]): number =>
	numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** As many as the nodes keep of one node. */
const rowSize = 500;

let videos = 0;
const nextVideo = (): string => `https://youtu.be/bench-${(videos += 1)}`;

const body = (link: string) =>
	`={ "videoUrl": "{{ ${link} }}", "videoType": 2, "preferLength": [0], "lang": "auto" }`;

/** What a submission takes with its record, beside the bare POST and one write to n8n's memory. */
export const submission: Benchmark = async (tell) =>
	await withPlace({}, async ({ simulator, open }) => {
		const n8n = await open();
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
		tell(`filling a row with ${rowSize} records`);
		const again = await withFullRow(n8n, create('$json.link'), () => simulator.ledger.length);
		const [ours, full, bare, single]: [number[], number[], number[], number[]] = [[], [], [], []];
		for (let sample = 0; sample <= samples; sample += 1) {
			tell(`time, sample ${sample} of ${samples}`);
			const [whole, beside, plain, written] = [
				await timeOf(fresh(create('$json.link'))),
				await timeOf(again),
				await timeOf(fresh(post('$json.link'))),
				await timeOf(fresh(write)),
			];
			// The first one only warms up.
			if (sample === 0) continue;
			ours.push(whole);
			full.push(beside);
			bare.push(plain);
			single.push(written);
		}
		const added = (name: string, times: readonly number[], more: Partial<Figure> = {}): Figure => ({
			name,
			unit: 'ms',
			ours: summarize(...times.map((whole) => whole - median(bare))),
			peer: { name: "one write to n8n's memory (Remove Duplicates)", ...summarize(...single) },
			note: `Create without waiting, less HTTP Request; each of ${samples} samples is the mean of ${executions} executions`,
			...more,
		});
		const time = added('Time that the record adds to a submission', ours, {
			goal: { atMost: 1.2, of: 'ratio' },
		});
		const beside = added(`The same beside ${rowSize} records`, full);

		const crowd = async (path: string, submit: typeof write) => {
			await n8n.publish(flow(path, [startAt(path), submit]));
			return async () => await cpuOf(n8n, path, () => simulator.ledger.length);
		};
		const [mine, theirs] = [
			await crowd('create', create('$json.body.videoUrl')),
			await crowd('post', post('$json.body.videoUrl')),
		];
		const taken: [number[], number[]] = [[], []];
		for (let sample = 0; sample <= samples; sample += 1) {
			tell(`CPU, sample ${sample} of ${samples}`);
			const [first, second] = [await mine(), await theirs()];
			if (sample === 0) continue;
			taken[0].push(first);
			taken[1].push(second);
		}
		const cpu: Figure = {
			name: 'CPU of an execution that submits',
			unit: 'ms',
			ours: summarize(...taken[0]),
			peer: { name: 'Webhook, HTTP Request', ...summarize(...taken[1]) },
			goal: { atMost: 1.3, of: 'ratio' },
			note: `from the call of the webhook to the end; batches of ${executions * 2} executions`,
		};
		return [{ node: n8n.node, figures: [time, beside, cpu] }];
	});

/** Submits as many videos as n8n remembers of a node, and gives what submits one more there each time. */
async function withFullRow(
	n8n: MeasuredN8n,
	submit: WorkflowNode,
	submitted: () => number,
): Promise<() => Promise<Execution>> {
	const links =
		"={{ { items: Array.from({ length: $json.body?.count ?? 1 }, (_, index) => ({ link: 'https://youtu.be/full-' + $execution.id + '-' + index })) } }}";
	const [start, inOne, ...rest] = startWith('Links', []);
	if (start === undefined || inOne === undefined) throw new TypeError('There is no node that starts it.');
	const fill = { ...startAt('fill'), name: 'Fill' };
	const read = flow('Beside many', [
		start,
		{ ...inOne, parameters: { ...inOne.parameters, jsonOutput: links } },
		...rest,
		submit,
	]);
	const filled = flow('', [fill, inOne]);
	const workflow = {
		...read,
		nodes: [...read.nodes, fill],
		connections: { ...read.connections, ...filled.connections },
	};
	const saved = await n8n.publish(workflow);
	const [before, batch] = [submitted(), 40];
	for (let count = batch; count - batch < rowSize; count += batch) {
		await n8n.call('fill', { count: batch });
		await until(() => submitted() >= before + count, 200);
	}
	return async () => await n8n.press(saved);
}

/** CPU time of n8n for each of some executions that submit one video. */
async function cpuOf(n8n: MeasuredN8n, path: string, submitted: () => number): Promise<number> {
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
