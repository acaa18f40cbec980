import { flow, node, pausingClip } from '../beds/flows';
import { type Benchmark, type Figure, summarize } from './figure';
import { lastedFrom, withPlace } from './n8n';
import { request } from './waiting/ways';

const rounds = 20;

const VIDEO = 'https://youtu.be/pressed-again';

/** What a person waits for who executes a workflow again whose project is ready, beside the question for a project that is known. */
export const again: Benchmark = async (tell) =>
	await withPlace({ processingSeconds: 0 }, async ({ simulator, open }) => {
		const n8n = await open();
		const start = node('Start', 'n8n-nodes-base.manualTrigger');
		const ours = await n8n.save(
			flow('Create and Get', [
				start,
				pausingClip('Create', { operation: 'create', videoUrl: VIDEO }),
				pausingClip('Get', { operation: 'get' }),
			]),
		);
		tell('the first time, which takes a minute');
		await n8n.press(ours);
		const [paid] = simulator.ledger;
		const url = `${simulator.baseUrl}/open-api/v1/project/query/${paid?.projectId ?? ''}`;
		const split = node('Get', 'n8n-nodes-base.splitOut', {
			parameters: { fieldToSplitOut: 'videos', options: {} },
		});
		const peer = await n8n.save(flow('Question', [start, request('Create', { url }), split]));
		const [mine, theirs]: [number[], number[]] = [[], []];
		// The first round only warms up.
		for (let round = 0; round <= rounds; round += 1) {
			const [whole, bare] = [await n8n.press(ours), await n8n.press(peer)].map((execution) =>
				lastedFrom(execution, 'Create', 'Get'),
			);
			if (round === 0 || whole === undefined || bare === undefined) continue;
			mine.push(whole);
			theirs.push(bare);
		}
		if (simulator.ledger.length !== 1) throw new TypeError('The video was submitted again.');
		const figure: Figure = {
			name: 'Executed again: from Create to the clips of a project that is ready',
			unit: 'ms',
			ours: summarize(...mine),
			peer: { name: 'HTTP Request with the project ID, Split Out', ...summarize(...theirs) },
			note: `${rounds} times by hand; nothing is submitted`,
		};
		return [{ node: n8n.node, figures: [figure] }];
	});
