import { flow, pausingClip, startWith } from '../beds/flows';
import { credentialFor, explainFailure, manualTriggerOf, withCredential, type Workflow } from '../host';
import { type Benchmark, type Figure, summarize } from './figure';
import { withPlace } from './n8n';
import { request } from './waiting/ways';

const samples = 7;

/** As many as fit into the hourly limits of the service and 'Max Rate Limit Wait'. */
const ITEMS = 40;

const BODY = '={ "videoUrl": "{{ $json.link }}", "videoType": 2, "preferLength": [0], "lang": "auto" }';

let batches = 0;

/** Videos of an execution; each names the key of its account. */
function rows(keys: readonly string[]): object[] {
	batches += 1;
	return Array.from({ length: ITEMS }, (_, index) => ({
		link: `https://youtu.be/batch-${batches}-${index}`,
		key: keys[index % keys.length],
	}));
}

/**
 * So fast that no video waits for it. But after each one Create pauses for 300 ms, and looks whether its note still stands; so HTTP Request
 * beside it pauses as long: n8n at rest takes CPU, too.
 */
const PACE = { submissionsPerMinute: 600 };
const SAME_PACE = { batching: { batch: { batchSize: 1, batchInterval: 300 } } };

/** What a batch of 40 videos takes, with one account and with as many as it has videos, which all go out at once. */
export const batch: Benchmark = async (tell) => {
	const otherKeys = Array.from({ length: ITEMS }, (_, index) => `bench-key-${index}`);
	return await withPlace({ otherKeys }, async ({ simulator, open }) => {
		const n8n = await open();
		const { client } = n8n.host;
		const { type, data, name } = credentialFor(simulator);
		const url = `${simulator.baseUrl}/open-api/v1/project/create`;
		const header = { name: 'Key of the item', type: 'httpHeaderAuth' };
		const credentials = {
			one: [
				await client.createCredential({ name, type, data }),
				await client.createCredential({
					...header,
					data: { name: simulator.headerName, value: simulator.apiKey },
				}),
			],
			each: [
				await client.createCredential({ name: 'Each', type, data: { ...data, apiKey: '={{ $json.key }}' } }),
				await client.createCredential({
					...header,
					data: { name: simulator.headerName, value: '={{ $json.key }}' },
				}),
			],
		} as const;
		const create = pausingClip('Submit', {
			operation: 'create',
			videoUrl: '={{ $json.link }}',
			waitForClips: false,
			options: PACE,
		});
		const postWith = (options: object) =>
			request('Submit', {
				method: 'POST',
				url,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: BODY,
				options,
			});
		const [post, paced] = [postWith({}), postWith(SAME_PACE)];
		/** CPU time of an execution, for each item. */
		const cpuOf = async (workflow: Workflow, which: keyof typeof credentials): Promise<number> => {
			const [ours, theirs] = credentials[which];
			const saved = await client.createWorkflow(withCredential(workflow, ours, theirs));
			const [sent, from] = [simulator.ledger.length, n8n.cpuMs()];
			const id = await client.runWorkflow(saved.id, manualTriggerOf(workflow).name);
			const execution = await client.waitForExecution(id ?? '');
			if (execution.status !== 'success') throw new Error(explainFailure(execution));
			const taken = n8n.cpuMs() - from;
			if (simulator.ledger.length !== sent + ITEMS) throw new Error('Not each video was submitted once.');
			return taken / ITEMS;
		};
		const start = (keys: readonly string[]) => startWith('Videos', rows(keys));
		const one = otherKeys.slice(0, 1);
		const ways = {
			create: async () => await cpuOf(flow('Create', [...start(one), create]), 'one'),
			post: async () => await cpuOf(flow('Post', [...start(one), paced]), 'one'),
			createByItem: async () => await cpuOf(flow('Create', [...start(one), create]), 'each'),
			postByItem: async () => await cpuOf(flow('Post', [...start(one), paced]), 'each'),
			createForAll: async () => await cpuOf(flow('Create', [...start(otherKeys), create]), 'each'),
			postForAll: async () => await cpuOf(flow('Post', [...start(otherKeys), post]), 'each'),
		};
		const taken = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]));
		for (let sample = 0; sample <= samples; sample += 1) {
			tell(`sample ${sample} of ${samples}`);
			for (const [way, measure] of Object.entries(ways)) {
				const cpu = await measure();
				// The first one only warms up.
				if (sample > 0) taken.get(way)?.push(cpu);
			}
		}
		const of = (way: keyof typeof ways) => summarize(...(taken.get(way) ?? []));
		const note = `CPU of n8n for each of ${ITEMS} items, from the start of the execution to its end`;
		const figures: Figure[] = [
			{
				name: 'CPU to submit a video of a batch',
				unit: 'ms',
				ours: of('create'),
				peer: { name: 'HTTP Request at the same pace', ...of('post') },
				goal: { atMost: 1.2, of: 'ratio' },
				note,
			},
			{
				name: 'CPU to submit a video of a batch, the key by item, one account',
				unit: 'ms',
				ours: of('createByItem'),
				peer: { name: 'HTTP Request with such a credential at the same pace', ...of('postByItem') },
				goal: { atMost: 2, of: 'ratio' },
				note: `${note}; with a record of what was paid for, which the peer has not`,
			},
			{
				name: `CPU to submit a video of a batch, the key by item, ${ITEMS} accounts`,
				unit: 'ms',
				ours: of('createForAll'),
				peer: { name: 'HTTP Request with such a credential', ...of('postForAll') },
				goal: { atMost: 2, of: 'ratio' },
				note: `${note}; with a record of what was paid for, which the peer has not`,
			},
		];
		return [{ node: n8n.node, figures }];
	});
};
