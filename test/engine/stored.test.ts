import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import { storedFiles } from '../contract/stored';
import { runNode } from './harness';
import { useStorage } from './storage';
import { credentialFor, itemsOf, useBench } from './support';

const workflow = z.object({
	nodes: z.array(
		z.object({
			name: z.string(),
			type: z.string(),
			typeVersion: z.number(),
			parameters: z.custom<INodeParameters>((value) => typeof value === 'object' && value !== null),
		}),
	),
});

/** What the service got for the stored Create node of each version. */
const SENT: Readonly<Record<string, object>> = {
	'0.1.0': {
		videoUrl: 'https://films.example/stored/talk?take=1',
		videoType: 1,
		ext: 'mov',
		preferLength: [2, 3],
		lang: 'ja',
		ratioOfClip: 4,
		autoBrollSwitch: 1,
		emojiSwitch: 1,
		clipModel: 'clip_v2',
		headlineSwitch: 0,
		highlightSwitch: 1,
		keywords: 'every answer about pricing',
		keyword: 'every answer about pricing',
		maxClipNumber: 5,
		projectName: 'Stored talk',
		removeSilenceSwitch: 1,
		subtitleSwitch: 0,
		templateId: 88104,
		newerField: 'as it is',
	},
};

describe.each(storedFiles('workflow'))('A workflow that was stored with $version', ({ version, content }) => {
	useStorage();
	const bench = useBench();
	const { nodes } = workflow.parse(content);

	/** Runs a node exactly as it was stored. */
	async function run(name: string, items: INodeExecutionData[]) {
		const node = nodes.find((one) => one.name === name);
		if (node === undefined) throw new TypeError(`The stored workflow has no ${name}.`);
		const { parameters, typeVersion } = node;
		const isTrigger = node.type.endsWith('.clipTrigger');
		const result = await runNode({
			type: isTrigger ? 'clipTrigger' : 'clip',
			mode: isTrigger ? 'manual' : 'trigger',
			parameters,
			items,
			settings: { typeVersion },
			credentials: credentialFor(bench.simulator()),
		});
		expect(result.error).toBeUndefined();
		return result;
	}

	it('still sends what it sent, waits, and gives the same clips and files', async () => {
		const created = await run('Create', itemsOf({}));
		expect(bench.bodies()).toEqual([SENT[version]]);
		expect(created.items).toMatchObject([{ json: { status: 'ready', projectName: 'Stored talk' } }]);
		expect(created.parked).toBe(false);

		const waited = await run('Wait', created.items);
		expect(waited.items).toMatchObject([{ json: { status: 'ready' } }]);
		const clips = await run('Get', waited.items);
		expect(clips.items).toHaveLength(3);
		const files = await run('Download', clips.items);
		expect(files.items.map(({ json }) => [json.rank, json.mimeType])).toEqual([
			[1, 'video/mp4'],
			[2, 'video/mp4'],
			[3, 'video/mp4'],
		]);
		for (const { json, binary } of files.items) {
			expect(binary?.film?.fileName).toBe(json.fileName);
			expect(json.fileName).toMatch(/^[123] ./);
		}
	});

	it('still parks in Wait, and starts from the trigger', async () => {
		const [ready, failed] = [
			await bench.project(),
			await bench.project({ videoUrl: 'https://youtu.be/sim-clipping-fails' }),
		];
		expect((await run('Wait', itemsOf({ projectId: await bench.project() }))).parked).toBe(true);
		bench.simulator().finish(ready);
		bench.simulator().finish(failed);
		expect((await run('Clip Trigger', itemsOf({ projectId: ready }))).items).toHaveLength(2);
		expect((await run('Clip Trigger', itemsOf({ projectId: failed }))).items).toMatchObject([
			{ json: { status: 'failed' } },
		]);
	});
});
