import { z } from 'zod/v3';
import { fetchOnce, itemsOf, type Execution, type Workflow } from '../../../tools/host';
import { byHand, called, callOf, flow, startWith, webhook } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';
import { chain, create, ended, videosOf } from './durableRuns';

/** Create that ends within seconds, and leaves the pace to the service. */
const quick = { options: { waitMode: 'inProcess', pollInterval: 5 } };

/** A workflow that answers the caller of its webhook with what Create gives for the first video of a mark. */
const answering = (mark: string): Workflow =>
	flow(mark, [
		webhook(mark, { responseMode: 'lastNode' }),
		...startWith('Videos', videosOf(mark, ['good'])).slice(1),
		create({ waitForClips: false }),
	]);

/** What the ways to submit the same video again have in common. Submissions are counted at the service. */
function counted(stage: Stage) {
	const paid = (mark: string) =>
		stage.submissionsOf(`/${mark}-`).flatMap(({ projectId }) => (projectId === null ? [] : [projectId]));
	const given = (execution: Execution, name = 'Create') =>
		itemsOf(execution, name).map(({ json }) => [json.projectId, json.status, json.reused]);
	/** Saves a workflow, and gives what a person who executes it gets: all of it, or up to a node by its own button. */
	const pressing = async (workflow: Workflow) => {
		const { id } = await stage.save(workflow);
		return async (last?: string) => {
			const execution = await stage.client.runWorkflow(id, 'Start', last);
			return await ended(stage, execution ?? '');
		};
	};
	return { paid, given, pressing };
}

/**
 * That the same video is paid for once where a person executes a workflow again.
 *
 * @param restart - ends all processes of n8n and starts them again
 */
export function pressedByHand(stage: Stage, restart: () => Promise<unknown>): void {
	const { paid, given, pressing } = counted(stage);

	it('by hand five times, once by the button of Get, with a restart between, is paid once', async () => {
		const press = await pressing(chain('five', ['good'], quick));
		const first = await press();
		const [projectId, ...more] = paid('five');
		expect([given(first), more]).toEqual([[[projectId, 'ready', false]], []]);
		await press();
		const third = await press('Get');
		expect(itemsOf(third, 'Get').length).toBe(itemsOf(first, 'Get').length);
		await restart();
		for (const pressed of [await press(), await press()]) {
			expect(given(pressed)).toEqual([[projectId, 'ready', true]]);
			expect(itemsOf(pressed, 'Get').length).toBe(itemsOf(first, 'Get').length);
		}
		expect(paid('five')).toEqual([projectId]);
	});
}

/** That it is, in the other ways to submit it again. */
export function pressedCases(stage: Stage): void {
	const { paid, pressing } = counted(stage);

	it('by a sub-workflow that is called again is paid once', async () => {
		const steps = [
			...startWith('Videos', videosOf('sub', ['good'])).slice(1),
			create({ waitForClips: false }),
		];
		const { id } = await stage.publish(flow('sub', [called, ...steps]));
		const press = await pressing(flow('sub parent', [byHand, callOf(id)]));
		const reused = [await press(), await press()].map((run) => itemsOf(run, 'Call')[0]?.json.reused);
		expect([reused, paid('sub').length]).toEqual([[false, true], 1]);
	});
}

/** That it is on several workers, who know nothing of each other but by n8n's database. */
export function pressedOften(stage: Stage): void {
	const { paid } = counted(stage);

	it('by two callers at once, ten times, is paid once each: whoever is told a project is told this one', async () => {
		for (let number = 0; number < 10; number += 1) {
			const mark = `double-${number}`;
			await stage.publish(answering(mark));
			const call = async (): Promise<unknown> =>
				await (await fetchOnce(`${stage.webhookUrl}/webhook/${mark}`, { method: 'POST' })).json();
			const answers = await Promise.all([call(), call()]);
			const [projectId, ...more] = paid(mark);
			expect([mark, more]).toEqual([mark, []]);
			// Now and then the second one is told that nobody knows: two workers are at one row of n8n's memory.
			const unknown = { message: 'Error in workflow' };
			expect(answers).toContainEqual(expect.objectContaining({ projectId }));
			for (const answer of answers) expect([{ projectId }, unknown]).toContainEqual(projectOrError(answer));
		}
	});
}

const projectOrError = (answer: unknown) =>
	z.union([z.object({ projectId: z.string() }), z.object({ message: z.string() })]).parse(answer);
