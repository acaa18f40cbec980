/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { type Benchmark, summarize } from '../figure';
import { withPlace } from '../n8n';
import { Crowd, PEERS } from './ways';

const size = 200;

/** n8n resumes status checks within a minute; this is long enough for two of each. */
const [samples, everyMs] = [36, 5_000];

const counted = z.object({ count: z.coerce.number() });

/** Executions of a workflow that run now, its status checks among them. */
async function running({ n8n, workflow }: Crowd): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id, status: ['running'] }));
	const path = `/rest/executions?limit=1&filter=${filter}`;
	return (await n8n.host.client.session.call({ path, read: counted })).count;
}

/** How many executions n8n has to keep running while projects wait. */
export const slots: Benchmark = async (tell) =>
	await withPlace({}, async ({ simulator, open }) => {
		const n8n = await open();
		const ours = await Crowd.publish(n8n, 'paused', simulator);
		const kept = await Crowd.publish(n8n, 'inProcess', simulator);
		tell(`starting ${size} runs of each kind`);
		await ours.start(size, 200);
		await kept.start(size, 200);
		await pause(30_000);
		tell('counting what runs');
		const [mine, theirs]: [number[], number[]] = [[], []];
		for (let sample = 0; sample < samples; sample += 1) {
			mine.push(await running(ours));
			theirs.push(await running(kept));
			await pause(everyMs);
		}
		const figure = {
			name: `Slots held while ${size} projects wait`,
			unit: 'executions',
			ours: summarize(...mine),
			peer: { name: PEERS.inProcess, ...summarize(...theirs) },
			goal: { atMost: 1, of: 'absolute' as const },
			note: `executions that run, status checks among them, counted ${samples} times within three minutes`,
		};
		return [{ node: n8n.node, figures: [figure] }];
	});
