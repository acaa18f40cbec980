/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { inspect, parseArgs } from 'node:util';
// When npm is ended by SIGTERM it ends its shell only, and this process has to notice by itself.
import './guard.cjs';
import { HostError } from './errors';
import { runOnce } from './once';
import { serve } from './serve';

const usage = `Usage: npm start [-- options]

Starts a real n8n with the nodes of this folder, and a simulator of the video clipping service.
Everything runs on 127.0.0.1 and lies in .n8n-host; the first start downloads n8n (some 2 GB).

  --once                 run the example with one video, print its clips as a table, end
  --port N               port of n8n (5678)
  --simulator-port N     port of the simulator (4010)
  --receiver-port N      port of what the examples send files and notices to (4011)
  --fresh                forget credentials, workflows and executions of earlier starts
  --help                 show this text

N8N_HOST_DIR=folder      keeps Node, n8n and all data there instead of in .n8n-host
`;

/** The usual exit code of a program that Ctrl-C ended before it was done. */
const interrupted = 130;

const stops: Array<() => Promise<void>> = [];
let isServing = false;
let isEnding = false;

/** Undoes what was started, the last first, and exits. */
async function end(code: number): Promise<void> {
	isEnding = true;
	for (const stop of stops.splice(0).reverse()) await stop().catch(() => undefined);
	process.exit(code);
}

function onSignal(): void {
	if (isEnding) process.exit(interrupted);
	process.stdout.write('\nEnding n8n and the simulator … (Ctrl-C again ends them at once)\n');
	void end(isServing ? 0 : interrupted);
}

async function main(): Promise<void> {
	const flag = { type: 'boolean', default: false } as const;
	const port = (number: string) => ({ type: 'string', default: number }) as const;
	const { values } = parseArgs({
		options: {
			...{ once: flag, fresh: flag, help: flag, port: port('5678') },
			...{ 'simulator-port': port('4010'), 'receiver-port': port('4011') },
		},
	});
	if (values.help) return void process.stdout.write(usage);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
	const onStop = (stop: () => Promise<void>) => void stops.push(stop);
	if (values.once) {
		// eslint-disable-next-line no-console -- a table for the person at the terminal
		console.table(await runOnce(onStop));
		process.stdout.write('Made up by the simulator. To click through it in the editor: npm start\n');
		return await end(0);
	}
	const ports = {
		port: Number(values.port),
		'simulator-port': Number(values['simulator-port']),
		'receiver-port': Number(values['receiver-port']),
	};
	const { n8n, screen } = await serve(ports, values.fresh, onStop);
	isServing = true;
	process.stdout.write(`${screen}\n`);
	await n8n.ended();
	if (!isEnding) throw new HostError('n8n ended by itself:', n8n.logFile);
}

main().catch(async (error: unknown) => {
	if (isEnding) return;
	process.stderr.write(`\n${error instanceof HostError ? error.message : inspect(error)}\n`);
	await end(1);
});
