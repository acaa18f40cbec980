/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, type Execution } from '../../host';
import { fingerprintOf } from '../fingerprint';
import { example, expectWhole, servedFile, type RecipeBed } from '../recipeBed';
import { deliverTo } from '../recipeDelivery';

/** The recipe that saves clips to disk when the service says that they are ready. */
export function diskCases(bed: RecipeBed): void {
	const workflow = example('save-ready-clips-and-notify.json');
	let execution: Execution | undefined;

	beforeAll(async () => {
		const [saved] = await deliverTo(bed, [workflow], 'https://www.youtube.com/watch?v=disk-recipe');
		[execution] = await bed.client.waitForExecutionsOf(saved?.id ?? '', 1);
		await bed.client.deactivateWorkflow(saved?.id ?? '');
	});

	const items = (node: string) => (execution === undefined ? [] : itemsOf(execution, node));

	it('runs every node to the end', () => expectWhole(execution, workflow));

	it('writes the very files of the service, each under its own name', async () => {
		const clips = items('Download Clips');
		const folder = join(bed.host.userFolder, '.n8n-files');
		const names = clips.map(({ json }) => `${String(json.videoId)} ${String(json.fileName)}`);
		expect(clips).toHaveLength(3);
		expect(readdirSync(folder).sort()).toEqual([...names].sort());
		for (const [index, clip] of clips.entries()) {
			const written = readFileSync(join(folder, names[index] ?? ''));
			expect(fingerprintOf(written, 'video/mp4')).toEqual(await servedFile(clip));
		}
	});

	it('sends one message for all clips, a line for each', () => {
		const titles = items('Download Clips').map(({ json }) => String(json.title));
		const projectName = String(items('Clip Trigger')[0]?.json.projectName);
		const saved = bed.receivers.notices.filter((body) => JSON.stringify(body).includes('new clips of'));
		expect(saved).toEqual([{ text: [`3 new clips of ${projectName}:`, ...titles].join('\n') }]);
	});
}
