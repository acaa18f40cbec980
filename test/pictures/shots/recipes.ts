import type { Route } from 'playwright-core';
import { z } from 'zod/v3';
import { readWorkflow, typePrefix } from '../../host';
import { CONTROLS, TABS } from '../clutter';
import type { Studio } from '../studio';
import { recipes } from '../recipes';

const nodeTypes = z.array(z.object({ name: z.string(), credentials: z.unknown() }).passthrough());

/** Tells the editor that nodes of others need no credential: a reader has chosen theirs. */
async function withoutCredentials(route: Route): Promise<void> {
	const response = await route.fetch();
	const types = nodeTypes.parse(await response.json());
	const json = types.map(({ credentials, ...type }) =>
		type.name.startsWith(typePrefix) ? { ...type, credentials } : type,
	);
	await route.fulfill({ response, json });
}

/** One canvas for each workflow that is offered for import. */
export async function takeRecipes(studio: Studio): Promise<void> {
	const wanted = recipes().filter(({ name }) => studio.wants(name));
	if (wanted.length === 0) return;
	const editor = await studio.editor();
	const page = { width: 1100, height: 900 };
	await editor.page.setViewportSize(page);
	await editor.page.route('**/types/nodes.json*', withoutCredentials);
	for (const { name, file } of wanted) {
		const { id } = await studio.save(readWorkflow(file));
		await editor.open(id);
		const parts = ['canvas-node', 'sticky', 'canvas-handle-plus'].map((id) => editor.part(id));
		const around = [...parts, editor.part('canvas-node').locator('[class*="_description_"]')];
		await studio.take(editor, name, {
			around,
			page,
			margin: { x: 36, y: 36 },
			without: [...CONTROLS, ...TABS],
		});
	}
	await editor.close();
}
