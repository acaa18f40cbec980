import { startedScreen } from '../../host/screen';
import type { WorkflowNode } from '../../host/workflow';

const node = (name: string, type: string): WorkflowNode => ({ name, type, parameters: {} });

const example = (id: string, name: string, ...nodes: WorkflowNode[]) => ({
	workflow: { name, nodes, connections: {} },
	saved: { id, name, versionId: 'v', active: false, isArchived: false },
	complete: true,
});

const screen = startedScreen({
	editor: 'http://127.0.0.1:5678',
	login: { email: 'owner@example.com', password: 'the password' },
	simulator: 'http://127.0.0.1:4010/',
	receivers: 'http://127.0.0.1:4011/',
	baseUrl: 'http://127.0.0.1:4010/service',
	apiKey: 'a key',
	examples: [
		example('on', 'When Ready', node('Trigger', 'n8n-nodes-video-clipping.clipTrigger')),
		example('by', 'By Form', { ...node('Form', 'n8n-nodes-base.formTrigger'), webhookId: 'f1' }),
		{
			...example('tube', 'To a Platform', node('Trigger', 'n8n-nodes-video-clipping.clipTrigger')),
			complete: false,
		},
		example(
			'main',
			'The Main Example',
			node('Start', 'n8n-nodes-base.manualTrigger'),
			node('Get Clips', 'n8n-nodes-video-clipping.clip'),
		),
	],
	logFile: 'n8n.log',
});

describe('the screen of a started n8n', () => {
	it('tells how to log in before it tells of anything to open', () => {
		const [login, password, firstLink] = ['owner@example.com', 'the password', 'http'].map((part) =>
			screen.indexOf(part),
		);
		expect(login).toBeGreaterThan(0);
		expect(password).toBeGreaterThan(login ?? Infinity);
		expect(firstLink).toBeGreaterThan(password ?? Infinity);
	});

	it('begins with the example that a click starts, and ends at its last node', () => {
		expect(/http\S+/.exec(screen)?.[0]).toBe('http://127.0.0.1:5678/workflow/main');
		expect(screen).toContain('1. Open "The Main Example"');
		expect(screen).toContain('last node, "Get Clips"');
	});

	it('has each link of a workflow or a form on a line of its own', () => {
		const lines = screen.split('\n').filter((line) => /\/(workflow|form)\//.test(line));
		expect(lines.map((line) => line.trim())).toEqual([
			'http://127.0.0.1:5678/workflow/main',
			'http://127.0.0.1:5678/workflow/main/executions',
			'http://127.0.0.1:5678/workflow/on/executions',
			'http://127.0.0.1:5678/form/f1',
			'http://127.0.0.1:5678/workflow/tube',
		]);
		expect(screen).toContain('"To a Platform": it needs accounts of yours elsewhere.');
	});

	it('warns of what looks like a fault: a run that comes back late, and a canvas that is empty afterwards', () => {
		expect(screen).toMatch(/one to two minutes/);
		expect(screen).toMatch(/canvas is empty: look under Executions/);
	});

	it('fits a screen', () => {
		const lines = screen.split('\n');
		expect(lines.length).toBeLessThanOrEqual(32);
		expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
	});
});
