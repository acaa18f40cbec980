import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type Failure, isSuccess } from '../service/answer';
import { problemsIn } from '../service/checked';
import type { JsonValue } from '../service/json';
import type { PollingPolicy } from '../service/polling';
import { buildSubmission, type Submission } from '../service/submission';
import { openService } from '../transport/service';
import { openSubmissions } from '../transport/submitting';
import { description } from './create.fields';
import {
	checkItems,
	inputFailure,
	isFailure,
	type ItemFailure,
	type ItemResult,
	serviceFailure,
	toItems,
} from './itemResult';
import { readCollection, stopController } from './parameters';
import { keepIds, waitForItems, type WaitingItem } from './waitForItems';
import { readPolicy } from './waitOptions';

export { description };

/** An input item that has passed all checks. */
interface Order {
	submission: Submission;
	policy: PollingPolicy;
}

/**
 * Create: submits one video for each item, in order, and waits for all of them side by side. One project comes out
 * for each item. All items are checked before the first one is sent, since a submission costs money.
 *
 * @param context - the running node
 * @throws NodeOperationError for input that breaks a rule, NodeApiError for a refusal, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const orders = checkItems(context, (itemIndex) => checkItem(context, itemIndex));
	const service = await openService(context);
	const stop = stopController(context);
	const submit = openSubmissions(context, service, stop.signal);
	const results: ItemResult[] = [];
	const created: WaitingItem[] = [];
	for (const [itemIndex, order] of orders.entries()) {
		if (isFailure(order)) {
			results.push(order);
			continue;
		}
		const answer = await submit(itemIndex, order.submission);
		if (isSuccess(answer)) {
			const { projectId } = answer.project;
			created.push({ itemIndex, projectId, policy: order.policy });
			results.push([answer.project]);
		} else {
			const failure = serviceFailure(context, itemIndex, 'create', answer, remarkOn(answer, order, created));
			if (!context.continueOnFail()) throw failure.error;
			results.push(failure);
		}
	}
	const waiting = created.filter(
		({ itemIndex }) => context.getNodeParameter('waitForClips', itemIndex) === true,
	);
	const ends = await waitForItems(context, service, waiting, { askFirst: false, stop });
	return toItems(
		results.map((result, itemIndex) => {
			const end = ends.get(itemIndex);
			if (end === undefined) return result;
			return isFailure(end) ? end : [end.project];
		}),
	);
}

function checkItem(context: IExecuteFunctions, itemIndex: number): Order | ItemFailure {
	const parameter = (name: string): JsonValue => context.getNodeParameter(name, itemIndex, null);
	const { customFields, ...additionalFields } = readCollection(context, 'additionalFields', itemIndex);
	const submission = buildSubmission({
		fields: {
			...additionalFields,
			videoUrl: parameter('videoUrl'),
			videoType: parameter('videoType'),
			ext: context.getNodeParameter('ext', itemIndex, 'auto'),
			preferLength: parameter('preferLength'),
			lang: parameter('lang'),
			ratioOfClip: parameter('ratioOfClip'),
		},
		langCode: context.getNodeParameter('langCode', itemIndex, ''),
		customFields,
	});
	const policy = readPolicy(context, itemIndex);
	if (submission.ok && policy.ok) return { submission: submission.value, policy: policy.value };
	return inputFailure(context, itemIndex, problemsIn([submission, policy]), description);
}

/** What only this run knows: which video it was, when, and which other projects it has. */
function remarkOn(answer: Failure, { submission }: Order, created: readonly WaitingItem[]): string {
	const video = answer.mayHaveCreated
		? `Video: ${submission.videoUrl.replace(/\?.*$/, '?…')}, submitted at ${new Date().toISOString()}.`
		: '';
	return [video, keepIds(created)].filter((part) => part !== '').join(' ');
}
