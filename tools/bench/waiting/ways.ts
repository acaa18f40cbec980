/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { flow, node, pausingClip } from '../../beds/flows';
import { until, type SavedWorkflow, type Workflow, type WorkflowNode } from '../../host';
import type { Simulator } from '../../simulator';
import type { MeasuredN8n, Place } from '../n8n';

/**
 * How runs wait: paused by us, kept running by us, in a loop of n8n's own nodes, which does nothing but ask, or for another run
 * with such a loop: the least that n8n takes for a run for which another one asks.
 */
export type Way = 'paused' | 'inProcess' | 'loop' | 'floor';

/** What the ways that are measured against are called. */
export const PEERS = {
	inProcess: 'Keep It Running',
	loop: 'a loop (HTTP Request, Wait)',
	floor: 'Execute Workflow around that loop',
} as const;

/** A webhook that starts an execution. */
export const startAt = (path: string): WorkflowNode =>
	node('Start', 'n8n-nodes-base.webhook', {
		typeVersion: 2.1,
		parameters: { path, httpMethod: 'POST', options: {} },
		webhookId: path,
	});

const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', {
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
});

const callOf = ({ id }: SavedWorkflow): WorkflowNode =>
	node('Call', 'n8n-nodes-base.executeWorkflow', {
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: id }, options: {} },
	});

/** An HTTP Request node that sends the API key. */
export const request = (name: string, parameters: object, settings: object = {}): WorkflowNode =>
	node(name, 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.5,
		parameters: {
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			options: {},
			...parameters,
		},
		credentials: { httpHeaderAuth: { id: '', name: '' } },
		...settings,
	});

function loopOf(start: WorkflowNode, { baseUrl }: Simulator, seconds: number): Workflow {
	const url = `${baseUrl}/open-api/v1/project`;
	const submit = request('Submit', {
		method: 'POST',
		url: `${url}/create`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody:
			'={ "videoUrl": "{{ $json.body.videoUrl }}", "videoType": 2, "preferLength": [0], "lang": "auto" }',
	});
	const wait = node('Wait', 'n8n-nodes-base.wait', {
		typeVersion: 1.1,
		parameters: { amount: seconds },
		webhookId: `wait-${start.name}`,
	});
	const query = request('Query', { url: `=${url}/query/{{ $json.projectId }}` });
	const read = flow('Asks now and then', [start, submit, wait, query]);
	const again = { main: [[{ node: wait.name, type: 'main', index: 0 }]] };
	return { ...read, connections: { ...read.connections, [query.name]: again } };
}

/** Runs of one workflow, each of which waits for a project of its own that never gets ready. */
export class Crowd {
	private constructor(
		readonly n8n: MeasuredN8n,
		readonly workflow: SavedWorkflow,
		private readonly way: Way,
		private readonly simulator: Simulator,
	) {}

	/**
	 * Publishes the workflow.
	 *
	 * @param seconds - how long a loop pauses
	 */
	static async publish(n8n: MeasuredN8n, way: Way, simulator: Simulator, seconds = 66): Promise<Crowd> {
		const start = startAt(way);
		const publish = async (workflow: Workflow) => new Crowd(n8n, await n8n.publish(workflow), way, simulator);
		if (way === 'loop') return await publish(loopOf(start, simulator, seconds));
		if (way === 'floor') {
			const inner = await n8n.publish(loopOf(called, simulator, seconds));
			return await publish(flow('Calls what waits', [start, callOf(inner)]));
		}
		// The loop submits as fast as it is started.
		const options = { submissionsPerMinute: 600, ...(way === 'inProcess' ? { waitMode: 'inProcess' } : {}) };
		const create = pausingClip('Create', {
			operation: 'create',
			videoUrl: '={{ $json.body.videoUrl }}',
			options,
		});
		return await publish(flow('Wait for one video', [start, create, node('After', 'n8n-nodes-base.noOp')]));
	}

	/** Starts runs, evenly, and waits until the service has all their projects. */
	async start(count: number, spacingMs: number): Promise<void> {
		const before = this.projects().length;
		const began = performance.now();
		for (let index = 0; index < count; index += 1) {
			const videoUrl = `https://media.example.com/${this.way}/${before + index}/sim-endless/talk.mp4`;
			await this.n8n.call(this.way, { videoUrl });
			await pause(Math.max(0, began + (index + 1) * spacingMs - performance.now()));
		}
		await until(() => this.projects().length >= before + count, 500);
	}

	/** Lets all its projects get ready. */
	finish(): void {
		for (const projectId of this.projects()) this.simulator.finish(projectId);
	}

	private projects(): string[] {
		const mine = this.simulator.ledger.filter(({ rawBody }) => rawBody.includes(`/${this.way}/`));
		return mine.flatMap(({ projectId }) => projectId ?? []);
	}

	/** How often the service was asked for its projects within a time, in epoch milliseconds. */
	questions(from: number, to: number): number {
		const ids = new Set(this.projects());
		return this.simulator.requests.filter(
			({ method, at, path }) =>
				method === 'GET' && at >= from && at < to && ids.has(path.split('/').at(-1) ?? ''),
		).length;
	}
}

/** Publishes a way to wait in an n8n of its own. */
export const crowdOf = async (place: Place, way: Way, seconds?: number): Promise<Crowd> =>
	await Crowd.publish(await place.open(), way, place.simulator, seconds);
