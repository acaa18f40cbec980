/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { ClientRequest } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import { startSimulator, type FaultInput, type Simulator } from '../simulator';
import { MARKED_KEY, SIGNATURE } from './faultTable';
import { type NodeRunResult, runNode } from './harness';
import { credentialFor } from './support';

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
export function leftBehind({ run, items, errorItems, error, hints }: NodeRunResult): string {
	const { resultData, executionData } = run.data;
	const clip = resultData.runData.Clip ?? [];
	return JSON.stringify([
		// The error output joins the input item, the user's own, to the error.
		[...items, ...errorItems].map(({ json }) => ('error' in json ? [json.error, json.details] : null)),
		error && [error.message, error.description, error.context],
		hints,
		clip.map(({ error: own, hints: shown }) => [own, own?.description, shown]),
		executionData?.contextData,
	]);
}

/** A port at which somebody listens only while it is open. */
class Door {
	private constructor(
		private readonly server: Server,
		private readonly sockets: Set<Socket>,
		private readonly port: number,
	) {}

	static async to(origin: string): Promise<Door> {
		const sockets = new Set<Socket>();
		const server = createServer((socket) => {
			const inside = connect(Number(new URL(origin).port), '127.0.0.1');
			for (const end of [socket, inside]) {
				sockets.add(end);
				end.on('error', () => undefined);
			}
			socket.pipe(inside).pipe(socket);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		if (address === null || typeof address === 'string') throw new TypeError('no TCP address');
		const door = new Door(server, sockets, address.port);
		await door.close();
		return door;
	}

	get origin(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	open(): void {
		this.server.listen(this.port, '127.0.0.1');
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		if (!this.server.listening) return;
		this.server.close();
		await once(this.server, 'close');
	}
}

/** The faults' own bench: one simulator for all tests of a file. */
export interface FaultBench {
	simulator(): Simulator;
	/** Runs the Clip node. A `refused` service is one that nobody reaches until some seconds have passed. */
	run(
		parameters: Parameters<typeof runNode>[0]['parameters'],
		items: INodeExecutionData[],
		cell: Cell,
		refused?: boolean,
	): Promise<NodeRunResult>;
	/** Creates a project that is ready, by hand, and gives its id. */
	project(videoUrl: string): Promise<string>;
	/** A fault for what is sent about the bad video. */
	fault(fault: Omit<FaultInput, 'match'>): void;
}

/** When a refused service opens, in milliseconds: after the second try, whatever the operation. */
const OPENS_AFTER = 8_000;

/** How much faster than real time the silence of a socket is measured; the clock of the tests does not reach it. */
const SOCKET_SPEED = 100;

/** Starts the simulator of a file, and lets the time that sockets measure run faster. */
export function useFaultBench(): FaultBench {
	let simulator: Simulator | undefined;
	const opened = (): Simulator => {
		if (simulator === undefined) throw new TypeError('The simulator runs during tests only.');
		return simulator;
	};
	beforeAll(async () => {
		simulator = await startSimulator({ apiKey: MARKED_KEY, submissionLimits: null, now: () => Date.now() });
	});
	afterAll(async () => await opened().close());
	beforeEach(() => {
		const patient = Object.getOwnPropertyDescriptor(ClientRequest.prototype, 'setTimeout');
		const set = z.function().parse(patient?.value);
		jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
			this: ClientRequest,
			milliseconds,
			listener,
		) {
			Reflect.apply(set, this, [milliseconds / SOCKET_SPEED, listener]);
			return this;
		});
	});
	afterEach(() => {
		jest.restoreAllMocks();
		opened().faults.clear();
	});

	return {
		simulator: opened,
		run: async (parameters, items, cell, refused = false) => {
			const credentials = credentialFor(opened());
			const door = refused ? await Door.to(opened().origin) : null;
			if (door !== null) {
				credentials.baseUrl = credentials.baseUrl.replace(opened().origin, door.origin);
				setTimeout(() => door.open(), OPENS_AFTER);
			}
			const result = await runNode({ parameters, items, credentials, settings: settingsOf(cell) });
			await door?.close();
			return result;
		},
		project: async (videoUrl) => {
			const { baseUrl, headerName, apiKey, ledger } = opened();
			await fetch(`${baseUrl}/open-api/v1/project/create`, {
				method: 'POST',
				headers: { [headerName]: apiKey, 'Content-Type': 'application/json' },
				body: JSON.stringify({ videoUrl, videoType: 1, ext: 'mp4', preferLength: [0], lang: 'auto' }),
			});
			const projectId = ledger.at(-1)?.projectId ?? '';
			opened().finish(projectId);
			return projectId;
		},
		fault: (fault) => opened().faults.add({ ...fault, match: { videoUrlIncludes: 'faulty' } }),
	};
}
