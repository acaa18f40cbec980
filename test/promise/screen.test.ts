import { startedScreen } from '../../tools/host/screen';
import { exampleFiles, readWorkflow } from '../../tools/host/workflow';

describe('The screen of npm start', () => {
	const n8n = { url: 'http://n8n.example.com', logFile: 'n8n.log' };
	const simulator = {
		apiKey: 'key',
		otherKeys: ['second-key'],
		baseUrl: 'http://sim.example.com/service',
		origin: 'http://sim.example.com',
	};
	const receivers = { origin: 'http://receivers.example.com' };
	/** As if there were a credential of the service, and no others. */
	const examples = exampleFiles().map((file) => {
		const workflow = readWorkflow(file);
		const needed = workflow.nodes.flatMap(({ credentials = {} }) => Object.keys(credentials));
		const complete = needed.every((type) => type === 'videoClippingApi');
		return {
			workflow,
			complete,
			saved: { id: workflow.name, versionId: '1', name: workflow.name, active: false, isArchived: false },
		};
	});
	const screen = startedScreen(n8n, simulator, receivers, examples);

	it('invites to begin with an example that runs without accounts elsewhere', () => {
		expect(screen).toContain('1. Open "One Video to Clips" and log in.');
	});

	it('names the key of another account, to try two customers', () => {
		expect(screen).toContain('API key second-key is another account');
	});

	it('names each example once', () => {
		for (const { workflow } of examples) expect(screen.split(`"${workflow.name}"`)).toHaveLength(2);
	});
});
