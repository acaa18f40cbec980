import { itemsOf, saveCredential, type Execution, type ExecutionItem } from '../../host';
import { connect } from './durableRuns';
import { fields, flow, node, pausingClip } from '../flows';
import { publishNodes, type PublishNode } from '../publishNodes';
import type { RecipeBed } from '../recipeBed';

/** What n8n's own nodes make of clips, as docs/publishing.md says. */
export function publishTableCases(bed: RecipeBed): void {
	let projectId = '';

	/** Hands the two best clips of a project to a node; behind it, each item says which clip it is of. */
	const publish = async ({ node: upload, row }: PublishNode): Promise<Execution> => {
		const get = pausingClip('Get', {
			operation: 'get',
			projectId,
			downloadFiles: true,
			filters: { limit: 2 },
		});
		const which = { clip: "={{ $('Get').item.json.videoId }}" };
		const wholeFlow = flow(row, [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			get,
			{ ...upload, onError: 'continueErrorOutput' },
			fields('Posted', which),
		]);
		const failing = { ...fields('Failed', which), onError: 'continueRegularOutput' };
		const workflow = { ...wholeFlow, nodes: [...wholeFlow.nodes, failing] };
		workflow.connections.Upload = {
			main: [[{ node: 'Posted', type: 'main', index: 0 }], [{ node: 'Failed', type: 'main', index: 0 }]],
		};
		return await bed.run(workflow);
	};

	beforeAll(async () => {
		projectId = await bed.submit('https://www.youtube.com/watch?v=table-of-nodes');
		bed.simulator.finish(projectId);
		for (const { account } of publishNodes) {
			if (account !== undefined) await bed.addAccount(account);
		}
	});

	describe.each(publishNodes.map((one) => [one.row, one] as const))('%s', (_row, one) => {
		it('explore', async () => {
			const before = bed.recorder.calls.length;
			const good = await publish(one);
			const calls = bed.recorder.calls.slice(before);
			bed.playOnce(one.host, { status: 400, json: { error: { message: 'no' }, message: 'no' } });
			const bad = await publish(one);
			const clips = itemsOf(good, 'Get');
			const sent = Buffer.concat(calls.map(({ body }) => body));
			const out = {
				row: one.row,
				error: good.error?.message,
				calls: calls.map(({ method, url, body }) => `${method} ${url.href.slice(0, 100)} ${body.length}`),
				clips: clips.map(({ json }) => json.videoId),
				good: [
					itemsOf(good, 'Upload').length,
					itemsOf(good, 'Upload', 1).map(({ json }) => json),
					itemsOf(good, 'Posted').map(({ json }) => json),
				],
				bad: [
					itemsOf(bad, 'Upload').map(({ json }) => JSON.stringify(json).slice(0, 200)),
					itemsOf(bad, 'Upload', 1).map(({ json }) => [
						Object.keys(json),
						JSON.stringify(json.error).slice(0, 200),
					]),
					itemsOf(bad, 'Posted').map(({ json }) => json),
					itemsOf(bad, 'Failed').map(({ json }) => json),
				],
				badError: bad.error?.message,
				sent: sent.length,
			};
			require('node:fs').appendFileSync('/tmp/explore.json', JSON.stringify(out, null, 1) + '\n');
		});
	});
}
