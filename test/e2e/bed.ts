/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import {
	credentialFor,
	manualTriggerOf,
	openHost,
	saveCredential,
	withCredential,
	type Credential,
	type Execution,
	type Host,
	type N8nClient,
	type SavedWorkflow,
	type Workflow,
} from '../host';
import { logFileOf } from '../host/paths';
import { startSimulator, type LedgerEntry, type Simulator } from '../simulator';

interface Parts {
	simulator: Simulator;
	host: Host;
	credential: Credential;
}

/** Seconds that the simulated service takes for a video: less than one question waits for the next. */
const processingSeconds = 3;

/** One real n8n with the packed nodes, and one simulated service, for all cases. */
export class Bed {
	private parts: Parts | undefined;
	private readonly ends: Array<() => Promise<void>> = [];

	/** Starts both; takes minutes where n8n must be installed first. */
	async open(): Promise<void> {
		// A key that no other text can contain, so that it can be searched for.
		const apiKey = randomBytes(20).toString('hex');
		const simulator = await startSimulator({ apiKey, processingSeconds, submissionLimits: null });
		this.ends.push(() => simulator.close());
		const logFile = logFileOf('n8n-e2e');
		rmSync(logFile, { force: true });
		const host = await openHost({ logFile, env: { N8N_LOG_LEVEL: 'debug' } });
		this.ends.push(() => host.close());
		const credential = await saveCredential(host.client, credentialFor(simulator));
		this.parts = { simulator, host, credential };
	}

	/** Ends what was started, also after a start that failed. */
	async close(): Promise<void> {
		for (const end of this.ends.splice(0).reverse()) await end();
	}

	private get opened(): Parts {
		if (this.parts === undefined) throw new TypeError('The test bed is not open.');
		return this.parts;
	}

	/** The simulated service. */
	get simulator(): Simulator {
		return this.opened.simulator;
	}

	/** The real n8n. */
	get host(): Host {
		return this.opened.host;
	}

	/** Talks to that n8n as the editor does. */
	get client(): N8nClient {
		return this.opened.host.client;
	}

	/** Saves a workflow, with the credential of the simulated service on the nodes of the package. */
	async save(workflow: Workflow): Promise<SavedWorkflow> {
		return await this.client.createWorkflow(withCredential(workflow, this.opened.credential));
	}

	/** Saves and runs a workflow, and waits for its end. */
	async run(workflow: Workflow, within = 60_000): Promise<Execution> {
		const saved = await this.save(workflow);
		const id = await this.client.runWorkflow(saved.id, manualTriggerOf(workflow).name);
		if (id === undefined) throw new TypeError(`"${workflow.name}" waits for a webhook.`);
		return await this.client.waitForExecution(id, within);
	}

	/** Saves a workflow and publishes it, so that its triggers listen. */
	async publish(workflow: Workflow): Promise<SavedWorkflow> {
		const saved = await this.save(workflow);
		await this.client.activateWorkflow(saved);
		return saved;
	}

	/** The submissions that reached the service for videos whose URL contains a text. */
	submissionsOf(text: string): LedgerEntry[] {
		return this.simulator.ledger.filter(({ rawBody }) => rawBody.includes(text));
	}

	/** Submits a video as another client of the same workspace does, and returns the project's exact ID. */
	async submit(videoUrl: string): Promise<string> {
		const { baseUrl, headerName, apiKey } = this.simulator;
		await fetch(`${baseUrl}/open-api/v1/project/create`, {
			method: 'POST',
			headers: { [headerName]: apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({ videoUrl, videoType: 2, preferLength: [0], lang: 'auto' }),
		});
		const projectId = this.submissionsOf(videoUrl).at(-1)?.projectId;
		if (projectId == null) throw new TypeError(`The service did not accept ${videoUrl}.`);
		return projectId;
	}

	/** Calls this n8n as anybody may, and returns the HTTP status. */
	async post(path: string, body: string): Promise<number> {
		const answer = await fetch(`${this.host.n8n.url}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body,
		});
		await answer.arrayBuffer();
		return answer.status;
	}
}
