import { until } from '../../host';
import type { Editor } from '../../e2e/editor/editor';
import type { Studio } from '../studio';
import { CONTROLS, NEIGHBOURS, TABS } from '../clutter';
import { oneVideo } from '../workflows';

/** A run from the first click to its clips. It takes minutes, in which other pictures can be taken. */
export class Run {
	private constructor(
		private readonly studio: Studio,
		private readonly editor: Editor,
	) {}

	/** Starts it, and returns when its video is submitted. */
	static async begin(studio: Studio): Promise<Run> {
		const { id } = await studio.save(oneVideo);
		const editor = await studio.editor();
		await editor.open(id);
		await editor.click(editor.part('execute-workflow-button').first());
		await editor.node('Create Clips').locator('.waiting').waitFor();
		return new Run(studio, editor);
	}

	/** Waits for its clips, and takes the pictures. */
	async end(): Promise<void> {
		const { editor } = this;
		await editor.node('Get Clips').getByTestId('canvas-node-status-success').waitFor();
		await this.panels();
		await this.canvas();
		await editor.close();
	}

	private async panels(): Promise<void> {
		const { editor, studio } = this;
		const around = editor.part('ndv');
		const page = { width: 1240, height: 700 };
		await editor.page.setViewportSize(page);
		const create = await editor.openPanel('Create Clips');
		await create.says('ready');
		await this.showOutputAs('Schema');
		await this.foldClips('output-panel');
		await create.shift(-150);
		await studio.take(editor, 'create', { around, page, without: NEIGHBOURS });
		await create.close();
		const get = await editor.openPanel('Get Clips');
		await get.says(/\d+ items/);
		await this.showOutputAs('Table');
		await this.foldClips('ndv-input-panel');
		await studio.take(editor, 'get', { around, page, without: NEIGHBOURS });
		await get.close();
	}

	private async showOutputAs(mode: 'Schema' | 'Table'): Promise<void> {
		const { editor } = this;
		const modes = editor.part('output-panel').getByTestId('ndv-run-data-display-mode');
		await editor.click(modes.getByText(mode, { exact: true }));
	}

	/** Folds the list of clips in a project: there are links in it to files of this machine. */
	private async foldClips(panel: string): Promise<void> {
		const { editor } = this;
		const list = editor
			.part(panel)
			.getByTestId('run-data-schema-item')
			.filter({ hasText: /^\s*clips/ });
		const before = await list.count();
		await editor.click(list.first().locator('.toggle'));
		await until(async () => (await list.count()) < before, 100, 30_000);
	}

	private async canvas(): Promise<void> {
		const { editor, studio } = this;
		const page = { width: 1100, height: 760 };
		await editor.page.setViewportSize(page);
		if (!(await editor.part('logs-overview-body').isVisible())) {
			await editor.click(editor.part('logs-overview-header'));
		}
		await editor.click(editor.part('logs-overview-body').getByText('Get Clips'));
		await editor.click(editor.part('zoom-to-fit'));
		const around = [editor.part('canvas-wrapper'), editor.part('logs-panel')];
		await studio.take(editor, 'canvas', { around, page, without: [...CONTROLS, ...TABS] });
	}
}
