/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IWorkflowBase, WorkflowExecuteMode } from 'n8n-workflow';
import { z } from 'zod/v3';
import manifest from '../../package.json';
import { storedFiles } from '../contract/stored';
import type { ParkedExecution } from './parkingHost';
import { itemsOf, useBench } from './support';

/** Stand in the stored text for the IDs of the projects that were waited for. */
const MARKS = ['20417733', '20417734'] as const;

const stored = z.array(
	z.object({
		id: z.string(),
		workflow: z.custom<IWorkflowBase>((value) => typeof value === 'object' && value !== null),
		mode: z.custom<WorkflowExecuteMode>((value) => typeof value === 'string'),
		status: z.literal('waiting'),
		data: z.string(),
		waitTill: z.coerce.date().optional(),
	}),
);

const WAIT = { operation: 'wait', projectId: '={{ $json.projectId }}' };

describe('An execution that was paused by an earlier version', () => {
	const bench = useBench({ processingSeconds: 400 });
	const twoProjects = async () => [await bench.project(), await bench.project()] as const;

	/** The stored text with one pair of IDs in the place of another. */
	const renamed = (text: string, from: readonly string[], to: readonly string[]) =>
		from.reduce((result, id, index) => result.replaceAll(id, to[index] ?? ''), text);

	const readStored = (text: string) =>
		stored.parse(JSON.parse(text)).map((execution) => ({ ...execution, waitTill: execution.waitTill }));

	const record = process.env.RECORD_STORED === '1' ? it : it.skip;

	record('is written down for the version that is released next', async () => {
		const projectIds = await twoProjects();
		// What is remembered of a failure is stored, too.
		bench.simulator().faults.add({ on: 'query', times: 1, fault: { kind: 'status', status: 503 } });
		let text = '';
		await bench.clip(WAIT, {
			items: itemsOf(...projectIds.map((projectId) => ({ projectId }))),
			executionId: '1',
			onParked: (executions: ParkedExecution[]) => {
				text = JSON.stringify(executions, null, '\t');
			},
		});
		const file = join(__dirname, `../contract/stored/parked-${manifest.version}.json`);
		writeFileSync(file, `${renamed(text, projectIds, MARKS)}\n`);
	});

	describe.each(storedFiles('parked'))('with $version', ({ content }) => {
		it('goes on, asks for its projects, and gives them when they are ready', async () => {
			const projectIds = await twoProjects();
			for (const projectId of projectIds) bench.simulator().finish(projectId);
			const text = renamed(JSON.stringify(content), MARKS, projectIds);
			const { items, error } = await bench.clip(WAIT, { stored: readStored(text) });
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => [json.projectId, json.status])).toEqual(
				projectIds.map((projectId) => [projectId, 'ready']),
			);
		});
	});
});
