import { z } from 'zod/v3';
import { DEFAULT_OUTPUT, OUTPUTS } from '../get/get.fields';
import { selectionParameters } from '../get/rules/selection';
import { aSwitch, oneOf, together } from '../lib/fields';
import type { Parameters } from '../n8n/parameters';
import { maxWaitParameter } from '../wait/wait.schema';
import { DEFAULT_EVENT, DEFAULT_WAIT_MINUTES, EVENTS, properties } from './trigger.fields';

const schema = together({
	own: z.object({
		event: oneOf(EVENTS).default(DEFAULT_EVENT),
		output: oneOf(OUTPUTS).default(DEFAULT_OUTPUT),
		simplify: aSwitch.default(true),
		ignoreDuplicates: aSwitch.default(true),
		/** For how long to ask after a call, in milliseconds. */
		maxWait: maxWaitParameter.default(DEFAULT_WAIT_MINUTES),
	}),
	selection: selectionParameters,
}).transform(({ own, selection }) => ({ ...own, selection }));

export type TriggerParameters = z.output<typeof schema>;

/** The parameters of the trigger, but for the secret, which is read before. */
export const triggerParameters: Parameters<TriggerParameters> = {
	fields: properties.filter(({ name }) => name !== 'secret'),
	schema,
};
