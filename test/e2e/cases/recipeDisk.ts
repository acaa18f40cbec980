/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf } from '../../host';
import { example, expectWhole, servedFile, type RecipeBed } from '../recipeBed';
import { fingerprintOf } from '../recipePlatforms';

/** The recipe that saves clips to disk when the service says that they are ready. */
export function diskCases(bed: RecipeBed): void {
	it('writes the very files of the service, each under its own name, and sends one message for all', async () => {
		const workflow = example('save-ready-clips-and-notify.json');
		const run = await bed.delivered(workflow, 'https://www.youtube.com/watch?v=disk-recipe');
		expectWhole(run, workflow);
		const clips = itemsOf(run, 'Download Clips');
		const folder = join(bed.host.userFolder, '.n8n-files');
		const names = clips.map(({ json }) => `${String(json.videoId)} ${String(json.fileName)}`);
		expect(clips).toHaveLength(3);
		expect(readdirSync(folder).sort()).toEqual([...names].sort());
		for (const [index, clip] of clips.entries()) {
			const written = readFileSync(join(folder, names[index] ?? ''));
			expect(fingerprintOf(written, 'video/mp4')).toBe(await servedFile(clip));
		}

		const titles = clips.map(({ json }) => String(json.title));
		const projectName = String(itemsOf(run, 'Clip Trigger')[0]?.json.projectName);
		const told = bed.receivers.notices.filter((body) => JSON.stringify(body).includes('new clips of'));
		expect(told).toEqual([{ text: [`3 new clips of ${projectName}:`, ...titles].join('\n') }]);
	});
}
