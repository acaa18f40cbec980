import { createRunExecutionData, type INodeParameters, sleep, type WorkflowExecuteMode } from 'n8n-workflow';
import { endProcess } from '../../../nodes/Clip/create/processRecords';
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

/** Ways to submit the same video again, and what must come of them. */
export function usePresses() {
	const bench = useBench();
	const paid = () => bench.paid().length;
	const press = async (parameters: INodeParameters = submitOnly, more: Partial<NodeRun> = byHand) =>
		await bench.clip(parameters, { items: videos('a'), ...goingOn, ...more });
	const answerTo = (fault: Fault, times = 99) => bench.simulator().faults.add({ on: 'query', times, fault });

	const failedIsSentByHand = async (number: number) => {
		await press();
		answerTo(code(number));
		const began = Date.now();
		expect(given(await press(submitOnly, called))).not.toEqual([[bench.ids()[0], true]]);
		expect((await press(submitOnly, called)).items[0]?.json.details).toMatchObject({
			code: String(number),
		});
		expect(paid()).toBe(1);
		expect(given(await press())).toEqual([[bench.ids()[1], false]]);
		expect([paid(), Date.now() - began < 10_000]).toEqual([2, true]);
		await sleep(2 * HOUR);
		await press(submitOnly, called);
		expect(paid()).toBe(3);
	};

	const unknownIsSentLater = async (number: number) => {
		await press();
		answerTo(code(number), 6);
		await sleep(9 * MINUTE);
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		expect(bench.questions()).toHaveLength(1);
		await sleep(2 * MINUTE);
		const began = Date.now();
		const { items, paused } = await press(create);
		expect(items[0]?.json).toMatchObject({ projectId: bench.ids()[1], reused: false });
		expect([paused, paid()]).toEqual([true, 2]);
		expect(bench.paid()[1]?.at).toBeGreaterThan(began + MINUTE);
		expect(bench.paid()[1]?.at).toBeLessThan(began + 3 * MINUTE);
	};

	const isThisProject = async (fault: Fault) => {
		await press();
		await sleep(HOUR);
		answerTo(fault);
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		const { items } = await press(inProcess);
		expect(JSON.stringify(items)).toContain(bench.ids()[0]);
		expect(paid()).toBe(1);
	};

	const countsForTwoHours = async (mode: WorkflowExecuteMode) => {
		for (const pause of [0, 119 * MINUTE, MINUTE]) {
			await sleep(pause);
			restart();
			await press(submitOnly, { mode });
		}
		expect(paid()).toBe(2);
	};

	return {
		...{ bench, paid, press, answerTo },
		...{ failedIsSentByHand, unknownIsSentLater, isThisProject, countsForTwoHours },
	};
}
