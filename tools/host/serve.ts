/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startReceivers } from '../receivers';
import { startSimulator } from '../simulator';
import { HostError } from './errors';
import { openHost } from './host';
import type { RunningN8n } from './n8n';
import { hostFolder, logFileOf } from './paths';
import { freePort } from './ports';
import { startedScreen } from './screen';
import { credentialFor, importExamples, s3CredentialFor, saveCredential } from './setup';
import { clipTriggerOf, webhookPath } from './workflow';

/** The port of n8n, that of the simulator, and that of what the examples send files and notices to, by their options. */
export type Ports = Readonly<Record<'port' | 'simulator-port' | 'receiver-port', number>>;

/** Before anything is installed, which may take minutes. */
async function requirePorts(ports: Ports): Promise<void> {
	for (const [option, port] of Object.entries(ports)) {
		await freePort(port).catch((error: unknown) => {
			throw new HostError(
				`${String(error)}\nEnd what listens there, or choose another port: npm start -- --${option} ${port + 1}`,
			);
		});
	}
}

/**
 * Starts the simulator, what the examples send to, and n8n with credentials and examples, for a person to work with.
 * @param fresh - Whether to forget what earlier starts left: users, credentials, workflows, executions.
 * @param onStop - Gets what must be undone at the end, in the order in which it was done.
 * @returns n8n, and what to show.
 * @throws HostError with a sentence for a person.
 */
export async function serve(
	ports: Ports,
	fresh: boolean,
	onStop: (stop: () => Promise<void>) => void,
): Promise<{ n8n: RunningN8n; screen: string }> {
	await requirePorts(ports);
	const simulator = await startSimulator({
		port: ports['simulator-port'],
		otherKeys: ['second-key'],
		submissionLimits: null,
	});
	onStop(() => simulator.close());
	const receivers = await startReceivers(ports['receiver-port']);
	onStop(() => receivers.close());
	const userFolder = join(hostFolder(), 'user');
	if (fresh) rmSync(userFolder, { recursive: true, force: true });
	const host = await openHost({ userFolder, port: ports.port, logFile: logFileOf('n8n') });
	onStop(() => host.close());
	const { client, n8n } = host;
	const credential = await saveCredential(client, credentialFor(simulator));
	const s3Credential = await saveCredential(client, s3CredentialFor(receivers.s3));
	const examples = await importExamples(client, [credential, s3Credential], receivers.origin);
	const triggers = examples.flatMap(({ workflow, complete }) =>
		complete ? (clipTriggerOf(workflow) ?? []) : [],
	);
	receivers.relayTo(triggers.map((trigger) => `${n8n.url}${webhookPath(trigger)}`));
	simulator.configure({ webhookUrl: receivers.relayUrl });
	return { n8n, screen: startedScreen(n8n, simulator, receivers, examples) };
}
