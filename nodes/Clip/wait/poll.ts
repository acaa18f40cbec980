import type { WithAccount } from '../service/accounts';
import type { Answer } from '../service/rules/answer';
import { type Limiter, limitConcurrency } from '../lib/concurrency';
import { groupBy } from '../lib/groupBy';
import { type HasItemIndex, joinParts, type ResultsOrFatal, type Result } from '../n8n/results';
import type { NodeExecution } from '../n8n/nodeExecution';
import { sleepUntil } from '../n8n/timing';
import { type Problem, makeProblem } from '../problems/problem';
import { type Project, withReused } from '../service/rules/project';
import { problemOfAnswer } from '../service/rules/answerProblem';
import { advanceWatch, type WatchEnd, type Watch } from './rules/watch';
import type { WatchedItem } from './rules/watchedItem';

/** A project with the account that is asked for it. */
type ProjectOfAccount = Pick<WithAccount<WatchedItem>, 'account' | 'projectId'>;

/** An item with what is known of its project. */
export interface ProjectItem extends HasItemIndex {
	project: Project;
}

/** The problem of a wait that has ended without a ready project. */
export function problemOfWait(
	projectId: string,
	result: Exclude<WatchEnd, { state: 'answered' }> | { state: 'processing' },
): Problem {
	if (result.state === 'failed') return problemOfAnswer(result.failure);
	if (result.state === 'processing') return makeProblem('processing', { projectId });
	// The state of such an end is the code of its problem.
	const { state, ...facts } = result;
	return makeProblem(state, { projectId, ...facts });
}

function resultOfWatch<T extends WatchedItem>(item: T, end: WatchEnd): Result<T & ProjectItem> {
	const { itemIndex, projectId, reused, mustBeReady = false } = item;
	if (end.state !== 'answered') return { itemIndex, problem: problemOfWait(projectId, end) };
	const { progress, project } = end.answer;
	if (progress === 'processing' && mustBeReady) {
		return { itemIndex, problem: problemOfWait(projectId, { state: progress }) };
	}
	return { ...item, project: reused === undefined ? project : withReused(project, reused) };
}

/** How many queries may be under way. With fewer, n8n is idle while the service is busy. */
const QUERIES_AT_ONCE = 10;

/** Items of the same project and account share each answer, if they ask with the same patience, and as long. */
export const groupByProject = <T extends ProjectOfAccount & { watch?: Watch }>(
	items: readonly T[],
): Array<[T, ...T[]]> =>
	groupBy(items, ({ account, projectId, watch }) =>
		[account.id, projectId, watch?.patience, watch?.pollInterval, watch?.maxWait].join('/'),
	);

/**
 * Asks for each project once.
 *
 * @param signal - ends the asking; items that were not asked for by then are missing from the result
 * @returns by item index
 */
export async function queryEach(
	items: ReadonlyArray<HasItemIndex & ProjectOfAccount>,
	signal: AbortSignal,
): Promise<Map<number, Answer>> {
	const enqueue = limitConcurrency(QUERIES_AT_ONCE);
	const answers = new Map<number, Answer>();
	await Promise.all(
		groupByProject(items).map(async (itemsOfProject) => {
			const [{ projectId, account }] = itemsOfProject;
			const answer = await enqueue(async () =>
				signal.aborted ? null : await account.query(projectId, signal),
			);
			if (answer === null || signal.aborted) return;
			for (const { itemIndex } of itemsOfProject) answers.set(itemIndex, answer);
		}),
	);
	return answers;
}

/**
 * What the answers to a round of queries mean.
 *
 * @param answers - by item index; missing for those that were not asked for
 * @returns the results of those whose wait has ended, and the others with their next query
 */
export function advanceWatches<T extends WatchedItem>(
	items: readonly T[],
	answers: ReadonlyMap<number, Answer>,
	now: number,
): { ended: Array<Result<T & ProjectItem>>; watched: T[] } {
	const ended: Array<Result<T & ProjectItem>> = [];
	const watched: T[] = [];
	for (const item of items) {
		const answer = answers.get(item.itemIndex);
		const step = answer && advanceWatch(item.watch, answer, now, Math.random());
		if (step === undefined) watched.push(item);
		else if ('end' in step) ended.push(resultOfWatch(item, step.end));
		else watched.push({ ...item, ...step });
	}
	return { ended, watched };
}

interface PollOptions<Refusal> {
	/** Makes the queries, of which it may allow a few at a time. */
	enqueue?: Limiter;
	/** Asked after each answer that does not end the wait: gives what ends it all the same, or null. */
	refuseWait?: (watch: Watch) => Refusal | null;
}

/**
 * Asks for a project until its wait is over, each time after sleeping until it is time to.
 *
 * @param signal - ends the wait
 */
export async function pollProject<Refusal = never>(
	begun: Watch,
	{ account, projectId }: ProjectOfAccount,
	signal: AbortSignal,
	{ enqueue = async (query) => await query(), refuseWait = () => null }: PollOptions<Refusal> = {},
): Promise<WatchEnd | Refusal> {
	for (let watch = begun; ; ) {
		await sleepUntil(watch.nextQueryAt, signal);
		const answer = await enqueue(async () =>
			signal.aborted ? null : await account.query(projectId, signal),
		);
		if (answer === null || signal.aborted) return { state: 'stopped', lastFailure: watch.lastFailure };
		const step = advanceWatch(watch, answer, Date.now(), Math.random());
		if ('end' in step) return step.end;
		({ watch } = step);
		const refusal = refuseWait(watch);
		if (refusal !== null) return refusal;
	}
}

/**
 * Waits in this process for the projects of several items. Each project has its own loop: one whose answer does not come delays no other.
 *
 * @returns an entry for each item
 */
export async function pollEach<T extends WithAccount<WatchedItem>>(
	execution: NodeExecution,
	watched: readonly T[],
): Promise<ResultsOrFatal<T & ProjectItem>> {
	const enqueue = limitConcurrency(QUERIES_AT_ONCE);
	const polls = groupByProject(watched).map(async (itemsOfProject) => {
		const [first] = itemsOfProject;
		const end = await pollProject(first.watch, first, execution.signal, { enqueue });
		return itemsOfProject.map((item) => resultOfWatch(item, end));
	});
	const { results, fatal } = await joinParts(execution, polls);
	return fatal === undefined ? { results } : { fatal };
}
