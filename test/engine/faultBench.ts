/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { connect, createServer, type Socket } from 'node:net';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import type { FaultInput } from '../simulator';
import { listen, shut } from '../host/ports';
import { MARKED_KEY, SIGNATURE } from './faultTable';
import type { NodeRunResult } from './harness';
import { type Bench, credentialFor, useBench } from './support';

/** The settings of the node that decide what a failure does to its run. */
export interface Cell {
	readonly onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	readonly retryOnFail: boolean;
}

/** All combinations of On Error and Retry On Fail. */
export const cells: readonly Cell[] = [false, true].flatMap((retryOnFail) =>
	(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).map((onError) => ({
		onError,
		retryOnFail,
	})),
);

/** How often the engine runs the node when Retry On Fail is on and it fails. */
export const TRIES = 2;

/**
 * The node's own settings for a cell.
 *
 * @param cell - the combination
 */
const settingsOf = ({ onError, retryOnFail }: Cell): Partial<INode> => ({
	onError,
	retryOnFail,
	maxTries: TRIES,
	waitBetweenTries: 1_000,
});

/** Videos whose links carry a marked signature; `bad` is the one that faults look for. */
export const VIDEO = {
	good: `https://cdn.example.com/good.mp4?Signature=${SIGNATURE}`,
	bad: `https://cdn.example.com/faulty.mp4?Signature=${SIGNATURE}`,
} as const;

/** What an error tells, whichever way it left the node. */
export interface Told {
	title: string;
	description: string;
	itemIndex: number;
	outcome?: string;
	code?: string | null;
	httpCode?: string | null;
	projectId?: string | null;
}

const errorJson = z.object({
	error: z.string(),
	details: z.object({
		outcome: z.string(),
		code: z.string().nullable(),
		httpCode: z.string().nullable(),
		projectId: z.string().nullable(),
		description: z.string(),
	}),
});

const itemIndex = z.object({ itemIndex: z.number() });
const pairedItem = z.object({ item: z.number() });

/**
 * The errors of a run: the one that ended it, and the error items of the output where they belong.
 *
 * @param result - the run
 * @param cell - which output is theirs
 */
export function errorsOf(result: NodeRunResult, { onError }: Cell): Told[] {
	const { error } = result;
	if (error !== undefined) {
		return [
			{
				title: error.message,
				description: error.description ?? '',
				itemIndex: itemIndex.parse(error.context).itemIndex,
				httpCode: error.httpCode ?? null,
			},
		];
	}
	const items = onError === 'continueErrorOutput' ? result.errorItems : result.items;
	return items.flatMap(toldBy);
}

function toldBy({ json, pairedItem: paired }: INodeExecutionData): Told[] {
	if (!('error' in json)) return [];
	const { error: title, details } = errorJson.parse(json);
	return [{ title, ...details, itemIndex: pairedItem.parse(paired).item }];
}

/**
 * All that a run leaves behind, but for the links of the videos that the user put in.
 *
 * @param result - the run
 */
export function leftBehind({ run, items, errorItems, error, hints }: NodeRunResult): unknown[] {
	const { resultData, executionData } = run.data;
	const clip = resultData.runData.Clip ?? [];
	return [
		// The error output joins the input item, the user's own, to the error.
		[...items, ...errorItems].map(({ json }) => ('error' in json ? [json.error, json.details] : null)),
		error && [error.message, error.description, error.messages, error.context],
		hints,
		clip.map(({ error: own, hints: shown }) => [own, own?.description, shown]),
		executionData?.contextData,
	];
}

/** What happens to a call: a fault of the simulator, or `refused`, nobody listening at the port. */
export type Trouble = FaultInput['fault'] | 'refused';

/** When a refused service opens, in milliseconds: after the second try, whatever the operation. */
const OPENS_AFTER = 8_000;

/** A port at which nobody listens before it is opened; then it leads to a server on this machine. */
async function openDoor(port: string) {
	const sockets: Socket[] = [];
	const server = createServer((socket) => {
		const inside = connect(Number(port), '127.0.0.1');
		sockets.push(socket, inside);
		for (const end of [socket, inside]) end.on('error', () => undefined);
		socket.pipe(inside).pipe(socket);
	});
	const own = await listen(server);
	await shut(server);
	return {
		origin: `http://127.0.0.1:${own}`,
		open: () => void server.listen(own, '127.0.0.1'),
		close: () => {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}

/** The bench of the faults. */
export interface FaultBench extends Bench {
	/** Lets calls about the bad video run into trouble. */
	trouble(trouble: Trouble, when: Pick<FaultInput, 'on' | 'phase' | 'times'>): void;
	/** The credential; it leads to a shut door where the trouble is `refused`. */
	credentials(): ICredentialDataDecryptedObject;
	/** Runs the Clip node. Who is refused then gets in after some seconds. */
	run(parameters: INodeParameters, items: INodeExecutionData[], cell: Cell): Promise<NodeRunResult>;
	/** Creates a project that is ready, by hand, and gives its id. */
	readyProject(videoUrl: string): Promise<string>;
	/** Expects that no secret has come out, that nobody has followed a link, and that everything's prototype is as it was. */
	expectNoHarm(left: unknown): void;
}

/** Opens a simulator with a marked key, and a door that may stand shut before it, for each test of the file. */
export function useFaultBench(): FaultBench {
	const bench = useBench({ apiKey: MARKED_KEY });
	let door: Awaited<ReturnType<typeof openDoor>> | undefined;
	let refused = false;
	beforeEach(async () => {
		refused = false;
		door = await openDoor(new URL(bench.simulator().origin).port);
	});
	afterEach(() => door?.close());
	const credentials = () => {
		const { origin } = bench.simulator();
		const own = credentialFor(bench.simulator());
		return refused ? { ...own, baseUrl: own.baseUrl.replace(origin, door?.origin ?? '') } : own;
	};

	return {
		...bench,
		credentials,
		trouble: (trouble, when) => {
			if (trouble === 'refused') refused = true;
			else {
				const match = { videoUrlIncludes: 'faulty' };
				bench.simulator().faults.add({ ...when, match, fault: trouble });
			}
		},
		run: async (parameters, items, cell) => {
			if (refused) setTimeout(() => door?.open(), OPENS_AFTER);
			return await bench.clip(parameters, { items, credentials: credentials(), settings: settingsOf(cell) });
		},
		readyProject: async (videoUrl) => {
			const projectId = await bench.project({ videoUrl });
			bench.simulator().finish(projectId);
			return projectId;
		},
		expectNoHarm: (left) => {
			expect({}).not.toHaveProperty('polluted');
			const text = JSON.stringify(left);
			expect(text).not.toContain(MARKED_KEY);
			expect(text).not.toContain(SIGNATURE);
			expect(bench.simulator().requests.map(({ path }) => path)).not.toContain('/elsewhere');
		},
	};
}
