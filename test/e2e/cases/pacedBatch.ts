/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { itemsOf, until } from '../../host';
import type { Bed } from '../bed';
import type { Cases } from '../sideBySide';
import { creating, ended, parked, projectOf } from './durableRuns';
import { idsBeside, nothingWaits, unendedOf } from './pausedRuns';

const MINUTE = 60_000;
/** What the service takes. */
const perMinute = 3;

/** Batches that are larger than what the service takes in a minute. */
export const batchCases = (bed: Bed, logFile: string): Cases => {
	const paced = { submissionOptions: { submissionsPerMinute: perMinute } };
	const sent = (mark: string) => bed.submissionsOf(`/${mark}-`);
	const start = async (mark: string, count: number, more = {}) => {
		const markers = Array.from({ length: count }, () => 'good');
		const workflow = creating(mark, markers, { ...paced, ...more });
		const { id: workflowId } = await bed.save(workflow, await bed.newAccount());
		return { workflowId, id: (await bed.client.runWorkflow(workflowId, 'Start')) ?? '' };
	};

	return {
		'a batch is submitted at the pace of the service while its execution runs, then it pauses, and gives all projects in order':
			async () => {
				const { id, workflowId } = await start('batch', 7);
				await until(() => sent('batch').length === perMinute);
				expect(await unendedOf(bed, workflowId)).toEqual({ [id]: 'running' });
				await parked(bed, id);
				expect(sent('batch')).toHaveLength(7);
				const execution = await ended(bed, id);
				expect(execution.error).toBeUndefined();
				expect(itemsOf(execution, 'Create')).toMatchObject(
					Array.from({ length: 7 }, (_, item) => ({
						json: { projectId: projectOf(bed, `batch-${item}`), status: 'ready' },
						pairedItem: { item },
					})),
				);
				for (const [index, { at }] of sent('batch').slice(perMinute).entries()) {
					expect(at - (sent('batch')[index]?.at ?? 0)).toBeGreaterThanOrEqual(MINUTE);
				}
				await nothingWaits(bed, workflowId);
				const log = readFileSync(logFile, 'utf8');
				expect(log).toMatch(
					/\/batch-3\/good\/talk\.mp4 waits until \d{4}-.*the service accepts 3 videos a minute/,
				);
				for (const { projectId } of sent('batch')) expect(log).toContain(`Created project ${projectId}`);
			},

		'a batch that is stopped ends between two submissions, and its projects stand beside it': async () => {
			const { id, workflowId } = await start('stopped-batch', 5);
			await until(() => sent('stopped-batch').length === perMinute);
			await bed.client.stopExecution(id);
			expect((await ended(bed, id)).status).toBe('canceled');
			await nothingWaits(bed, workflowId);
			// A batch that had gone on would have sent the next ones by then.
			const other = await start('other-batch', 4);
			await parked(bed, other.id);
			expect(sent('stopped-batch')).toHaveLength(perMinute);
			expect((await idsBeside(bed, id)).sort()).toEqual(
				sent('stopped-batch')
					.map(({ projectId }) => projectId)
					.sort(),
			);
		},

		'a batch that would take longer than Max Rate Limit Wait is refused before anything is sent':
			async () => {
				const submissionOptions = { submissionsPerMinute: perMinute, maxRateLimitWait: 1 };
				const { id } = await start('long-batch', 7, { submissionOptions });
				const { error } = await ended(bed, id);
				expect(error?.message).toContain("Only 6 of 7 videos can be submitted within 'Max Rate Limit Wait'");
				expect(sent('long-batch')).toEqual([]);
			},
	};
};
