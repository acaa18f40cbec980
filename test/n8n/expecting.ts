/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { isDeepStrictEqual } from 'node:util';
import { until, type Execution, type Workflow } from '../../tools/host';
import { patience } from '../../tools/beds/editor/browser';

/** Expects what a page shows, which it may not show at once. */
export async function shows<T>(look: () => Promise<T>, wanted: T): Promise<void> {
	await until(async () => isDeepStrictEqual(await look(), wanted), 50, patience).catch(() => undefined);
	expect(await look()).toEqual(wanted);
}

/** Expects that every node of a workflow ran, but for its notes, and none failed. */
export function expectWhole(execution: Execution, { nodes }: Workflow): void {
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	const working = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	expect(Object.keys(execution.nodes).sort()).toEqual(working.map(({ name }) => name).sort());
}
