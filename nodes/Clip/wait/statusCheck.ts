import type { IExecuteFunctions, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { askEach } from '../service/questions';
import { openService } from '../service/client';
import { readId } from '../lib/values';
import { asFailure, isFailure, unknownOperation } from '../n8n/failures';
import { errorJson } from '../n8n/items';
import { stopController } from '../n8n/parameters';
import { replaceInput } from './pauseExecution';
import { nextCheck } from './rules/nextCheck';
import {
	carrying,
	concludeRound,
	dueProjects,
	missRound,
	type PausedWait,
	readPausedWait,
	type Round,
} from './rules/pausedWait';
import { type ItemProject, resultsOf } from './waitFailure';

/**
 * For how long after its first status check a process only pauses its checks again, in milliseconds: n8n resumes at its start what
 * is overdue, and some seconds later its recovery marks what it finds running as crashed.
 */
const STARTING = 30_000;

let firstCheckAt: number | undefined;
let isStarted = false;

/** Whether this process has begun to check only lately. */
export const starting = {
	isUnderWay(): boolean {
		firstCheckAt ??= Date.now();
		// A clock that was set back must not make this endless.
		isStarted ||= Math.abs(Date.now() - firstCheckAt) >= STARTING;
		return !isStarted;
	},
};

/**
 * The status check that a paused execution waits for; users cannot choose it. It pauses itself, asks for the projects when it
 * comes back, and ends with the items of the execution.
 *
 * @returns on the first output, while it is paused, the items as they stand: n8n hands them on should it lose the check; on the
 * second one, at the end, the items
 * @throws NodeOperationError or NodeApiError when a project ends badly, unless the node that waits continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = context.getContext('node');
	const known = readPausedWait(memory);
	const before = known ?? readPausedWait(context.getInputData()[0]?.json);
	if (before === null) throw unknownOperation(context);
	const wait = starting.isUnderWay() || known === null ? before : await check(context, before);
	const items = wait.jsons.map((json) => ({ json }));
	if (wait.watched.length === 0) return [[], items];
	Object.assign(memory, carrying(wait));
	// Otherwise n8n would store the first input again at each pause.
	replaceInput(context, [{}]);
	const now = Date.now();
	const next = Math.min(...wait.watched.map((item) => nextCheck(item, now, Math.random())));
	await context.putExecutionToWait(new Date(next));
	return [items, []];
}

async function check(context: IExecuteFunctions, wait: PausedWait): Promise<PausedWait> {
	if (!(await isWaitedFor(context, wait))) return { ...wait, watched: [], jsons: [] };
	const { ended, watched } = await ask(context, wait);
	const all = [...projectsIn(wait.jsons), ...wait.others];
	const results = resultsOf(context, wait.watched, ended, all, wait.stopsAtFailure);
	const jsons = wait.jsons.map((json, itemIndex) => {
		const result = results.get(itemIndex);
		if (result === undefined) return json;
		// Two items of the same project must not share their data: the next node may change one of them in place.
		return isFailure(result) ? errorJson(result) : structuredClone(result.project);
	});
	return { ...wait, watched, jsons };
}

/** Whether the execution is still paused: n8n leaves its status check alone when somebody stops it. */
async function isWaitedFor(context: IExecuteFunctions, { execution }: PausedWait): Promise<boolean> {
	try {
		const data: IRunExecutionData | undefined = await context.getExecutionDataById(execution.id);
		const isPaused = data?.resultData.error === undefined && (data?.waitTill ?? null) !== null;
		// The check has the ID of the node that it works for.
		return isPaused && data?.executionData?.nodeExecutionStack[0]?.node.id === context.getNode().id;
	} catch {
		// A database that is away for a moment says nothing of the execution.
		return true;
	}
}

async function ask(context: IExecuteFunctions, { watched }: PausedWait): Promise<Round> {
	try {
		const service = await openService(context);
		const { signal } = stopController(context);
		const answers = await askEach(service, dueProjects(watched, Date.now()), signal);
		return concludeRound(watched, answers, Date.now());
	} catch (error) {
		// Such as a credential that was deleted meanwhile, or a database that is away for a moment.
		const { message, description } = asFailure(context, 0, error).error;
		return missRound(watched, Date.now(), `${message.replace(/\.$/, '')}. ${description ?? ''}`.trim());
	}
}

const projectsIn = (jsons: PausedWait['jsons']): ItemProject[] =>
	jsons.flatMap((json, itemIndex) => {
		const projectId = readId(json.projectId);
		return projectId === undefined ? [] : [{ itemIndex, projectId }];
	});
