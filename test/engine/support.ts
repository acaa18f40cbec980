import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isJsonObject, parseJson } from '../../nodes/Clip/lib/json';
import { type RequestEntry, startSimulator, type Simulator, type SimulatorOptions } from '../simulator';
import { useTestTime } from '../time/testTime';
import { type NodeRun, type NodeRunResult, runNode } from './harness';

/** A simulator for the tests of one file, on the tests' own time, and runs of the nodes against it. */
export interface Bench {
	simulator(): Simulator;
	/** Runs the Clip node; `settings` and the like come with `more`. */
	clip(parameters: INodeParameters, more?: Partial<NodeRun>): Promise<NodeRunResult>;
	/** Runs the Clip Trigger after it has taken a call. */
	trigger(call: IDataObject, more?: Partial<NodeRun>): Promise<NodeRunResult>;
	/** The bodies of all submissions that the service took note of, in order. */
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

/** Download of the file that each item links to. */
export const download: INodeParameters = { operation: 'download', videoUrl: '={{ $json.videoUrl }}' };

/**
 * Opens a fresh simulator before each test of the file.
 *
 * @param options - its settings; by default clips take 100 seconds and nothing is limited
 */
export function useBench(options: SimulatorOptions = {}): Bench {
	useTestTime();
	let simulator: Simulator | undefined;
	const opened = (): Simulator => {
		if (simulator === undefined) throw new TypeError('The simulator runs during tests only.');
		return simulator;
	};
	beforeEach(async () => {
		simulator = await startSimulator({
			processingSeconds: 100,
			submissionLimits: null,
			...options,
		});
	});
	afterEach(async () => await opened().close());

	const clip = async (parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
		await runNode({ parameters, credentials: credentialFor(opened()), ...more });
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

/**
 * The credential for a simulator.
 *
 * @param simulator - a running one
 */
export const credentialFor = ({ baseUrl, apiKey, headerName }: Simulator) => ({
	baseUrl,
	apiKey,
	headerName,
});

/** The JSON of a text, as the nodes read it. */
export const parsed = (text: string): IDataObject =>
	z.custom<IDataObject>(isJsonObject).parse(parseJson(text));

/**
 * Input items.
 *
 * @param jsons - one for each
 */
export const itemsOf = (...jsons: Array<INodeExecutionData['json']>): INodeExecutionData[] =>
	jsons.map((json) => ({ json }));
