/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import {
	clipTriggerOf,
	fetchOnce,
	projectRoot,
	readWorkflow,
	s3CredentialFor,
	saveCredential,
	webhookPath,
	withReceivers,
	type Execution,
	type ExecutionItem,
	type HostOptions,
	type NewCredential,
	type SavedWorkflow,
	type Workflow,
} from '../host';
import { filesBelow, temporaryFolder } from '../host/folder';
import {
	startReceivers,
	startRecorder,
	type Call,
	type Receivers,
	type Recorder,
	type Reply,
} from '../receivers';
import { Bed } from './bed';
import { publishHosts, publishReply } from './publish/replies';
import {
	fingerprintOf,
	messagesOf,
	platformHosts,
	platformReply,
	postsOf,
	tokens,
	type ChatMessage,
	type Post,
} from './recipePlatforms';
import { Tables } from './tables';

/** The accounts of the platforms, as the editor's dialogs fill them in. */
const accounts: readonly NewCredential[] = [
	{
		name: 'YouTube',
		type: 'youTubeOAuth2Api',
		data: {
			clientId: 'an app',
			clientSecret: 'its secret',
			oauthTokenData: { access_token: tokens.youtube },
		},
	},
	{ name: 'Instagram', type: 'facebookGraphApi', data: { accessToken: tokens.instagram } },
	{ name: 'Telegram', type: 'telegramApi', data: { accessToken: tokens.telegram } },
	{
		name: 'Upload-Post',
		type: 'httpHeaderAuth',
		data: { name: 'Authorization', value: `Apikey ${tokens.uploadPost}` },
	},
	{ name: 'Upload-Post', type: 'uploadPostApi', data: { apiKey: tokens.uploadPost } },
	{
		name: 'Blotato',
		type: 'blotatoApi',
		data: { apiKey: tokens.blotato, server: 'https://backend.blotato.com' },
	},
];

/** The community nodes of others that examples use, in the versions that their notes name. */
export const communityNodes = {
	'n8n-nodes-upload-post': '0.1.32',
	'@blotato/n8n-nodes-blotato': '1.0.10',
} as const;

async function got(url: string): Promise<Response> {
	const answer = await fetchOnce(url);
	if (!answer.ok) throw new TypeError(`HTTP ${answer.status} for a file`);
	return answer;
}

/** Gets a file as anybody may. */
export const fetchedBytes = async (url: string): Promise<Buffer> =>
	Buffer.from(await (await got(url)).arrayBuffer());

/** Gets a file as anybody may, and tells it by its bytes. */
export async function fetched(url: string): Promise<string> {
	const answer = await got(url);
	const type = answer.headers.get('content-type') ?? undefined;
	return fingerprintOf(new Uint8Array(await answer.arrayBuffer()), type);
}

/** The file of a clip as the service serves it now. */
export const servedFile = async ({ json }: ExecutionItem): Promise<string> =>
	await fetched(String(json.videoUrl));

/** A real n8n with the receivers that the examples send to, and a recorder in the place of the platforms. */
export class RecipeBed extends Bed {
	/** The data tables, as a person sees them. */
	readonly tables = new Tables(() => this.client);
	private opening: Receivers | undefined;
	private recording: Recorder | undefined;
	private readonly played = new Map<string, Reply | ((call: Call) => Reply | undefined)>();
	private readonly playedOnce = new Map<string, Reply>();
	private readonly folder = temporaryFolder('n8n-received-');
	private readonly storage = temporaryFolder('n8n-store-');

	override async open(): Promise<void> {
		this.opening = await startReceivers();
		this.recording = await startRecorder(
			this.folder.path,
			[...platformHosts, ...publishHosts],
			(call, calls) => this.playedFor(call) ?? publishReply(call) ?? platformReply(call, calls),
		);
		await super.open();
		for (const account of [s3CredentialFor(this.receivers.s3), ...accounts]) await this.addAccount(account);
	}

	protected override hostOptions(): HostOptions {
		const env = { N8N_LOG_LEVEL: 'debug', N8N_BINARY_DATA_STORAGE_PATH: this.storage.path };
		return { env: { ...env, ...this.recorder.environment }, communityNodes };
	}

	override async close(): Promise<void> {
		await super.close();
		await this.opening?.close();
		await this.recording?.close();
		this.folder.remove();
		this.storage.remove();
	}

	/** What takes the calls to the platforms. */
	get recorder(): Recorder {
		if (this.recording === undefined) throw new TypeError('The recorder is not open.');
		return this.recording;
	}

	/** What the examples send files and messages to. */
	get receivers(): Receivers {
		if (this.opening === undefined) throw new TypeError('The receivers are not open.');
		return this.opening;
	}

	/** Lets a platform answer something else from now on, maybe to some calls only; nothing else for `undefined`. */
	play(host: string, reply: Reply | ((call: Call) => Reply | undefined) | undefined): void {
		if (reply === undefined) this.played.delete(host);
		else this.played.set(host, reply);
	}

	/** Lets a platform answer something else to its next call. */
	playOnce(host: string, reply: Reply): void {
		this.playedOnce.set(host, reply);
	}

	private playedFor(call: Call): Reply | undefined {
		const { hostname } = call.url;
		const once = this.playedOnce.get(hostname);
		this.playedOnce.delete(hostname);
		const played = this.played.get(hostname);
		return once ?? (typeof played === 'function' ? played(call) : played);
	}

	/** Saves an account of a platform, for the nodes that name one of its type. */
	async addAccount(account: NewCredential): Promise<void> {
		this.otherCredentials.push(await saveCredential(this.client, account));
	}

	/** Every video that was posted so far, oldest first. */
	posts(): Post[] {
		return postsOf(this.recorder.calls);
	}

	/** Every message of the bot so far, oldest first. */
	messages(): ChatMessage[] {
		return messagesOf(this.recorder.calls);
	}

	/** All files in n8n's storage, unfinished ones included, without those that tell about other files. */
	stored(): string[] {
		return filesBelow(this.storage.path).filter((file) => !file.endsWith('.metadata'));
	}

	/** Saves a workflow with the receivers in place of made-up addresses. */
	override async save(workflow: Workflow): Promise<SavedWorkflow> {
		return await super.save(withReceivers(workflow, this.receivers.origin));
	}

	/** Publishes a workflow that begins with a Clip Trigger, lets the service finish a video and call it, and waits for its run. */
	async delivered(workflow: Workflow, videoUrl: string): Promise<Execution> {
		const { id } = await this.publish(workflow);
		const trigger = clipTriggerOf(workflow);
		const path = trigger === undefined ? '' : webhookPath(trigger);
		this.simulator.configure({ webhookUrl: `${this.webhookUrl}${path}` });
		const projectId = await this.submit(videoUrl);
		this.simulator.configure({ webhookUrl: null });
		this.simulator.finish(projectId);
		const [run] = await this.client.waitForExecutionsOf(id, 1);
		await this.client.deactivateWorkflow(id);
		if (run === undefined) throw new TypeError(`"${workflow.name}" did not run.`);
		return run;
	}
}

/** An example as it is offered. */
export const example = (file: string): Workflow => readWorkflow(join(projectRoot(), 'examples', file));

/** The same workflow, which asks at once instead of each half minute. */
export const hurried = (workflow: Workflow): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((one) =>
		one.type === 'n8n-nodes-base.wait' ? { ...one, parameters: { amount: 0 } } : one,
	),
});
