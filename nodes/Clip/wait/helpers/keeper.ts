import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { lookUp } from '../../n8n/executions';
import { unknownOperation } from '../../n8n/failures';
import { fit } from '../../lib/redact';
import { readText } from '../../lib/values';
import {
	carrying,
	type KeeperEvent,
	type KeeperState,
	keeperAfter,
	keeperState,
	readMessage,
} from '../rules/helperStates';
import { park } from './park';
import { taskOf } from './poller';

const STATE = 'keeper';

/**
 * Keep: the work of the keeper that a durable wait starts; users cannot choose it. A poller may die in the middle of its
 * work, and n8n then hands over an error that knows nothing of the project, or what the poller said last. Either way the
 * keeper starts another one, which goes on with what the first one knew when it slept last.
 *
 * @returns on the first output, while it waits, what is to come out should n8n lose it; on the second one how the waiting ended
 * @throws NodeOperationError when nobody has started it as a keeper
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = context.getContext('node');
	const known = keeperState.safeParse(memory[STATE]);
	const before = known.success ? known.data : null;
	let state = keeperAfter(before, await whatHappened(context, before));
	if (state === null) {
		if (!context.continueOnFail()) throw unknownOperation(context);
		// What another version remembered cannot be read. A throw would come back to the keeper as an item, for ever.
		return [[], [{ json: carrying({ kind: 'told', error: UNREADABLE }) }]];
	}
	if (state.name === 'hiring') {
		const parked = await park(context, 'poller', state.task);
		const event: KeeperEvent = parked.parked
			? { name: 'hired', poller: parked.helper ?? '' }
			: { name: 'notHired', reason: parked.reason };
		state = keeperAfter(state, event) ?? state;
	}
	memory[STATE] = { ...state };
	return state.name === 'done'
		? [[], [{ json: carrying(state.message) }]]
		: [state.task.jsons.map((json) => ({ json })), []];
}

const UNREADABLE = {
	itemIndex: 0,
	message: 'The waiting was interrupted: n8n lost the data of this execution',
	description:
		"The service continues with the projects. Their IDs are in the log of n8n and in the custom data of this execution ('clipProjects'). Use 'Wait' or 'Get' with them. Do not submit the videos again.",
	httpCode: null,
};

/** What the keeper's input tells: its task, what a poller brought, or what n8n says in the place of a poller. */
async function whatHappened(context: IExecuteFunctions, state: KeeperState | null): Promise<KeeperEvent> {
	const [item] = context.getInputData();
	const message = readMessage(item?.json);
	if (message?.kind === 'task') return { name: 'task', task: message.task };
	if (message !== null) return { name: 'brought', message };
	const poller = state?.name === 'keeping' ? await lookUp(context, state.poller) : null;
	const task = poller === null ? null : taskOf(poller);
	if (poller?.stopped === true) return { name: 'stopped', task };
	return { name: 'lost', task, reason: fit(readText(item?.json.error) ?? 'n8n lost it') };
}
