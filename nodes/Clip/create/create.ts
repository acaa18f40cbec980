import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openService } from '../client/service';
import { adviceOnLeftOpen } from '../interface/advice';
import { isSuccess } from '../interface/answer';
import { processingProject, type Project } from '../interface/project';
import { isFailure } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { isInsideAgent } from '../n8n/toolCall';
import { checkItems, type ItemResult, passed, toItems } from '../n8n/items';
import { hint, stopController } from '../n8n/parameters';
import { placeInRun } from '../n8n/runIndex';
import { readId } from '../lib/values';
import { type ItemProject, keepIds } from '../wait/failures';
import { mayPark } from '../wait/helpers/park';
import type { WaitingItem } from '../wait/inProcess';
import { waitAndReturn } from '../wait/waitAndReturn';
import { checkItem } from './checkItem';
import { submissionFailure } from './failures';
import { holdBack } from './heldBack';
import type { Order } from './order';
import { type Held, openSubmissions, type Submissions, type Submitted } from './submitOnce';

/** What may go out so soon is waited for, in milliseconds: a paused run comes back after a minute at the earliest. */
const SOON = 10_000;

/** How long an agent waits for its tool to submit, in milliseconds: MCP clients give up after a minute, and call again. */
const PATIENCE_OF_AGENTS = 40_000;

/**
 * Create: submits one video for each item, in order, and waits for all of them side by side. One project comes out
 * for each item. All items are checked before the first one is sent, since a submission costs money. What may not go out
 * yet is submitted by the helpers of the paused run, so that it holds no worker.
 *
 * @throws NodeOperationError for input that breaks a rule, NodeApiError for a refusal, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const isTool = isToolCall(context);
	const runIndex = isTool ? null : await placeInRun(context);
	const items = checkItems(context, (itemIndex) => checkItem(context, { runIndex, itemIndex }));
	const service = await openService(context);
	const stop = stopController(context);
	const submissions = openSubmissions(context, service, stop.signal);
	const mode = passed(items).find(({ order }) => order.wait !== null)?.waitMode ?? 'durable';
	const mayPause = mode === 'durable' && mayPark(context);

	const results: ItemResult[] = [];
	const accepted = new Map<number, Project>();
	const waiting: WaitingItem[] = [];
	const take = ({ place: { itemIndex }, wait }: Order, project: Project, since?: number): ItemResult => {
		const { projectId } = project;
		accepted.set(itemIndex, project);
		if (wait !== null) waiting.push({ itemIndex, projectId, policy: wait, ...(since && { since }) });
		return [project];
	};
	const held: Held[] = [];
	const resultOf = (order: Order, submitted: Held | Submitted): ItemResult => {
		if (submitted.state === 'answered' && isSuccess(submitted.answer)) {
			// What an earlier try has created is waited for from now on: somebody wants to wait on.
			return take(order, submitted.answer.project, submitted.recalled ? undefined : Date.now());
		}
		// An agent is told of an error, but tries a refusal again by itself.
		const failure = submissionFailure(context, order, submitted);
		const isUnknown = failure.details.outcome === 'unknownWhetherCreated';
		if (submitted.state === 'held') submissions.giveUp([order]);
		if (context.continueOnFail() || (isUnknown && isInsideAgent(context))) return failure;
		submissions.giveUp(held.map((other) => other.order));
		throw submissionFailure(context, order, submitted, keepIds(projectsIn(results))).error;
	};
	for (const [itemIndex, item] of items.entries()) {
		if (isFailure(item)) {
			results[itemIndex] = item;
			continue;
		}
		const submitted = await (mayPause || isTool
			? soon(submissions, item.order, isTool ? PATIENCE_OF_AGENTS : SOON)
			: submissions.submit(item.order));
		if (submitted.state === 'held' && mayPause) {
			held.push(submitted);
			results[itemIndex] = [unsubmitted(item.order)];
		} else {
			results[itemIndex] = resultOf(item.order, submitted);
		}
	}
	hintAtSubmissions(context, submissions, projectsIn(results).length);
	return await waitAndReturn(context, service, waiting, {
		mode,
		askFirst: false,
		stop,
		all: projectsIn(results),
		interim: ({ itemIndex, projectId }) => accepted.get(itemIndex) ?? processingProject(projectId),
		...(held.length > 0 && {
			held: holdBack(held, submissions),
			submitHere: async () => {
				for (const { order } of held) {
					results[order.place.itemIndex] = resultOf(order, await submissions.submit(order));
				}
				hintAtPace(context, submissions.heldBack());
				return waiting;
			},
		}),
		toItems: (ends) =>
			toItems(
				results.map((result, itemIndex) => {
					const end = ends.get(itemIndex);
					if (end === undefined) return result;
					return isFailure(end) ? end : [end.project];
				}),
			),
	});
}

/** Submits a video now or within some milliseconds; what has to wait longer is held back. */
async function soon(submissions: Submissions, order: Order, within: number): Promise<Held | Submitted> {
	const result = await submissions.attempt(order);
	return result.state === 'held' && result.until <= Date.now() + within
		? await submissions.submit(result.order)
		: result;
}

/** What stands for a video that a helper is to submit. It comes out where the execution is resumed before that, as by a Retry after a Stop. */
const unsubmitted = ({ submission }: Order): IDataObject => ({
	projectId: null,
	projectName: null,
	status: 'heldBack',
	// Nobody writes this again once the execution is paused, and by then it may have been sent.
	message:
		"This video was held back, because the service takes only a few at once. It may have been submitted meanwhile. Before you submit it again, look for 'Created project' in the log of n8n, or for its project in the web interface of the service.",
	clipCount: 0,
	shareLink: null,
	videoUrl: submission.videoUrl,
});

/** Says what the person at the canvas should know of what was submitted. */
function hintAtSubmissions(context: IExecuteFunctions, submissions: Submissions, created: number): void {
	hintAtPace(context, submissions.heldBack());
	for (const video of submissions.leftOpen()) hint(context, adviceOnLeftOpen(video));
	if (context.getMode() === 'manual' && created > 0) hint(context, PIN);
}

const PIN =
	"Pin the output of this node while you build the workflow: after a reload of this page, executing a later step runs 'Create' again, which costs minutes again.";

/** Says why submitting took so long. */
function hintAtPace(context: IExecuteFunctions, heldBack: number): void {
	if (heldBack < 1_000) return;
	const message = `Submitting took ${Math.ceil(heldBack / 60_000)} min longer to keep to the limits of the service, which accepts only a few videos a minute. See 'Submission Options'.`;
	hint(context, message);
}

const passedProject = (result: ItemResult | undefined): IDataObject | undefined =>
	result === undefined || isFailure(result) ? undefined : result[0];

/** The projects that a run has so far. */
const projectsIn = (results: readonly ItemResult[]): ItemProject[] =>
	results.flatMap((result, itemIndex) => {
		const projectId = readId(passedProject(result)?.projectId);
		return projectId === undefined ? [] : [{ itemIndex, projectId }];
	});
