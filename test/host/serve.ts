/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startReceivers } from '../receivers';
import { startSimulator } from '../simulator';
import type { StartArguments } from './arguments';
import { HostError } from './errors';
import { temporaryFolder } from './folder';
import { openHost } from './host';
import { tryLock } from './lock';
import type { N8nExit } from './n8n';
import { hostFolder, logFileOf } from './paths';
import { requirePort } from './ports';
import type { Progress } from './progress';
import { startedScreen } from './screen';
import { credentialFor, importExamples, s3CredentialFor, saveCredential } from './setup';
import { clipTriggerOf, webhookPath } from './workflow';

/** A started n8n that a person works with. */
export interface Served {
	/** What to show. */
	screen: string;
	/** Resolves when n8n ended by itself. */
	exited: Promise<N8nExit>;
	logFile: string;
}

/** Only one n8n may work with the data of `npm start`. */
function lockUserFolder(): () => void {
	const lock = tryLock(join(hostFolder(), 'user.lock'));
	if (lock.held) return lock.release;
	throw new HostError(`It is running already (process ${lock.owner}). End that one with Ctrl-C first.`);
}

/**
 * Starts the simulator, what the examples send to, and n8n with credentials and examples, for a person to work with.
 * @param onStop - Gets what must be undone at the end, in the order in which it was done.
 * @throws HostError with a sentence for a person.
 */
export async function serve(
	wanted: StartArguments,
	progress: Progress,
	onStop: (stop: () => Promise<void>) => void,
): Promise<Served> {
	const unlock = lockUserFolder();
	onStop(() => Promise.resolve(unlock()));
	await requirePort(wanted.port, 'n8n', '--port');
	await requirePort(wanted.simulatorPort, 'the simulator', '--simulator-port');
	await requirePort(wanted.receiverPort, 'what the examples send to', '--receiver-port');
	const simulator = await startSimulator({ port: wanted.simulatorPort, submissionLimits: null });
	onStop(() => simulator.close());
	const received = temporaryFolder('n8n-received-');
	onStop(() => Promise.resolve(received.remove()));
	const receivers = await startReceivers(received.path, wanted.receiverPort);
	onStop(() => receivers.close());
	const userFolder = join(hostFolder(), 'user');
	if (wanted.fresh) rmSync(userFolder, { recursive: true, force: true });
	const logFile = logFileOf('n8n');
	const host = await openHost({ userFolder, port: wanted.port, progress, logFile });
	onStop(() => host.close());
	const credential = await saveCredential(host.client, credentialFor(simulator));
	const s3Credential = await saveCredential(host.client, s3CredentialFor(receivers.s3));
	const examples = await importExamples(host.client, [credential, s3Credential], receivers.origin);
	const triggers = examples
		.filter(({ complete }) => complete)
		.flatMap(({ workflow }) => clipTriggerOf(workflow) ?? []);
	receivers.relayTo(triggers.map((trigger) => `${host.n8n.url}${webhookPath(trigger)}`));
	simulator.configure({ webhookUrl: receivers.relayUrl });
	return {
		screen: startedScreen({
			editor: host.n8n.url,
			login: host.login,
			simulator: `${simulator.origin}/`,
			baseUrl: simulator.baseUrl,
			apiKey: simulator.apiKey,
			receivers: `${receivers.origin}/`,
			examples,
			logFile,
		}),
		exited: host.n8n.exited,
		logFile,
	};
}
