import { z } from 'zod/v3';
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
} from '../../../tools/host';
import type { RecipeBed } from '../../../tools/beds/recipeBed';

const migrationReport = z.object({ report: z.object({ workflowResults: z.array(z.unknown()) }) });

/** The import that `npm start` does, in an n8n without workflows. */
export function importingCases(bed: RecipeBed): void {
	it('brings every example once, and lets those answer that are called', async () => {
		const service = await saveCredential(bed.client, credentialFor(bed.simulator));
		const s3 = await saveCredential(bed.client, s3CredentialFor(bed.receivers.s3));
		const bring = async () => await importExamples(bed.client, [service, s3], bed.receivers.origin);
		const imported = await bring();
		const names = exampleFiles().map((file) => readWorkflow(file).name);
		expect(imported.map(({ workflow }) => workflow.name)).toEqual(names);
		await bring();
		expect(await bed.client.listWorkflows()).toHaveLength(names.length);

		// Those that need an account elsewhere would fail at each finished video.
		for (const { workflow, saved, complete } of imported) {
			const [trigger, form] = [clipTriggerOf(workflow), formOf(workflow)];
			// The trigger misses a project in this body, but it is there.
			if (trigger !== undefined)
				expect(await bed.post(webhookPath(trigger), '{}')).toBe(complete ? 400 : 404);
			if (form !== undefined && complete) {
				expect((await fetchOnce(`${bed.webhookUrl}${formPath(form)}`)).status).toBe(200);
			}
			if (complete && (trigger ?? form) !== undefined) await bed.client.deactivateWorkflow(saved.id);
		}
	});

	it("has nothing that n8n's own migration report for n8n 3 finds fault with", async () => {
		expect(await bed.client.listWorkflows()).not.toEqual([]);
		const { report } = await bed.client.session.call({
			method: 'POST',
			path: '/rest/breaking-changes/report/refresh?version=v3',
			read: migrationReport,
		});
		expect(report.workflowResults).toEqual([]);
	});
}
