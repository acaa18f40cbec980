import { NOT_PAUSED } from '../../../nodes/Clip/problems/notices';
import { credentialFor, itemsOf, withCredential } from '../../../tools/host';
import { fields, flow, node, startWith, unpaced } from '../../../tools/beds/flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../../../tools/beds/stage';
import { create, ended } from './durableRuns';

/** Customers with a workspace of the service each, whose keys lie in the data of a workflow or in n8n. */
export const accountCases = (stage: Stage): Cases => {
	const keys = () => stage.simulator.otherKeys;

	/**
	 * Runs Create and Get for a video of each customer, with one credential for all.
	 *
	 * @param apiKey - what the credential has in place of a key
	 * @returns how it ended, whether it was paused, and what came out: the video, the clips, and the account that paid
	 */
	const run = async (mark: string, apiKey: string, customers: ReadonlyArray<string | undefined>) => {
		const { type, data } = credentialFor(stage.simulator);
		const made = await stage.client.createCredential({ name: mark, type, data: { ...data, apiKey } });
		const rows = customers.map((key, index) => ({
			...{ label: `${mark}-${index}`, key, videoUrl: `https://youtu.be/${mark}-${index}` },
		}));
		const workflow = flow(mark, [
			...startWith('Videos', rows),
			// The row is not in the items that reach Create.
			fields('Links', { videoUrl: '={{ $json.videoUrl }}', apiKey: '={{ $json.key }}' }),
			create(),
			// Behind Create, an item is the project.
			fields('Made', { projectId: '={{ $json.projectId }}', apiKey: "={{ $('Videos').item.json.key }}" }),
			node('Clips', 'n8n-nodes-video-clipping.clip', {
				parameters: { operation: 'get', projectId: '={{ $json.projectId }}', options: { output: 'project' } },
			}),
		]);
		const saved = await stage.client.createWorkflow(withCredential(unpaced(workflow), made));
		const id = (await stage.client.runWorkflow(saved.id, 'Start')) ?? '';
		const execution = await ended(stage, id);
		const checks = (await stage.client.listExecutions(saved.id)).filter((other) => other.id !== id);
		return {
			execution,
			checks,
			// What n8n shows beside the output.
			hints: JSON.stringify(execution.nodes.Create ?? []),
			items: execution.error === undefined ? itemsOf(execution, 'Clips').map(({ json }) => json) : [],
			paid: stage.submissionsOf(`${mark}-`).map(({ rawBody, account }) => {
				const label = /youtu\.be\/([\w-]+)/.exec(rawBody)?.[1];
				return [label, account];
			}),
		};
	};

	return {
		'a credential with the key of an earlier node pays for each video with the key of its customer':
			async () => {
				const [first, second] = keys();
				const apiKey = "={{ $('Videos').item.json.key }}";
				const { execution, items, paid, hints } = await run('linked', apiKey, [first, second, first]);
				expect([execution.status, execution.error]).toEqual(['success', undefined]);
				expect(items.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
				expect(hints).toContain(NOT_PAUSED.severalAccounts);
				expect(paid.sort()).toEqual([1, 2, 1].map((account, video) => [`linked-${video}`, account]));
			},
		'a credential with the key of the first item of another node waits and gives the clips': async () => {
			const [first] = keys();
			const { execution, items, paid, checks } = await run('first', "={{ $('Videos').first().json.key }}", [
				first,
			]);
			expect([execution.status, items.map(({ status }) => status)]).toEqual(['success', ['ready']]);
			expect(paid).toEqual([['first-0', 1]]);
			// The check that could not open the credential ended at once, and successfully.
			expect(checks.map(({ status }) => status)).toEqual(['success']);
		},
		'a credential with an expression that needs no data of the workflow goes on pausing': async () => {
			const [first = ''] = keys();
			const { execution, items, checks, hints } = await run('constant', `={{ "${first}".trim() }}`, [
				undefined,
			]);
			expect([execution.status, items.map(({ status }) => status)]).toEqual(['success', ['ready']]);
			expect(checks.map(({ status }) => status)).toEqual(['success']);
			for (const reason of Object.values(NOT_PAUSED)) expect(hints).not.toContain(reason);
		},
	};
};
