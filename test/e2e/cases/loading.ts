import { typePrefix } from '../../host';
import type { Bed } from '../bed';

/** What n8n makes of the installed package. */
export function loadingCases(bed: Bed): void {
	it('are loaded from the tarball under the names that stored workflows use', async () => {
		const types = await bed.client.nodeTypes();
		const ours = [...types.values()].filter(({ name }) => name.startsWith(typePrefix));
		expect(Object.fromEntries(ours.map(({ name, displayName }) => [name, displayName]))).toEqual({
			'n8n-nodes-video-clipping.clip': 'Clip',
			'n8n-nodes-video-clipping.clipTool': 'Clip Tool',
			'n8n-nodes-video-clipping.clipTrigger': 'Clip Trigger',
		});
	});
}
