import { createRunExecutionData, type INodeParameters } from 'n8n-workflow';
import { endProcess } from './process';
import type { FaultInput } from '../../../tools/simulator';
import type { NodeRun, NodeRunResult } from './harness';
import { create, goingOn, MINUTE, submitOnly, useBench, videos } from './support';

export const HOUR = 60 * MINUTE;

export type Fault = FaultInput['fault'];
export const byHand = { mode: 'manual' } satisfies Partial<NodeRun>;
export const called = { mode: 'webhook' } satisfies Partial<NodeRun>;
/** Create that gives the clips at once or not at all. */
export const inProcess = { ...create, options: { waitMode: 'inProcess', submissionsPerMinute: 600 } };
const withSubmitAgain = (submitAgain: string) => ({
	...submitOnly,
	options: { ...submitOnly.options, submitAgain },
});
export const eachTime = withSubmitAgain('always');
export const never = withSubmitAgain('never');

export const code = (number: number): Fault => ({ kind: 'code', code: number, errMsg: 'said' });

/** n8n is started again: of what the process knew nothing is left. */
export const restart = endProcess;

/** All that n8n's Retry hands over of an execution that has ended, or of one that has crashed: nothing but its beginning. */
export const after = ({ run }: NodeRunResult) => ({ mode: 'retry', remembers: run.data }) as const;
export const afterCrash = ({ run }: NodeRunResult) => {
	const { runtimeData } = run.data.executionData ?? {};
	return {
		mode: 'retry',
		remembers: createRunExecutionData({ executionData: runtimeData && { runtimeData } }),
	} as const;
};

/** Projects, or how an item ended, with whether the project was used again. */
export const given = ({ items }: NodeRunResult) =>
	items.map(({ json: { projectId, details, reused } }) => [
		projectId ?? (typeof details === 'object' && details !== null && 'outcome' in details && details.outcome),
		...(reused === undefined ? [] : [reused]),
	]);

/** Ways to submit the same video again. */
export function usePresses() {
	const bench = useBench();
	const paid = () => bench.paid().length;
	const press = async (parameters: INodeParameters = submitOnly, more: Partial<NodeRun> = byHand) =>
		await bench.clip(parameters, { items: videos('a'), ...goingOn, ...more });
	const answerTo = (fault: Fault, times = 99) => bench.fail({ on: 'query', times, fault });

	return { bench, paid, press, answerTo };
}
