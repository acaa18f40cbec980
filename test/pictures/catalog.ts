/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { readClips } from '../../nodes/Clip/service/rules/clip';
import { statusCheckWorkflow } from '../../nodes/Clip/wait/subWorkflow';
import { projectRoot, readWorkflow, type Workflow, type WorkflowNode } from '../host';
import { recipes } from './recipes';
import { canvasOf, panelOf, shownOf } from './shown';
import { clipStories } from './stories';
import { oneVideo, trigger } from './workflows';

/** What a picture shows, by what it is: when one of them changes, the picture is stale. */
export type Shown = Readonly<Record<string, unknown>>;

const nodeIn = ({ nodes }: Workflow, name: string): WorkflowNode => {
	const found = nodes.find((node) => node.name === name);
	if (found === undefined) throw new TypeError(`There is no node "${name}".`);
	return found;
};

const icons = ['clip.svg', 'clip.dark.svg'].map((file) =>
	readFileSync(join(projectRoot(), 'nodes/Clip', file), 'utf8'),
);

/** The columns of a table of clips, in their order, and what stands in them. */
const clips = {
	columns: Object.keys(readClips([{}], { projectId: '1', projectName: null })[0] ?? {}),
	stories: clipStories,
};

const create = nodeIn(oneVideo, 'Create Clips');
const get = nodeIn(oneVideo, 'Get Clips');

/** What a status check shows of itself; times and IDs are those of no picture. */
function statusCheck(): unknown {
	const { nodes, connections } = statusCheckWorkflow(
		{ id: 'node', name: create.name, type: create.type, typeVersion: 1, position: [0, 0], parameters: {} },
		{
			workflowId: 'workflow',
			settings: {},
			baseUrl: 'https://n8n.example.com',
			timezone: 'UTC',
			wait: { execution: { id: '1', since: 0 }, watched: [], stopsAtFailure: true, jsons: [] },
		},
	);
	return {
		nodes: nodes.map(({ name, type, position, parameters }) => [name, type, position, parameters]),
		connections,
	};
}

/** All pictures, with what each of them shows. */
export function catalog(): Readonly<Record<string, Shown>> {
	const canvas = canvasOf(oneVideo);
	return {
		canvas: { canvas, icons, clips },
		credential: {
			fields: new VideoClippingApi().properties.map((field) => shownOf(field, field.default)),
			icons,
		},
		create: { panel: panelOf(create), icons, clips },
		get: { panel: panelOf(get), icons, clips },
		trigger: { panel: panelOf(nodeIn(trigger, 'Clip Trigger')), icons },
		executions: { canvas, icons },
		'helper-note': { note: statusCheck(), icons },
		'stopped-check': { hints: panelOf(create) },
		...Object.fromEntries(
			recipes().map(({ name, file }) => [name, { workflow: canvasOf(readWorkflow(file)), icons }]),
		),
	};
}
