import { fetchOnce, formOf, formPath, itemsOf, type Execution, type SavedWorkflow } from '../../host';
import { example, fetched, servedFile, workingNodes, type RecipeBed } from '../recipeBed';

const videoLink = 'https://www.youtube.com/watch?v=form-recipe';

/**
 * The recipe from a form to published clips, just as it is offered: parked while the video is processed.
 *
 * @returns what starts the run, so that others can go on meanwhile
 */
export function formCases(bed: RecipeBed): () => Promise<void> {
	const workflow = example('form-to-upload.json');
	let saved: SavedWorkflow | undefined;
	let shownForm = '';
	let execution: Execution | undefined;

	const start = async () => {
		saved = await bed.publish(workflow);
		const form = formOf(workflow);
		const address = form === undefined ? '' : `${bed.webhookUrl}${formPath(form)}`;
		shownForm = await (await fetchOnce(address)).text();
		const filledIn = new FormData();
		filledIn.set('field-0', videoLink);
		const answer = await fetchOnce(address, { method: 'POST', body: filledIn });
		if (!answer.ok) throw new TypeError(`The form was not taken: HTTP ${answer.status}`);
	};

	beforeAll(async () => {
		if (saved !== undefined) execution = await bed.waitForRunOf(saved);
	});

	const items = (node: string) => (execution === undefined ? [] : itemsOf(execution, node));
	const clips = () => items('Download Clips');

	it('shows a form with one field, and submits its link once', () => {
		expect(shownForm).toContain('Video Link');
		expect(bed.submissionsOf(videoLink)).toHaveLength(1);
	});

	it('runs every node to the end', () => {
		expect(execution?.error).toBeUndefined();
		expect(execution?.status).toBe('success');
		expect(Object.keys(execution?.nodes ?? {}).sort()).toEqual(workingNodes(workflow).sort());
	});

	it('downloads the best three clips with a score of at least 8', () => {
		expect(clips().map(({ json }) => json.rank)).toEqual([1, 2, 3]);
		for (const { json } of clips()) expect(json.viralScore).toBeGreaterThanOrEqual(8);
	});

	it('puts the very files of the service into S3, under their names', async () => {
		const stored = new Map((await bed.receivers.storedFiles()).map((file) => [file.key, file]));
		expect(stored.size).toBe(3);
		for (const clip of clips()) {
			const { projectId, rank, fileName } = clip.json;
			const file = stored.get(`${String(projectId)}/${String(rank)} ${String(fileName)}`);
			expect(file?.contentType).toBe('video/mp4');
			expect(await fetched(file?.url ?? '')).toEqual(await servedFile(clip));
		}
	});

	it('posts the very files of the service by HTTP, with name, type, title and description', async () => {
		expect(bed.receivers.uploads).toHaveLength(3);
		for (const [index, clip] of clips().entries()) {
			const { title, viralReason, fileName } = clip.json;
			const { size, sha256, contentType, name, fields } = bed.receivers.uploads[index] ?? {};
			expect({ size, sha256, contentType }).toEqual(await servedFile(clip));
			expect(name).toBe(fileName);
			expect(fields).toEqual({ title, description: viralReason });
		}
	});

	it('tells after the upload to S3 which clip is which', () => {
		expect(items('Uploaded Clips').map(({ json }) => json)).toEqual(
			clips().map(({ json }) => ({
				title: json.title,
				viralScore: json.viralScore,
				file: `${String(json.projectId)}/${String(json.rank)} ${String(json.fileName)}`,
			})),
		);
	});

	return start;
}
