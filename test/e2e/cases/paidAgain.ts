import { itemsOf } from '../../host';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { creating, ended } from './durableRuns';

/** Ways in which a submission is tried again. */
export const paidAgainCases = (stage: Stage): Cases => {
	const paidFor = (label: string) =>
		stage.submissionsOf(`/${label}/`).filter(({ projectId }) => projectId !== null);
	return {
		"n8n's Retry of a run that failed does not pay again when a project name holds the execution":
			async () => {
				const named = { waitForClips: false, additionalFields: { projectName: '=Run {{ $execution.id }}' } };
				const { id: workflowId } = await stage.save(creating('named', ['good', 'sim-no-minutes'], named));
				const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
				expect((await ended(stage, id)).status).toBe('error');
				await ended(stage, await stage.client.retryExecution(id));
				expect(paidFor('named-0')).toHaveLength(1);
			},

		'two items with the same video and settings get one project': async () => {
			const twice = creating('twice', ['good', 'good'], {
				videoUrl: 'https://media.example.com/twice-0/good/talk.mp4',
			});
			const execution = await ended(stage, await stage.start(twice));
			const ids = itemsOf(execution, 'Create').map(({ json }) => json.projectId);
			expect(ids).toEqual([paidFor('twice-0')[0]?.projectId, paidFor('twice-0')[0]?.projectId]);
			expect(paidFor('twice-0')).toHaveLength(1);
		},
	};
};
