import { credentialFor, saveCredential, until, withCredential } from '../host';
import { flow, node, parkedClip } from './flows';
import { type JournalWatch, knownOf, openJournalWatch, tellingUrl } from './journalWatch';
import { QueueBed } from './queueBed';

/** Runs that start at once, and videos of each. */
const [runs, videos] = [10, 8];

describe('Create on several workers at once', () => {
	const bed = new QueueBed({
		workers: [{ concurrency: 5 }, { concurrency: 5 }],
		logName: 'n8n-queue-journal',
	});
	const hook = 'journal';
	let watch: JournalWatch;
	let workflowId = '';

	beforeAll(async () => {
		await bed.open({});
		const { simulator, client } = bed;
		watch = await openJournalWatch(
			simulator.origin,
			async (key) => (await knownOf(bed.cluster.postgres, workflowId, [key])) === 1,
		);
		const baseUrl = simulator.baseUrl.replace(simulator.origin, watch.origin);
		const credential = await saveCredential(client, credentialFor({ ...simulator, baseUrl }, 'Watched'));
		const workflow = flow('Many at once', [
			node('Videos', 'n8n-nodes-base.webhook', {
				typeVersion: 2,
				webhookId: hook,
				parameters: { httpMethod: 'POST', path: hook, responseMode: 'onReceived', options: {} },
			}),
			node('Items', 'n8n-nodes-base.splitOut', {
				parameters: { fieldToSplitOut: 'body.items', options: {} },
			}),
			parkedClip('Create', {
				operation: 'create',
				videoUrl: tellingUrl(hook),
				waitForClips: false,
				submissionOptions: { submissionsPerMinute: 600 },
			}),
		]);
		const saved = await client.createWorkflow(withCredential(workflow, credential));
		workflowId = saved.id;
		await client.activateWorkflow(saved);
	});
	afterAll(async () => {
		await watch.close();
		await bed.close();
	});

	it('submits each video once', async () => {
		const body = JSON.stringify({ items: Array.from({ length: videos }, (_, index) => ({ index })) });
		const statuses = await Promise.all(
			Array.from({ length: runs }, async () => await bed.post(`/webhook/${hook}`, body)),
		);
		expect(statuses).toEqual(Array.from({ length: runs }, () => 200));
		const ended = async (...states: string[]) =>
			await bed.client.countExecutions(workflowId, 'webhook', states);
		await until(async () => (await ended('success', 'error', 'crashed')) === runs, 200);
		expect(await ended('success')).toBe(runs);
		expect(bed.submissionsOf(`/${hook}/`)).toHaveLength(runs * videos);
		expect(new Set(watch.sightings.map(({ videoUrl }) => videoUrl)).size).toBe(runs * videos);
	});

	it('has written each of them down when it leaves', () => {
		expect(watch.sightings.filter(({ wasKnown }) => !wasKnown)).toEqual([]);
	});

	it('still knows them in the end', async () => {
		const keys = watch.sightings.map(({ marks }) => marks.own);
		expect(await knownOf(bed.cluster.postgres, workflowId, keys)).toBe(runs * videos);
	});
});
