/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { getEventListeners } from 'node:events';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { beginNodeExecution } from '../../../nodes/Clip/n8n/nodeExecution';

const inExecution = (cancelled?: AbortSignal) =>
	beginNodeExecution(
		z.custom<IExecuteFunctions>().parse({
			getExecutionCancelSignal: () => cancelled,
			getNode: () => ({ type: 'clip' }),
			getMode: () => 'manual',
			continueOnFail: () => false,
			getInputData: () => [],
		}),
	);

describe('What ends the work of a node', () => {
	it('leaves nothing with the execution, in which a loop may run the node thousands of times', () => {
		const execution = new AbortController();
		const stops = Array.from({ length: 100 }, () => inExecution(execution.signal));
		expect(getEventListeners(execution.signal, 'abort')).toEqual([]);
		execution.abort();
		expect(stops.every(({ signal }) => signal.aborted)).toBe(true);
		expect(inExecution(execution.signal).signal.aborted).toBe(true);
	});

	it('wakes its listeners when the node gives up, and nobody else, also in an n8n that cannot stop it', () => {
		for (const cancelled of [new AbortController().signal, undefined]) {
			const [stop, other] = [inExecution(cancelled), inExecution(cancelled)];
			const heard = jest.fn();
			stop.signal.addEventListener('abort', heard);
			stop.stop();
			expect(heard).toHaveBeenCalledTimes(1);
			expect([cancelled?.aborted ?? false, other.signal.aborted]).toEqual([false, false]);
		}
	});
});
