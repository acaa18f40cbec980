import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isSuccess } from '../interface/answer';
import { accept, type Checked, problemsIn, refuse } from '../values/checked';
import type { JsonValue } from '../values/json';
import type { PollingPolicy } from '../wait/rules/polling';
import { processingProject, type Project } from '../interface/project';
import type { SubmissionPolicy } from './rules/resubmission';
import { buildSubmission, type Submission } from '../interface/submission';
import { hideQueries, readId, readSwitch } from '../values/values';
import { openService } from '../client/service';
import { openSubmissions, type Submitted } from './submitOnce';
import { description } from './create.fields';
import { waitAndReturn } from '../wait/waitAndReturn';
import { inputFailure, isFailure, type ItemFailure, serviceFailure } from '../n8n/failures';
import { checkItems, type ItemResult, passed, toItems } from '../n8n/items';
import { hint, readCollection, stopController } from '../n8n/parameters';
import { readSubmissionPolicy } from './submissionOptions.fields';
import { type WaitingItem } from '../wait/inProcess';
import { keepIds } from '../wait/failures';
import { type ItemProject } from '../wait/failures';
import { readWaitMode, type WaitMode } from '../wait/wait.fields';
import { readPolicy } from '../wait/wait.fields';

/** An input item that has passed all checks: nothing is read from its parameters after the first submission. */
interface Order {
	submission: Submission;
	waitForClips: boolean;
	waitMode: WaitMode;
	policy: PollingPolicy;
	submissionPolicy: SubmissionPolicy;
}

/**
 * Create: submits one video for each item, in order, and waits for all of them side by side. One project comes out
 * for each item. All items are checked before the first one is sent, since a submission costs money.
 *
 * @throws NodeOperationError for input that breaks a rule, NodeApiError for a refusal, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const orders = checkItems(context, (itemIndex) => checkItem(context, itemIndex));
	const service = await openService(context);
	const stop = stopController(context);
	const submissions = openSubmissions(context, service, stop.signal);
	const results: ItemResult[] = [];
	const accepted = new Map<number, Project>();
	const waiting: WaitingItem[] = [];
	for (const [itemIndex, order] of orders.entries()) {
		if (isFailure(order)) {
			results.push(order);
			continue;
		}
		const submitted = await submissions.submit(itemIndex, order.submission, order.submissionPolicy);
		const { answer } = submitted;
		if (isSuccess(answer)) {
			const { projectId } = answer.project;
			// Should this process die before the run is stored, the log still knows what was paid for.
			context.logger.info(`Created project ${projectId} (item ${itemIndex})`);
			accepted.set(itemIndex, answer.project);
			if (order.waitForClips) waiting.push({ itemIndex, projectId, policy: order.policy });
			results.push([answer.project]);
			continue;
		}
		const video = answer.mayHaveCreated ? videoOf(order, submitted) : '';
		if (!context.continueOnFail()) {
			const remark = `${video} ${keepIds(projectsIn(results))}`.trim();
			throw serviceFailure(context, itemIndex, 'create', answer, remark).error;
		}
		results.push(serviceFailure(context, itemIndex, 'create', answer, video));
	}
	hintAtPace(context, submissions.heldBack());
	return await waitAndReturn(context, service, waiting, {
		mode: passed(orders).find(({ waitForClips }) => waitForClips)?.waitMode ?? 'durable',
		askFirst: false,
		stop,
		all: projectsIn(results),
		interim: ({ itemIndex, projectId }) => accepted.get(itemIndex) ?? processingProject(projectId),
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

function checkItem(context: IExecuteFunctions, itemIndex: number): Order | ItemFailure {
	const waitForClips = readSwitch(context.getNodeParameter('waitForClips', itemIndex, true));
	const checks = [
		readSubmission(context, itemIndex),
		waitForClips === undefined ? refuse('waitForClips', 'must be true or false') : accept(waitForClips === 1),
		readWaitMode(context, itemIndex),
		readPolicy(context, itemIndex),
		readSubmissionPolicy(context, itemIndex),
	] as const;
	const [submission, waits, waitMode, policy, submissionPolicy] = checks;
	if (!submission.ok || !waits.ok || !waitMode.ok || !policy.ok || !submissionPolicy.ok) {
		return inputFailure(context, itemIndex, problemsIn(checks), description);
	}
	return {
		submission: submission.value,
		waitForClips: waits.value,
		waitMode: waitMode.value,
		policy: policy.value,
		submissionPolicy: submissionPolicy.value,
	};
}

function readSubmission(context: IExecuteFunctions, itemIndex: number): Checked<Submission> {
	const parameter = (name: string, fallback: JsonValue = null): JsonValue =>
		context.getNodeParameter(name, itemIndex, fallback);
	const collection = readCollection(context, 'additionalFields', itemIndex);
	if (!collection.ok) return collection;
	const { customFields, ...additionalFields } = collection.value;
	return buildSubmission({
		fields: {
			...additionalFields,
			videoUrl: parameter('videoUrl'),
			videoType: parameter('videoType'),
			// Hidden for the other kinds of source, and n8n gives no value for what it hides.
			ext: parameter('ext', 'auto'),
			preferLength: parameter('preferLength'),
			lang: parameter('lang'),
			ratioOfClip: parameter('ratioOfClip'),
		},
		langCode: parameter('langCode', ''),
		customFields,
	});
}

/** Says why submitting took so long. */
function hintAtPace(context: IExecuteFunctions, heldBack: number): void {
	if (heldBack < 1_000) return;
	const message = `Submitting took ${Math.ceil(heldBack / 60_000)} min longer to keep to the limits of the service, which accepts only a few videos a minute. See 'Submission Options'.`;
	hint(context, message);
}

/** The projects that a run has so far. */
const projectsIn = (results: readonly ItemResult[]): ItemProject[] =>
	results.flatMap((result, itemIndex) => {
		const projectId = isFailure(result) ? undefined : readId(result[0]?.projectId);
		return projectId === undefined ? [] : [{ itemIndex, projectId }];
	});

/** What helps to find a project of which nothing else is known. */
const videoOf = ({ submission }: Order, { sentAt }: Submitted): string =>
	`Video: ${hideQueries(submission.videoUrl)}, submitted at ${new Date(sentAt).toISOString()}.`;
