import { randomBytes } from 'node:crypto';
import {
	credentialFor,
	fetchOnce,
	manualTriggerOf,
	saveCredential,
	withCredential,
	type Credential,
	type Execution,
	type N8nClient,
	type SavedWorkflow,
	type Workflow,
} from '../host';
import { unpaced } from './flows';
import { startModel, type Model, type Think } from './model';
import { startSimulator, type LedgerEntry, type Simulator, type SimulatorOptions } from '../simulator';

/** A real n8n, of whatever kind. */
export interface N8n {
	/** Talks to it as the editor does. */
	client: N8nClient;
	/** Where its webhooks are reached, without a slash at the end. */
	webhookUrl: string;
}

/** A real n8n with the packed nodes, and a simulated service. */
export abstract class Stage {
	private parts: (N8n & { simulator: Simulator }) | undefined;
	private credential: Credential | undefined;
	private readonly ends: Array<() => Promise<void>> = [];
	/** Credentials of other services, for the nodes that name one of their type; of two of a type the later one counts. */
	protected readonly otherCredentials: Credential[] = [];

	/** What the credential is called. */
	protected readonly credentialName: string | undefined;

	/** Starts the n8n; what ends it goes to `endLater`. */
	protected abstract startN8n(endLater: (end: () => Promise<void>) => void): Promise<N8n>;

	/** Starts both; takes minutes where something must be installed first. */
	async open(settings: SimulatorOptions): Promise<void> {
		// A key that no other text can contain, so that it can be searched for.
		const [apiKey = '', ...otherKeys] = Array.from({ length: 3 }, () => randomBytes(20).toString('hex'));
		const simulator = await startSimulator({ apiKey, otherKeys, submissionLimits: null, ...settings });
		this.ends.push(() => simulator.close());
		const n8n = await this.startN8n((end) => this.ends.push(end));
		this.parts = { ...n8n, simulator };
		await this.savedCredential();
	}

	/** Ends what was started, also after a start that failed. */
	async close(): Promise<void> {
		for (const end of this.ends.splice(0).reverse()) await end();
	}

	private get opened(): N8n & { simulator: Simulator } {
		if (this.parts === undefined) throw new TypeError('The stage is not open.');
		return this.parts;
	}

	get simulator(): Simulator {
		return this.opened.simulator;
	}

	/** The credential of the simulated service; saved when it is first asked for. */
	async savedCredential(): Promise<Credential> {
		const wanted = credentialFor(this.simulator, this.credentialName);
		return (this.credential ??= await saveCredential(this.client, wanted));
	}

	/** Deletes the credential, as in an n8n that nobody has used yet; the next workflow that is saved brings it back. */
	async forgetCredential(): Promise<void> {
		if (this.credential !== undefined) await this.client.deleteCredential(this.credential.id);
		this.credential = undefined;
	}

	/** Starts a played chat model, for the models of workflows that are saved from now on, and for whoever takes its credential. */
	async useModel(think: Think): Promise<Model & { credential: Credential }> {
		const model = await startModel(think);
		this.ends.push(() => model.close());
		const data = { apiKey: 'played', url: model.baseUrl };
		const wanted = { name: 'Played model', type: 'openAiApi', data };
		const credential = await this.client.createCredential(wanted);
		this.otherCredentials.push(credential);
		return { ...model, credential };
	}

	/** Where the webhooks of the n8n are reached, without a slash at the end. */
	get webhookUrl(): string {
		return this.opened.webhookUrl;
	}

	/** Talks to the n8n as the editor does. */
	get client(): N8nClient {
		return this.opened.client;
	}

	/**
	 * Saves a workflow, with the credential of the simulated service on the nodes of the package.
	 *
	 * @param prepare - what is changed in it before; by default its submissions are not held back
	 */
	async save(workflow: Workflow, prepare = unpaced): Promise<SavedWorkflow> {
		const credential = await this.savedCredential();
		const ready = withCredential(prepare(workflow), credential, ...this.otherCredentials);
		return await this.client.createWorkflow(ready);
	}

	/** Saves a workflow and starts it by hand; returns the execution's id. */
	async start(workflow: Workflow): Promise<string> {
		const saved = await this.save(workflow);
		const id = await this.client.runWorkflow(saved.id, manualTriggerOf(workflow).name);
		if (id === undefined) throw new TypeError(`"${workflow.name}" waits for a webhook.`);
		return id;
	}

	/** Saves and runs a workflow, and waits for its end. */
	async run(workflow: Workflow): Promise<Execution> {
		return await this.client.waitForExecution(await this.start(workflow));
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
		await fetchOnce(`${baseUrl}/open-api/v1/project/create`, {
			method: 'POST',
			headers: { [headerName]: apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({ videoUrl, videoType: 2, preferLength: [0], lang: 'auto' }),
		});
		const projectId = this.submissionsOf(videoUrl).at(-1)?.projectId;
		if (projectId == null) throw new TypeError(`The service did not accept ${videoUrl}.`);
		return projectId;
	}

	/** Calls a webhook as anybody may, and returns the HTTP status. */
	async post(path: string, body: string): Promise<number> {
		const answer = await fetchOnce(`${this.webhookUrl}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body,
		});
		await answer.arrayBuffer();
		return answer.status;
	}
}
