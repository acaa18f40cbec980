/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { z } from 'zod/v3';
import { itemsOf, until } from '../../host';
import type { Stage } from '../stage';
import { creating, ended, projectOf } from './durableRuns';
import { nothingWaits, startParked, unendedOf } from './helperRuns';

const MINUTE = 60_000;
/** What the service takes. */
const perMinute = 3;
const perHour = 20;

/** Four minutes' worth. */
const videos = 4 * perMinute;

/** A batch that is larger than what the service takes in a minute. Nothing else may run in its n8n. */
export function batchCases(stage: Stage): void {
	const running = async () => {
		const filter = encodeURIComponent(JSON.stringify({ status: ['running', 'new'] }));
		const read = z.object({ results: z.array(z.object({ id: z.string() })) });
		return (await stage.client.session.call({ path: `/rest/executions?limit=10&filter=${filter}`, read }))
			.results;
	};

	it('submits a batch at the pace of the service, holds no worker meanwhile, and gives all projects in order', async () => {
		stage.simulator.configure({ submissionLimits: { perMinute, perHour } });
		const began = Date.now();
		const markers = Array.from({ length: videos }, () => 'good');
		const paced = { submissionOptions: { submissionsPerMinute: perMinute } };
		const account = await stage.newAccount();
		const run = await startParked(stage, creating('batch', markers, paced), account);
		const { id, keeper, poller, workflowId } = run;
		const sent = () => stage.submissionsOf('/batch-');
		let [looks, idle] = [0, 0];
		for (let count = perMinute; count < videos; count += perMinute) {
			await until(() => sent().length >= count);
			// Until the next of them may go out, n8n has nothing to do.
			await until(async () => {
				looks += 1;
				if ((await running()).length > 0) return false;
				idle += 1;
				expect(await unendedOf(stage, workflowId)).toEqual({
					[id]: 'waiting',
					[keeper]: 'waiting',
					[poller]: 'waiting',
				});
				return sent().length > count;
			}, 1_000);
		}
		const execution = await ended(stage, id);
		stage.simulator.configure({ submissionLimits: null });
		const seconds = Math.round((Date.now() - began) / 1000);
		const times = sent().map(({ at }) => Math.round((at - began) / 1000));
		process.stdout.write(
			`batch: ended after ${seconds} s, submitted after ${times.join(', ')} s; n8n idle in ${idle} of ${looks} looks\n`,
		);
		expect(execution.error).toBeUndefined();
		expect(itemsOf(execution, 'Create')).toMatchObject(
			markers.map((_, item) => ({
				json: { projectId: projectOf(stage, `batch-${item}`), status: 'ready' },
				pairedItem: { item },
			})),
		);
		// The service refused none, and no minute held more than allowed.
		expect(sent().map(({ code }) => code)).toEqual(markers.map(() => 2000));
		for (const [index, { at }] of sent().slice(perMinute).entries()) {
			expect(at - (sent()[index]?.at ?? 0)).toBeGreaterThanOrEqual(MINUTE);
		}
		await nothingWaits(stage, workflowId);
	});
}
