/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import { freePort, localhost } from '../../../tools/host/ports';
import type { FaultInput } from '../../../tools/simulator';
import { type FaultRow, MARKED_KEY, SIGNATURE } from './faultTable';
import type { NodeRunResult } from '../bench/harness';
import { credentialAt, useBench } from '../bench/support';

/** How often the engine runs the node when Retry On Fail is on and it fails. */
export const TRIES = 2;

/** What decides what a failure does to an execution. */
export const cellOf = (
	onError: 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow',
	retryOnFail: boolean,
) => ({ onError, retryOnFail, maxTries: TRIES, waitBetweenTries: 1_000 });
export type Cell = ReturnType<typeof cellOf>;

/** Videos whose links carry a marked signature; `bad` is the one that faults look for. */
export const VIDEO = {
	good: `https://cdn.example.com/good.mp4?Signature=${SIGNATURE}`,
	bad: `https://cdn.example.com/faulty.mp4?Signature=${SIGNATURE}`,
} as const;

const text = z.string().nullable();
const details = z.object({
	outcome: text,
	code: text,
	httpCode: text,
	projectId: text,
	description: z.string(),
});
const errorJson = z.object({ error: z.string(), details });
const context = z.object({
	itemIndex: z.number(),
	projectId: text.default(null),
	details: details.pick({ outcome: true, code: true }),
});
const paired = z.object({ item: z.number() });

/** What an error tells, whichever way it left the node. */
export type Told = Partial<z.infer<typeof details>> & { title: string; itemIndex: number };

/** The errors of a run: the one that ended it, and the error items of the output where they belong. */
export function errorsOf({ error, items, errorItems }: NodeRunResult, { onError }: Cell): Told[] {
	if (error !== undefined) {
		const { message: title, description = '', httpCode } = error;
		const { details: told, ...where } = context.parse(error.context);
		return [{ title, description: description ?? '', httpCode, ...told, ...where }];
	}
	return (onError === 'continueErrorOutput' ? errorItems : items).flatMap(({ json, pairedItem }) => {
		if (!('error' in json)) return [];
		const told = errorJson.parse(json);
		return [{ title: told.error, ...told.details, itemIndex: paired.parse(pairedItem).item }];
	});
}

/** All that a run leaves behind, but for the links of the videos that the user put in. */
function leftBehind({ run, items, errorItems, error }: NodeRunResult): unknown[] {
	const { resultData, executionData } = run.data;
	const clip = resultData.runData.Clip ?? [];
	return [
		// The error output joins the input item, the user's own, to the error.
		[...items, ...errorItems].map(({ json }) => ('error' in json ? [json.error, json.details] : null)),
		error && [error.message, error.description, error.messages, error.context],
		clip.map(({ error: own, hints }) => [own, own?.description, hints]),
		executionData?.contextData,
	];
}

/** When a refused service opens, in milliseconds: after the second try, whatever the operation. */
const OPENS_AFTER = 8_000;

/** A port at which nobody listens before it is opened; then it leads to a server on this machine. */
async function shutDoor(port: number) {
	const server = createServer((socket) =>
		pipeline(socket, connect(port, localhost), socket, () => undefined),
	);
	const own = await freePort();
	return {
		origin: `http://${localhost}:${own}`,
		open: () => void server.listen(own, localhost),
		close: () => void server.close(),
	};
}

/** Opens a simulator with a marked key, and a door that may stand shut before it, for each test of the file. */
export function useFaultBench() {
	const bench = useBench({ apiKey: MARKED_KEY });
	let door: Awaited<ReturnType<typeof shutDoor>> | undefined;
	afterEach(() => {
		door?.close();
		door = undefined;
	});
	const credentials = () => credentialAt(bench.simulator(), door?.origin ?? bench.simulator().origin);
	/** Expects that no secret has come out, and that nobody has followed a link. */
	const expectNoHarm = (left: unknown) => {
		const json = JSON.stringify(left);
		expect(json).not.toContain(MARKED_KEY);
		expect(json).not.toContain(SIGNATURE);
		expect(bench.simulator().requests.map(({ path }) => path)).not.toContain('/elsewhere');
	};
	return {
		...bench,
		credentials,
		expectNoHarm,
		/** Lets calls about the bad video run into trouble. */
		trouble: async (fault: FaultRow['fault'], when: Pick<FaultInput, 'on' | 'phase' | 'times'>) => {
			if (fault === 'refused') door = await shutDoor(Number(new URL(bench.simulator().origin).port));
			else bench.simulator().faults.add({ ...when, match: { videoUrlIncludes: 'faulty' }, fault });
		},
		/** Runs the Clip node. Who is refused gets in after some seconds. */
		run: async (parameters: INodeParameters, items: INodeExecutionData[], settings: Cell) => {
			if (door !== undefined) setTimeout(door.open, OPENS_AFTER);
			const result = await bench.clip(parameters, { items, credentials: credentials(), settings });
			expectNoHarm(leftBehind(result));
			return result;
		},
	};
}
