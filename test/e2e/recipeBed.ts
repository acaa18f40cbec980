/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import {
	fetchOnce,
	projectRoot,
	readWorkflow,
	s3CredentialFor,
	saveCredential,
	withReceivers,
	type Execution,
	type ExecutionItem,
	type HostOptions,
	type NewCredential,
	type SavedWorkflow,
	type Workflow,
} from '../host';
import { temporaryFolder } from '../host/folder';
import { logFileOf } from '../host/paths';
import { startReceivers, startRecorder, type Receivers, type Recorder } from '../receivers';
import { Bed } from './bed';
import { fingerprintOf, type Fingerprint } from './fingerprint';
import {
	messagesOf,
	platformHosts,
	platformReply,
	postsOf,
	tokens,
	type ChatMessage,
	type Post,
} from './recipePlatforms';

/** The examples that need receivers; the tests of the recipes run them. */
export const recipes: readonly string[] = [
	'approve-clips-in-telegram.json',
	'clips-by-chat.json',
	'form-to-published-clips.json',
	'one-video-to-youtube.json',
	'plan-posts-from-a-feed.json',
	'publish-planned-posts.json',
	'ready-clips-to-instagram-reels.json',
	'ready-clips-to-tiktok.json',
	'ready-clips-to-youtube.json',
	'report-failed-clips.json',
	'save-ready-clips-and-notify.json',
];

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
	{ name: 'TikTok', type: 'httpBearerAuth', data: { token: tokens.tiktok } },
	{ name: 'Instagram', type: 'facebookGraphApi', data: { accessToken: tokens.instagram } },
	{ name: 'Telegram', type: 'telegramApi', data: { accessToken: tokens.telegram } },
];

/** Gets a file as anybody may, and tells it by its bytes. */
export async function fetched(url: string): Promise<Fingerprint> {
	const answer = await fetchOnce(url);
	if (!answer.ok) throw new TypeError(`HTTP ${answer.status} for a file`);
	return fingerprintOf(
		new Uint8Array(await answer.arrayBuffer()),
		answer.headers.get('content-type') ?? 'unknown',
	);
}

/** The file of a clip as the service serves it now. */
export async function servedFile({ json }: ExecutionItem): Promise<Fingerprint> {
	return await fetched(String(json.videoUrl));
}

/** A real n8n with the receivers that the examples send to, and a recorder in the place of the platforms. */
export class RecipeBed extends Bed {
	private opening: Receivers | undefined;
	private recording: Recorder | undefined;
	private readonly folder = temporaryFolder('n8n-received-');

	constructor() {
		super({ logFile: logFileOf('n8n-recipes') });
	}

	override async open(): Promise<void> {
		this.opening = await startReceivers();
		this.recording = await startRecorder(this.folder.path, platformHosts, platformReply);
		await super.open();
		for (const account of [s3CredentialFor(this.receivers.s3), ...accounts]) {
			this.otherCredentials.push(await saveCredential(this.client, account));
		}
	}

	protected override hostOptions(): HostOptions {
		return { ...super.hostOptions(), env: { N8N_LOG_LEVEL: 'debug', ...this.recorder.environment } };
	}

	override async close(): Promise<void> {
		await super.close();
		await this.opening?.close();
		await this.recording?.close();
		this.folder.remove();
	}

	/** What takes the calls to the platforms. */
	get recorder(): Recorder {
		if (this.recording === undefined) throw new TypeError('The recorder is not open.');
		return this.recording;
	}

	/** Every video that was posted so far, oldest first. */
	posts(): Post[] {
		return postsOf(this.recorder.calls);
	}

	/** Every message of the bot so far, oldest first. */
	messages(): ChatMessage[] {
		return messagesOf(this.recorder.calls);
	}

	/** What the examples send files and messages to. */
	get receivers(): Receivers {
		if (this.opening === undefined) throw new TypeError('The receivers are not open.');
		return this.opening;
	}

	/** Waits for the end of the one run that a form or a webhook has started. Paused runs have sub-workflows beside them. */
	async waitForRunOf({ id, name }: SavedWorkflow): Promise<Execution> {
		const started = (await this.client.listExecutions(id)).filter(({ mode }) => mode === 'webhook');
		const [run, ...more] = started;
		if (run === undefined || more.length > 0) throw new TypeError(`${started.length} runs of "${name}"`);
		return await this.client.waitForExecution(run.id);
	}

	/** Saves a workflow with the receivers in place of made-up addresses. */
	override async save(workflow: Workflow): Promise<SavedWorkflow> {
		return await super.save(withReceivers(workflow, this.receivers.origin));
	}
}

/** An example as it is offered. */
export function example(file: string): Workflow {
	return readWorkflow(join(projectRoot(), 'examples', file));
}

/** The nodes of a workflow that do something, as opposed to its notes. */
function workingNodes({ nodes }: Workflow): string[] {
	return nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').map(({ name }) => name);
}

/** Expects that every node of a workflow ran, and none failed. */
export function expectWhole(execution: Execution | undefined, workflow: Workflow): void {
	expect(execution?.error).toBeUndefined();
	expect(execution?.status).toBe('success');
	expect(Object.keys(execution?.nodes ?? {}).sort()).toEqual(workingNodes(workflow).sort());
}
