import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import { routesErrorDetails } from '../../../nodes/Clip/n8n/platform';
import { endProcess } from './process';
import {
	type FaultInput,
	startSimulator,
	type Simulator,
	type SimulatorOptions,
} from '../../../tools/simulator';
import { useTestTime } from './testTime';
import { contextOf, type NodeRun, processedItems, runNode } from './harness';

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
/** Create for one video, without waiting. */
export const submitOne = { operation: 'create', videoUrl: YOUTUBE, waitForClips: false };
/** Wait and Get for the project of each item. */
export const wait = { operation: 'wait', projectId: '={{ $json.projectId }}' };
export const get = { operation: 'get', projectId: '={{ $json.projectId }}' };
/** The same with the file of each clip. */
export const getFiles: INodeParameters = { ...get, downloadFiles: true };

/** A fresh simulator for each test of the file, on the tests' own time, and runs of the nodes against it. */
export function useBench(options: SimulatorOptions = {}) {
	useTestTime();
	let simulator: Simulator | undefined;
	const opened = (): Simulator => {
		if (simulator === undefined) throw new TypeError('The simulator runs during tests only.');
		return simulator;
	};
	beforeEach(async () => {
		processedItems.clear();
		endProcess();
		simulator = await startSimulator({ processingSeconds: 100, submissionLimits: null, ...options });
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await opened().close();
	});

	/** Runs the Clip node; `settings` and the like come with `more`. */
	const clip = async (parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
		await runNode({ parameters, credentials: credentialFor(opened()), ...more });
	/** The submissions that the service took note of, in order. */
	const ledger = () => opened().ledger;
	/** Those that were paid. */
	const paid = () => ledger().filter(({ projectId }) => projectId !== null);
	/** Creates a project without waiting, and gives its ID. */
	const project = async (parameters: INodeParameters = {}) => {
		const options = { ...submitOnly.options, submitAgain: 'always' };
		const { items } = await clip({ ...submitOnly, ...submitOne, options, ...parameters });
		return z.string().parse(items[0]?.json.projectId);
	};
	/** The same, and its clips are ready. */
	const finished = async (parameters?: INodeParameters) => {
		const projectId = await project(parameters);
		opened().finish(projectId);
		return projectId;
	};
	/** Lets the service answer the next question for a project with these clips, the best first; gives its ID. */
	const listed = (videos: readonly object[], projectId = '77'): string => {
		const clips = videos.map((video, index) => ({ viralScore: 9 - index / 10, ...video }));
		const body = JSON.stringify({ code: 2000, projectId, videos: clips });
		opened().faults.add({ on: 'query', match: { projectId }, fault: { kind: 'body', body } });
		return projectId;
	};
	return {
		simulator: opened,
		clip,
		listed,
		/** Runs the Clip Trigger after it has taken a call; test runs do not use n8n's memory of duplicates. */
		trigger: async (call: IDataObject, more: Partial<NodeRun> = {}) =>
			await clip({}, { type: 'clipTrigger', mode: 'manual', items: itemsOf(call), ...more }),
		/** Lets the next calls run into trouble. */
		fail: (...faults: FaultInput[]) => opened().faults.add(...faults),
		ledger,
		paid,
		/** The projects that were paid. */
		ids: () => paid().map(({ projectId }) => projectId ?? ''),
		bodies: () => ledger().map(({ body }) => body),
		project,
		finished,
		/** The questions that the service was asked, in order. */
		questions: () => opened().requests.filter(({ path }) => path.includes('/query/')),
	};
}

const told = z.object({
	error: z.string().optional(),
	status: z.string().optional(),
	details: z.object({ outcome: z.string() }).optional(),
});

/** What became of each item: its status, or the kind of its failure. */
export const outcomesOf = (items: readonly INodeExecutionData[]): unknown[] =>
	items.map(({ json }) => {
		const { error, status, details } = told.parse(json);
		return error === undefined ? status : details?.outcome;
	});

/** A kind of failure, as {@link outcomesOf} gives it: n8n before 2.36 has no place for it in an item. */
export const failed = (outcome: string): unknown => (routesErrorDetails ? outcome : undefined);

/** What n8n's log says from now on, until the end of the test. */
export function logged(level: 'info' | 'warn'): string[] {
	const lines: string[] = [];
	jest.spyOn(contextOf().logger, level).mockImplementation((message) => void lines.push(message));
	return lines;
}

/** The credential for a simulator. */
export const credentialFor = ({ baseUrl, apiKey, headerName }: Simulator) => ({
	baseUrl,
	apiKey,
	headerName,
});

/** The same where another origin leads to it. */
export const credentialAt = (simulator: Simulator, origin: string) => {
	const own = credentialFor(simulator);
	return { ...own, baseUrl: own.baseUrl.replace(simulator.origin, origin) };
};

/** Input items. */
export const itemsOf = (...jsons: Array<INodeExecutionData['json']>): INodeExecutionData[] =>
	jsons.map((json) => ({ json }));

/** An item for each video. */
export const videos = (...marks: string[]) =>
	itemsOf(...marks.map((mark) => ({ videoUrl: `https://youtu.be/${mark}` })));

/** As many videos, v0 to the last. */
export const numbered = (count: number) =>
	videos(...Array.from({ length: count }, (_, index) => `v${index}`));
