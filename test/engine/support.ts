import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import {
	type LedgerEntry,
	type RequestEntry,
	startSimulator,
	type Simulator,
	type SimulatorOptions,
} from '../simulator';
import { useTestTime } from '../time/testTime';
import { type NodeRun, type NodeRunResult, processedItems, runNode } from './harness';

/** A simulator for the tests of one file, on the tests' own time, and runs of the nodes against it. */
export interface Bench {
	simulator(): Simulator;
	/** Runs the Clip node; `settings` and the like come with `more`. */
	clip(parameters: INodeParameters, more?: Partial<NodeRun>): Promise<NodeRunResult>;
	/** Runs the Clip Trigger after it has taken a call. */
	trigger(call: IDataObject, more?: Partial<NodeRun>): Promise<NodeRunResult>;
	/** The submissions that the service took note of, in order. */
	ledger(): readonly LedgerEntry[];
	/** Those that were paid. */
	paid(): LedgerEntry[];
	/** The projects that were paid. */
	ids(): string[];
	/** The bodies of all submissions. */
	bodies(): unknown[];
	/** Creates a project without waiting, and gives its id. */
	project(parameters?: INodeParameters): Promise<string>;
	/** The same, and its clips are ready. */
	finished(parameters?: INodeParameters): Promise<string>;
	/** The questions that the service was asked, in order. */
	questions(): RequestEntry[];
}

/** A link that is detected as a YouTube video. */
export const YOUTUBE = 'https://www.youtube.com/watch?v=harbour';

/** Milliseconds of the tests' own time. */
export const MINUTE = 60_000;

/** Settings of a node that goes on after an error. */
export const goingOn = { settings: { onError: 'continueRegularOutput' } } satisfies Partial<NodeRun>;
/** The same, with an output for errors. */
export const toErrorOutput = { settings: { onError: 'continueErrorOutput' } } satisfies Partial<NodeRun>;

/** Create for the video of each item, waiting for its clips. */
export const create = { operation: 'create', videoUrl: '={{ $json.videoUrl }}' };
/** The same without waiting, at a pace that holds nothing back. */
export const submitOnly = { ...create, waitForClips: false, options: { submissionsPerMinute: 600 } };
/** Wait and Get for the project of each item. */
export const wait = { operation: 'wait', projectId: '={{ $json.projectId }}' };
export const get = { operation: 'get', projectId: '={{ $json.projectId }}' };
/** Download of the file that each item links to. */
export const download: INodeParameters = { operation: 'download', videoUrl: '={{ $json.videoUrl }}' };

/** Opens a fresh simulator before each test of the file. */
export function useBench(options: SimulatorOptions = {}): Bench {
	useTestTime();
	let simulator: Simulator | undefined;
	const opened = (): Simulator => {
		if (simulator === undefined) throw new TypeError('The simulator runs during tests only.');
		return simulator;
	};
	beforeEach(async () => {
		processedItems.clear();
		simulator = await startSimulator({
			processingSeconds: 100,
			submissionLimits: null,
			...options,
		});
	});
	afterEach(async () => await opened().close());

	const clip = async (parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
		await runNode({ parameters, credentials: credentialFor(opened()), ...more });
	const paid = () => opened().ledger.filter(({ projectId }) => projectId !== null);
	const project = async (parameters: INodeParameters = {}) => {
		const create = { operation: 'create', videoUrl: YOUTUBE, waitForClips: false };
		const { items } = await clip({ ...create, ...parameters });
		return z.string().parse(items[0]?.json.projectId);
	};
	return {
		simulator: opened,
		clip,
		// Test runs do not use n8n's memory of duplicates, which lives in its server.
		trigger: async (call, more = {}) =>
			await clip({}, { type: 'clipTrigger', mode: 'manual', items: itemsOf(call), ...more }),
		ledger: () => opened().ledger,
		paid,
		ids: () => paid().map(({ projectId }) => projectId ?? ''),
		bodies: () => opened().ledger.map((entry) => entry.body),
		project,
		finished: async (parameters) => {
			const projectId = await project(parameters);
			opened().finish(projectId);
			return projectId;
		},
		questions: () => opened().requests.filter(({ method }) => method === 'GET'),
	};
}

/** The credential for a simulator. */
export const credentialFor = ({ baseUrl, apiKey, headerName }: Simulator) => ({
	baseUrl,
	apiKey,
	headerName,
});

/** Input items. */
export const itemsOf = (...jsons: Array<INodeExecutionData['json']>): INodeExecutionData[] =>
	jsons.map((json) => ({ json }));

/** An item for each video. */
export const videos = (...marks: string[]) =>
	itemsOf(...marks.map((mark) => ({ videoUrl: `https://youtu.be/${mark}` })));

/** As many videos, v0 to the last. */
export const numbered = (count: number) =>
	videos(...Array.from({ length: count }, (_, index) => `v${index}`));
