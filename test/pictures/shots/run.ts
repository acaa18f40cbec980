import { until } from '../../host';
import type { Editor } from '../../e2e/editor/editor';
import type { Studio } from '../studio';
import { CONTROLS, NEIGHBOURS, TABS } from '../clutter';
import { oneVideo } from '../workflows';

/** Wide enough for a table of clips beside the parameters. */
const page = { width: 1240, height: 700 };

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
		await this.get(await this.create());
		await this.canvas();
		await editor.close();
	}

	/** The parameters of Create. */
	private async create() {
		const { editor, studio } = this;
		await editor.page.setViewportSize(page);
		const panel = await editor.openPanel('Create Clips');
		await panel.says('ready');
		// n8n remembers it for the other panels.
		await panel.shift(-60);
		const parameters = await studio.shoot(editor, 'create', {
			around: editor.part('node-parameters'),
			page,
			without: NEIGHBOURS,
		});
		await panel.close();
		return parameters;
	}

	private async get(parametersOfCreate: Awaited<ReturnType<Run['create']>>): Promise<void> {
		const { editor, studio } = this;
		const panel = await editor.openPanel('Get Clips');
		await panel.says(/\d+ items/);
		await this.showOutputAs('Table');
		await this.foldClips('ndv-input-panel');
		await studio.take(editor, 'get', { around: editor.part('ndv'), page, without: NEIGHBOURS });
		const output = { around: editor.part('output-panel'), page, without: NEIGHBOURS };
		await studio.take(editor, 'create', output, parametersOfCreate);
		await panel.close();
	}

	private async showOutputAs(mode: 'Schema' | 'Table'): Promise<void> {
		const { editor } = this;
		const modes = editor.part('output-panel').getByTestId('ndv-run-data-display-mode');
		await editor.click(modes.getByText(mode, { exact: true }));
	}

	/** Folds the list of clips in a project: there are links in it to files of this machine. */
	private async foldClips(panel: string): Promise<void> {
		const { editor } = this;
		const items = editor.part(panel).getByTestId('run-data-schema-item');
		const list = items
			.filter({ hasText: /^\s*clips\s*$/ })
			.first()
			.locator('.toggle');
		const isFolded = async () => (await list.locator('.collapsed').count()) > 0;
		await list.waitFor();
		if (!(await isFolded())) await editor.click(list);
		await until(isFolded, 100, 30_000);
	}

	private async canvas(): Promise<void> {
		const { editor, studio } = this;
		const size = { width: 1100, height: 840 };
		await editor.page.setViewportSize(size);
		if (!(await editor.part('logs-overview-body').isVisible())) {
			await editor.click(editor.part('logs-overview-header'));
		}
		// The node that ran last may be chosen already, and a click would undo that.
		const row = editor.part('logs-overview-body').getByText('Get Clips');
		const chosen = async () => {
			const isOpen = await editor.part('logs-details-body').isVisible();
			if (!isOpen) await row.click();
			return isOpen;
		};
		await until(chosen, 1_500, 60_000);
		await this.raiseLogs(120);
		await editor.click(editor.part('zoom-to-fit'));
		const around = [editor.part('canvas-node'), editor.part('logs-panel')];
		await studio.take(editor, 'canvas', {
			around,
			margin: { x: 0, y: 40 },
			page: size,
			without: [...CONTROLS, ...TABS],
		});
	}

	/** Gives the table of clips more room. */
	private async raiseLogs(pixels: number): Promise<void> {
		const { mouse } = this.editor.page;
		const { x = 0, y = 0 } = (await this.editor.part('logs-panel').boundingBox()) ?? {};
		await mouse.move(x + 500, y);
		await mouse.down();
		await mouse.move(x + 500, y - pixels, { steps: 5 });
		await mouse.up();
	}
}
