import { z } from 'zod/v3';
import { readWorkflow, typePrefix } from '../../tools/host/workflow';
import { blockToPaste } from '../../tools/docs/paste';

const workflow = z.object({
	nodes: z.array(z.object({ name: z.string(), type: z.string(), parameters: z.record(z.unknown()) })),
	connections: z.record(z.unknown()),
});

describe('The block of the README that n8n takes from the clipboard', () => {
	const block = workflow.parse(JSON.parse(blockToPaste()));
	const example = workflow.parse(readWorkflow('examples/one-video-to-clips.json'));
	const clips = example.nodes.filter(({ type }) => type.startsWith(typePrefix));

	it('is the Clip nodes of One Video to Clips, without a link', () => {
		expect(block.nodes.map(({ name, type }) => [name, type])).toEqual(
			clips.map(({ name, type }) => [name, type]),
		);
		const [create, get] = clips.map(({ parameters }) => parameters);
		expect(block.nodes[0]?.parameters).toEqual({ ...create, videoUrl: '' });
		// What equals the default may be left out.
		expect({ ...get, ...block.nodes[1]?.parameters }).toEqual({ ...block.nodes[1]?.parameters, ...get });
		const names = clips.map(({ name }) => name);
		const between = Object.entries(example.connections).filter(([from]) => names.includes(from));
		expect(block.connections).toEqual(Object.fromEntries(between));
	});

	it('has only nodes of this package, so that n8n gives both the one credential', () => {
		expect(block.nodes.map(({ type }) => type)).toEqual([`${typePrefix}clip`, `${typePrefix}clip`]);
	});
});
