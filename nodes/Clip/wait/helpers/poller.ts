import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { askEach } from '../../client/questions';
import { openService, type Service } from '../../client/service';
import { joined } from '../../interface/advice';
import { lookUp, type StoredExecution } from '../../n8n/executions';
import { asFailure, unknownOperation } from '../../n8n/failures';
import { errorJson } from '../../n8n/items';
import { stopController } from '../../n8n/parameters';
import { pause } from '../../n8n/pause';
import { readId } from '../../lib/values';
import { type ItemProject, keepIds, keepVideos, waitFailure } from '../failures';
import {
	carrying,
	type PollerEvent,
	type PollerState,
	pollerAfter,
	readMessage,
	type Task,
} from '../rules/helperStates';
import { sharedPlaces } from '../rules/places';
import { spreadWakeUps } from '../rules/wakeUps';
import { concludeRound, dueProjects, missRound, nextRound, type Round, type Watch } from '../rules/watch';
import { leaveForResume } from './park';

/*
 * One round of a status check, from its beginning to its end: hence the length of this file.
 */

/**
 * What another room does first in a round: it submits what was held back, as far as that may go out now, or gives it up when
 * nobody waits for it any more.
 *
 * @returns the task with what came of it, or the message that ends the whole run
 */
export type FirstWork = (context: IExecuteFunctions, task: Task, round: PollerRound) => Promise<PollerEvent>;

/** What is asked of n8n once for a round. */
export interface PollerRound {
	/** Fails without a usable credential. */
	service: Promise<Service>;
	/** Whether nobody waited for the task any more when the round began. */
	isOver: boolean;
	/** Asks whether anybody waits for it any more. */
	hasRunEnded: () => Promise<boolean>;
}

/** Where a poller keeps its task. */
const TASK = 'poller';

const readTask = (stored: unknown): Task | null => {
	const message = readMessage(stored);
	return message?.kind === 'task' ? message.task : null;
};

/**
 * What a poller was about when n8n stored it last.
 *
 * @param execution - the poller's execution
 * @returns null when that is unknown, as after the death of a worker
 */
export const taskOf = ({ memories }: StoredExecution): Task | null =>
	memories
		.map((memory) =>
			readTask(typeof memory === 'object' && memory !== null ? Reflect.get(memory, TASK) : null),
		)
		.find((task) => task !== null) ?? null;

/**
 * Poll: the work of the poller that a durable wait starts; users cannot choose it. Each run is one round of questions.
 *
 * @param firstWork - what to do before
 * @returns an item on the first output while it waits; on the second one what it has settled
 */
export async function execute(
	context: IExecuteFunctions,
	firstWork: FirstWork,
): Promise<INodeExecutionData[][]> {
	const memory = context.getContext('node');
	const known = readTask(memory[TASK]);
	const given = known ?? readTask(context.getInputData()[0]?.json);
	if (given === null) throw unknownOperation(context);
	const state: PollerState =
		known === null
			? pollerAfter({ name: 'asked', task: given })
			: await inBounds(context, given, async (service) => await goRound(context, given, firstWork, service));
	if (state.name === 'done') return [[], [{ json: carrying(state.message) }]];
	memory[TASK] = carrying({ kind: 'task', task: state.task });
	// What it was given to begin with would be stored again with each round.
	leaveForResume(context, [{}]);
	const now = Date.now();
	await context.putExecutionToWait(new Date(chooseMoment(nextRound(state.task.watch, now), now)));
	return [[{ json: {} }], []];
}

const chooseMoment = spreadWakeUps();

/**
 * How many pollers may ask at the same time in one process, and how many of one account in any case: after a standstill of n8n
 * all of them come back at once.
 */
const takePlace = sharedPlaces(25, 10);

/**
 * How long a poller stands in line for a place before it comes back later, in milliseconds. After a standstill n8n has woken all of
 * them already, and to wake one again takes it longer than to ask; but a service that does not answer must not keep them here.
 */
const LONGEST_LINE = 60_000;

/** How often it looks for a place, in milliseconds. */
const LOOK = 500;

async function standInLine(context: IExecuteFunctions, account: string): Promise<(() => void) | null> {
	const { signal } = stopController(context);
	const until = Date.now() + LONGEST_LINE;
	let leave = takePlace(account);
	while (leave === null && Date.now() < until && !signal.aborted) {
		await pause(Date.now() + LOOK, signal);
		leave = takePlace(account);
	}
	return leave;
}

/** One round, unless many others are under way for long: those that are too many come back later. */
async function inBounds(
	context: IExecuteFunctions,
	task: Task,
	round: (service: Promise<Service>) => Promise<PollerState>,
): Promise<PollerState> {
	const service = openService(context);
	// Whoever has no credential just now asks nothing, so it does not matter where it is counted.
	const leave = await standInLine(context, await service.then(({ account }) => account).catch(() => ''));
	if (leave === null) return pollerAfter(conclude(context, task, unasked(task)));
	try {
		return await round(service);
	} finally {
		leave();
	}
}

const unasked = ({ watch: { watched } }: Task): Round => concludeRound(watched, new Map(), Date.now());

async function goRound(
	context: IExecuteFunctions,
	task: Task,
	firstWork: FirstWork,
	service: Promise<Service>,
): Promise<PollerState> {
	const hasRunEnded = async () => await hasEnded(context, task.watch.run.executionId);
	const isOver = await hasRunEnded();
	const { held } = task.watch;
	const isDue = held !== undefined && (isOver || held.until <= Date.now());
	const event: PollerEvent = isDue
		? await firstWork(context, task, { service, isOver, hasRunEnded })
		: { name: 'asked', task };
	if (isOver) return pollerAfter({ name: 'runEnded' });
	if (event.name !== 'asked' || event.task.watch.watched.length === 0) return pollerAfter(event);
	return pollerAfter(await askAround(context, event.task, service));
}

/** Whether the run does not wait any more, such as after somebody has stopped it: n8n leaves its helpers alone then. */
async function hasEnded(context: IExecuteFunctions, executionId: string): Promise<boolean> {
	try {
		const run = await lookUp(context, executionId);
		// A helper has the ID of the node that it works for.
		return run?.pausedIn !== context.getNode().id;
	} catch {
		// A database that is away for a moment says nothing of the run.
		return false;
	}
}

/** One round of questions. */
async function askAround(
	context: IExecuteFunctions,
	task: Task,
	service: Promise<Service>,
): Promise<PollerEvent> {
	const { watch } = task;
	try {
		return conclude(context, task, await askOnce(context, watch, await service));
	} catch (error) {
		// Such as a credential that was deleted meanwhile, or a database that is away for a moment.
		const { message, description } = asFailure(context, 0, error).error;
		const reason = `${message}. ${description ?? ''}`.trim();
		return conclude(context, task, missRound(watch.watched, Date.now(), reason));
	}
}

/** What a round means for the task. */
function conclude(context: IExecuteFunctions, { watch, jsons }: Task, round: Round): PollerEvent {
	const projects = new Map(watch.watched.map(({ itemIndex, projectId }) => [itemIndex, projectId]));
	const results = [...jsons];
	let { wanted } = watch;
	for (const [itemIndex, end] of round.ended) {
		if (end.end === 'ready') {
			// Two items of the same project must not share their data: the next node may change one of them in place.
			results[itemIndex] = structuredClone(end.project);
			// A trigger remembers the clips by what the service calls their project.
			wanted = wanted && { ...wanted, named: end.named };
			continue;
		}
		const projectId = projects.get(itemIndex) ?? '';
		if (watch.stopsAtFailure) {
			const remark = joined(keepIds(othersThan(projectId, results)), keepVideos(watch.held));
			const verdict = { itemIndex, projectId, end, remark };
			return { name: 'endedBy', message: { kind: 'verdict', verdict, wanted } };
		}
		results[itemIndex] = errorJson(waitFailure(context, itemIndex, projectId, end));
	}
	return { name: 'asked', task: { watch: { ...watch, watched: round.watched, wanted }, jsons: results } };
}

async function askOnce(context: IExecuteFunctions, { watched }: Watch, service: Service): Promise<Round> {
	const { signal } = stopController(context);
	const answers = await askEach(service, dueProjects(watched, Date.now()), signal);
	return concludeRound(watched, answers, Date.now());
}

const othersThan = (projectId: string, jsons: Task['jsons']): ItemProject[] =>
	jsons.flatMap((json, itemIndex) => {
		const other = readId(json.projectId);
		return other === undefined || other === projectId ? [] : [{ itemIndex, projectId: other }];
	});
