/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { runInNewContext } from 'node:vm';
import { z } from 'zod/v3';
import { exampleFiles, readWorkflow } from '../../host/workflow';

const output = z.array(z.object({ json: z.object({ fields: z.string() }) })).length(1);
const field = z.object({ fieldType: z.string(), html: z.string().optional() });

const file = exampleFiles().find((name) => name.includes('2-approve')) ?? '';
const page = readWorkflow(file).nodes.find(({ name }) => name === 'Review Page');

/** What the page shows of each clip that waits, from top to bottom. */
function shown(rows: readonly object[], projects: readonly object[]): string[] {
	const itemsOf = (all: readonly object[]) => ({ all: () => all.map((json) => ({ json })) });
	const code = `(() => {${String(page?.parameters.jsCode)}})()`;
	const made: unknown = runInNewContext(code, { $: () => itemsOf(rows), $input: itemsOf(projects) });
	// What comes from another context has other prototypes.
	const [item] = output.parse(JSON.parse(JSON.stringify(made)));
	const fields = z.array(field).parse(JSON.parse(item?.json.fields ?? ''));
	return fields.flatMap(({ html }) => html ?? []);
}

const row = (id: number, projectId: string, videoId: string) => ({ id, projectId, videoId, title: videoId });
const clip = (projectId: string, videoId: string) => ({
	projectId,
	videoId,
	videoUrl: `https://files.example.com/${projectId}-${videoId}.mp4`,
});

describe('The page of Podcast to Approved Shorts', () => {
	const rows = [row(1, '10', 'a'), row(2, '20', 'b'), row(3, '30', 'c')];

	it('shows each clip with its own file, in whatever order the projects come, and however many', () => {
		const projects = [
			{ projectId: '20', clips: [clip('20', 'x'), clip('20', 'b')] },
			{ projectId: '10', clips: [clip('10', 'a'), clip('10', 'b')] },
		];
		const [first, second, third] = shown(rows, projects);
		expect(first).toContain('src="https://files.example.com/10-a.mp4"');
		expect(second).toContain('src="https://files.example.com/20-b.mp4"');
		expect(third).toContain('cannot be played now');
	});

	it('says of a clip whose project cannot be asked for that it cannot be played', () => {
		const [first, second] = shown(rows.slice(0, 2), [{ error: 'gone' }, { clips: [clip('20', 'b')] }]);
		expect(first).toContain('cannot be played now');
		expect(second).toContain('src="https://files.example.com/20-b.mp4"');
	});
});
