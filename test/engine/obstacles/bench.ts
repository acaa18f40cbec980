/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { FaultInput } from '../../../tools/simulator';
import { MARKED_KEY, type Obstacle, SIGNATURE } from './table';
import { type OpenWay, useWays } from './ways';
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

/** When a service that could not be reached can be, in milliseconds: after the second try, whatever the operation. */
const OPENS_AFTER = 8_000;

/** Opens a simulator with a marked key, and what may stand before it, for each test of the file. */
export function useObstacles() {
	const bench = useBench({ apiKey: MARKED_KEY });
	const openWay = useWays();
	let way: OpenWay | undefined;
	afterEach(() => (way = undefined));
	const credentials = () => credentialAt(bench.simulator(), way?.origin ?? bench.simulator().origin);
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
		/** Lets calls about the bad video run into trouble, until it ends; `asked` counts what got as far as the trouble. */
		trouble: async (
			{ fault, way: kind }: Pick<Obstacle, 'fault' | 'way'>,
			when: Pick<FaultInput, 'on' | 'phase' | 'times'>,
		) => {
			if (kind !== undefined) way = await openWay(kind, bench.simulator().origin);
			const { faults } = bench.simulator();
			const fail = () => fault && faults.add({ ...when, match: { videoUrlIncludes: 'faulty' }, fault });
			fail();
			return {
				begin: () => (way === undefined ? fail() : way.shut()),
				end: () => (way === undefined ? faults.clear() : way.open()),
				asked: () => way?.asked() ?? bench.questions().length,
			};
		},
		/** Runs the Clip node. Who does not get through, does after some seconds. */
		run: async (parameters: INodeParameters, items: INodeExecutionData[], settings: Cell) => {
			if (way !== undefined) setTimeout(way.open, OPENS_AFTER);
			const result = await bench.clip(parameters, { items, credentials: credentials(), settings });
			expectNoHarm(leftBehind(result));
			return result;
		},
	};
}
