import { z } from 'zod/v3';
import { fetchOnce, itemsOf } from '../../../tools/host';
import { byHand, fields, flow, pausingClip } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';

/** Get with the file of each clip. */
export const getFiles = pausingClip('Get', {
	operation: 'get',
	projectId: '={{ $json.projectId }}',
	downloadFiles: true,
});

/**
 * From the clips of the service to files in n8n.
 *
 * @param storage - how n8n names a file there
 */
export function clipFileCases(stage: Stage, storage: RegExp): void {
	it('Get gives the file of every clip, byte for byte, beside its fields', async () => {
		const projectId = await stage.submit('https://www.youtube.com/watch?v=files-of-clips');
		stage.simulator.finish(projectId);
		const execution = await stage.run(flow('Files', [byHand, fields('Project', { projectId }), getFiles]));
		expect(execution.error).toBeUndefined();
		const files = itemsOf(execution, 'Get');
		expect(files.length).toBeGreaterThanOrEqual(4);
		for (const { json, binary } of files) {
			const original = Buffer.from(await (await fetchOnce(String(json.videoUrl))).arrayBuffer());
			expect(json).toMatchObject({ fileSize: original.length, mimeType: 'video/mp4' });
			const id = z.string().regex(storage).parse(binary.data?.id);
			const path = `/rest/binary-data?id=${encodeURIComponent(id)}&action=download`;
			expect((await stage.client.session.file({ path })).equals(original)).toBe(true);
		}
		expect(new Set(files.map(({ json }) => json.fileName)).size).toBe(files.length);
	});
}
