import {
	clipTriggerOf,
	credentialFor,
	exampleFiles,
	formOf,
	formPath,
	importExamples,
	readWorkflow,
	s3CredentialFor,
	saveCredential,
	webhookPath,
} from '../../host';
import type { Bed } from '../bed';
import { call } from './triggerCalls';

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

		const called = imported.filter(
			({ workflow }) =>
				!there.has(workflow.name) && (clipTriggerOf(workflow) ?? formOf(workflow)) !== undefined,
		);
		const answering = called.filter(({ complete }) => complete);
		expect(answering.length).toBeGreaterThanOrEqual(2);
		// Those that need an account elsewhere would fail at each finished video.
		for (const { workflow } of called.filter(({ complete }) => !complete)) {
			const trigger = clipTriggerOf(workflow);
			if (trigger !== undefined) expect(await call(bed, webhookPath(trigger), { body: '{}' })).toBe(404);
		}
		for (const { workflow, saved } of answering) {
			const [trigger, form] = [clipTriggerOf(workflow), formOf(workflow)];
			// The trigger misses a project in this body, but it is there.
			if (trigger !== undefined) expect(await call(bed, webhookPath(trigger), { body: '{}' })).toBe(400);
			if (form !== undefined) expect(await call(bed, formPath(form), { method: 'GET' })).toBe(200);
			await bed.client.deactivateWorkflow(saved.id);
		}
	});
}
