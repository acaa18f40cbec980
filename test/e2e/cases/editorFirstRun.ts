import type { EditorBed } from '../editor/editorBed';
import { CredentialDialog } from '../editor/credentialDialog';
import type { Editor } from '../editor/editor';

const trigger = 'When clicking ‘Execute workflow’';
const videoUrl = 'https://www.youtube.com/watch?v=first-run';

/** The first minutes of somebody who has never used the nodes, in an n8n that has no credential for them. */
export class FirstRun {
	private tab: Editor | undefined;

	constructor(private readonly bed: EditorBed) {}

	/** The tab in which it goes on. */
	get editor(): Editor {
		if (this.tab === undefined) throw new TypeError('The first run has not begun.');
		return this.tab;
	}

	/** From an empty canvas to a video that the service clips. */
	async submit(): Promise<void> {
		await this.bed.forgetCredential();
		this.tab = await this.bed.editor();
		const { editor } = this;
		await editor.open();
		await editor.openCreator();
		await editor.click(editor.entry('Trigger manually'));
		await this.addClip(trigger, 'Create clips from a video');
		const panel = await editor.panel();
		await editor.click(editor.part('node-credentials-slot').getByRole('button', { name: /^Connect to/ }));
		await this.connect();
		await panel.hasCredential();
		await panel.fill('videoUrl', videoUrl);
		await editor.picture('first-run-create');
		await panel.execute();
		await panel.says('n8n waits for the clips');
	}

	private async addClip(behind: string, action: string): Promise<void> {
		const { editor } = this;
		await editor.openCreator(behind);
		await editor.search('clip');
		await editor.click(editor.entry('Clip'));
		await editor.click(editor.entry(action));
		await editor.part('ndv').waitFor();
	}

	private async connect(): Promise<void> {
		const { baseUrl, apiKey } = this.bed.simulator;
		const dialog = new CredentialDialog(this.editor);
		await dialog.fill('baseUrl', baseUrl);
		await dialog.fill('apiKey', apiKey);
		expect(await dialog.text()).toMatch(/Base URL \*.*API Key \*.*Workspace Settings.*Header Name \*/);
		await dialog.save();
		await dialog.succeeds();
	}

	/** From the submitted video to its clips. */
	async getClips(): Promise<void> {
		const { editor } = this;
		const create = await editor.panel();
		expect(await create.says(/ready/)).toContain('projectId');
		await create.close();
		await this.addClip('Create clips from a video', 'Get the clips of a project');
		const get = await editor.panel();
		await get.hasCredential();
		await get.execute();
		await get.says(/\d+ items/);
		await editor.picture('first-run-clips');
	}
}

/** The whole way, in two halves: the video is processed in between. */
export function firstRunCases(bed: EditorBed): { begin: () => void; end: () => void } {
	const run = new FirstRun(bed);
	return {
		begin: () =>
			it('goes from an empty canvas to a submitted video with the mouse and two texts', async () => {
				await run.submit();
				expect(bed.submissionsOf(videoUrl)).toHaveLength(1);
				expect(run.editor.clicks).toBeLessThanOrEqual(11);
			}),
		end: () =>
			it('goes on to the clips with a few more clicks', async () => {
				const before = run.editor.clicks;
				await run.getClips();
				const clicks = run.editor.clicks - before;
				expect(clicks).toBeLessThanOrEqual(5);
				await run.editor.close();
			}),
	};
}
