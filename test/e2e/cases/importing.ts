import {
	clipTriggerOf,
	credentialFor,
	exampleFiles,
	fetchOnce,
	formOf,
	formPath,
	importExamples,
	readWorkflow,
	s3CredentialFor,
	saveCredential,
	webhookPath,
} from '../../host';
import type { Bed } from '../bed';

/** An S3 server that is not there: what is imported here does not run. */
const nowhere = {
	endpoint: 'http://127.0.0.1:9',
	region: 'us-east-1',
	accessKeyId: 'nobody',
	secretAccessKey: 'nothing',
	forcePathStyle: true,
};

/** The import that `npm start` does. */
export function importingCases(bed: Bed): void {
	it('brings every example once, and lets those answer that are called', async () => {
		const s3 = await saveCredential(bed.client, s3CredentialFor(nowhere));
		const service = await saveCredential(
			bed.client,
			credentialFor(bed.simulator, 'Video clipping for imports'),
		);
		const bring = async () => await importExamples(bed.client, [service, s3], 'http://127.0.0.1:9');
		const there = new Set((await bed.client.listWorkflows()).map(({ name }) => name));
		const imported = await bring();
		const names = exampleFiles().map((file) => readWorkflow(file).name);
		expect(imported.map(({ workflow }) => workflow.name)).toEqual(names);
		const count = (await bed.client.listWorkflows()).length;
		await bring();
		expect(await bed.client.listWorkflows()).toHaveLength(count);

		// Those that need an account elsewhere would fail at each finished video.
		for (const { workflow, saved, complete } of imported) {
			const [trigger, form] = [clipTriggerOf(workflow), formOf(workflow)];
			if (there.has(workflow.name)) continue;
			// The trigger misses a project in this body, but it is there.
			if (trigger !== undefined)
				expect(await bed.post(webhookPath(trigger), '{}')).toBe(complete ? 400 : 404);
			if (form !== undefined && complete) {
				expect((await fetchOnce(`${bed.webhookUrl}${formPath(form)}`)).status).toBe(200);
			}
			if (complete && (trigger ?? form) !== undefined) await bed.client.deactivateWorkflow(saved.id);
		}
	});
}
