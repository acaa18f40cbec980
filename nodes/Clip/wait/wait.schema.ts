import { z } from 'zod/v3';
import { amount, field, oneOf, type Schema, together } from '../lib/fields';
import { readId, readNumber } from '../lib/values';
import type { Parameters } from '../n8n/parameters';
import { aProjectId } from '../service/rules/project';
import { SHORTEST_POLL_INTERVAL } from '../service/rules/vocabulary';
import type { ChosenPolicy } from './rules/watching';
import { description, WAIT_DEFAULTS, WAIT_MODES } from './wait.fields';

export type WaitMode = (typeof WAIT_MODES)[number]['value'];

export const waitModeParameter: Schema<WaitMode> = z
	.object({ waitMode: oneOf(WAIT_MODES).default(WAIT_DEFAULTS.waitMode) })
	.transform(({ waitMode }) => waitMode);

/** A year: long enough for every video, short enough to be a date. */
const LONGEST_MAX_WAIT_MINUTES = 525_600;

/** How long to wait at most: minutes as the user enters them, milliseconds as they are read. */
export const maxWaitParameter: Schema<number> = amount('minutes', LONGEST_MAX_WAIT_MINUTES).transform(
	(minutes) => minutes * 60_000,
);

/** Poll interval and Max Wait. */
export const pollingParameters: Schema<ChosenPolicy> = z.object({
	pollInterval: field(
		(value) => {
			const milliseconds = (readNumber(value) ?? 0) * 1000;
			return milliseconds < SHORTEST_POLL_INTERVAL ? undefined : milliseconds;
		},
		`must be a number of seconds, ${SHORTEST_POLL_INTERVAL / 1000} at least`,
	).default(WAIT_DEFAULTS.pollInterval),
	maxWait: maxWaitParameter.optional(),
});

/** 'Project ID', and what the input item knows of that project. */
export const projectParameters = z
	.object({
		projectId: aProjectId,
		item: z.object({ status: z.unknown(), clipCount: z.unknown(), projectId: z.unknown() }),
	})
	.transform(({ projectId, item }) => {
		const isEmpty = item.status === 'ready' && item.clipCount === 0;
		return {
			projectId,
			/** Whether the node before has found no clips, after it had asked again. */
			isKnownEmpty: isEmpty && readId(item.projectId) === projectId,
		};
	});

const schema = together({
	project: projectParameters,
	policy: pollingParameters,
	waitMode: waitModeParameter,
}).transform(({ project, ...others }) => ({ ...project, ...others }));

export const waitParameters: Parameters<z.output<typeof schema>> = { fields: description, schema };
