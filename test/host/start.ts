/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
// First: when npm is ended by SIGTERM it ends its shell only, and this process has to notice by itself.
import './guard.cjs';
import { readArguments, usage } from './arguments';
import { killAll } from './children';
import { HostError } from './errors';
import { runOnce } from './once';
import { createProgress } from './progress';
import { serve } from './serve';

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
	if (isEnding) {
		killAll();
		process.exit(interrupted);
	}
	process.stdout.write('\nEnding n8n and the simulator … (Ctrl-C again ends them at once)\n');
	void end(isServing ? 0 : interrupted);
}

async function main(): Promise<void> {
	const wanted = readArguments(process.argv.slice(2));
	if (wanted.help) {
		process.stdout.write(usage);
		return;
	}
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
	const progress = createProgress(process.stdout);
	const onStop = (stop: () => Promise<void>) => void stops.push(stop);
	if (wanted.once) {
		// eslint-disable-next-line no-console -- a table for the person at the terminal
		console.table(await runOnce(progress, onStop));
		return await end(0);
	}
	const served = await serve(wanted, progress, onStop);
	isServing = true;
	process.stdout.write(`${served.screen}\n`);
	const exit = await served.exited;
	if (!isEnding)
		throw new HostError(`n8n ended by itself (${exit.code ?? exit.signal ?? '?'}).`, served.logFile);
}

main().catch(async (error: unknown) => {
	if (isEnding) return;
	const text =
		error instanceof HostError ? error.message : error instanceof Error ? error.stack : String(error);
	process.stderr.write(`\n${text ?? 'Unknown error'}\n`);
	await end(1);
});
