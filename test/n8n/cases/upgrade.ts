/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { rmSync, writeFileSync } from 'node:fs';
import { itemsOf, until } from '../../../tools/host';
import { filesBelow } from '../../../tools/host/folder';
import { installedIn } from '../../../tools/host/package';
import type { Bed } from '../../../tools/beds/bed';
import { flow, pausingClip, startWith } from '../../../tools/beds/flows';
import { create, projectOf, videosOf } from './durableRuns';

const labels = ['upgrade-0', 'upgrade-1', 'upgrade-2'];

/** That an upgrade of the package leaves alone what is Running. Afterwards this n8n cannot load the package any more. */
export function upgradeCases(bed: Bed): void {
	/** Puts a version in the place of the installed one of which no file can be loaded any more. */
	function upgrade(): void {
		for (const file of filesBelow(installedIn(bed.host.n8n.userFolder))) {
			if (file.endsWith('.js')) writeFileSync(file, 'throw new Error("This is another version.");');
			else rmSync(file);
		}
	}

	it('in the middle of a batch changes nothing of it, nor of the downloads behind it', async () => {
		bed.simulator.faults.add({ on: 'create', times: 3, fault: { kind: 'delay', seconds: 3 } });
		bed.simulator.faults.add({ on: 'media', fault: { kind: 'drip', bytes: 2_000, seconds: 0.1 } });
		const id = await bed.start(
			flow('upgrade', [
				...startWith('Videos', videosOf('upgrade', ['', '', ''])),
				create({ options: { waitMode: 'inProcess', pollInterval: 5 } }),
				pausingClip('Get', { operation: 'get', downloadFiles: true, filters: { limit: 1 } }),
			]),
		);
		await until(() => bed.simulator.requests.some(({ method }) => method === 'POST'));
		upgrade();
		const execution = await bed.client.waitForExecution(id);
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		const projects = labels.map((label) => projectOf(bed, label));
		const clips = itemsOf(execution, 'Get');
		expect(clips.map(({ json }) => json.projectId)).toEqual(projects);
		for (const { binary } of clips) expect(binary).toHaveProperty('data.mimeType', 'video/mp4');
	});
}
