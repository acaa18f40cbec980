/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { getEventListeners } from 'node:events';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { stopController } from '../../../nodes/Clip/n8n/parameters';

const inExecution = (cancelled?: AbortSignal) =>
	z.custom<IExecuteFunctions>().parse({ getExecutionCancelSignal: () => cancelled });

describe('What ends the work of a node', () => {
	it('leaves nothing with the execution, in which a loop may run the node thousands of times', () => {
		const execution = new AbortController();
		const stops = Array.from({ length: 100 }, () => stopController(inExecution(execution.signal)));
		expect(getEventListeners(execution.signal, 'abort')).toEqual([]);
		execution.abort();
		expect(stops.every(({ signal }) => signal.aborted)).toBe(true);
	});

	it('is over at once in an execution that somebody has stopped', () => {
		expect(stopController(inExecution(AbortSignal.abort())).signal.aborted).toBe(true);
	});

	it.each([
		['an execution', new AbortController().signal],
		['an n8n that cannot stop it', undefined],
	])('wakes its listeners when the node gives up, and nobody else, in %s', (_what, cancelled) => {
		const stop = stopController(inExecution(cancelled));
		const other = stopController(inExecution(cancelled));
		const heard = jest.fn();
		stop.signal.addEventListener('abort', heard);
		stop.abort();
		expect(heard).toHaveBeenCalledTimes(1);
		expect([cancelled?.aborted ?? false, other.signal.aborted]).toEqual([false, false]);
	});
});
