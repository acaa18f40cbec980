/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EditorBed } from '../../e2e/editor/editorBed';
import { addNodes, type Effort as Clicks, effortOf } from '../../e2e/editor/adding';
import { flow, node, pausingClip } from '../../e2e/flows';
import { readWorkflow, type Workflow, type WorkflowNode } from '../../host';
import { listen } from '../../host/ports';
import { type Benchmark, type Figure, summarize } from '../figure';
import { type Place, withPlace } from '../n8n';
import { countEffort, type Effort } from './count';

/** Where both workflows take the service and the place to publish to be. */
const inFiles = { service: 'http://127.0.0.1:4010/service', publish: 'http://127.0.0.1:4020/upload' };

/** From a link to published clips, with n8n's own nodes; refusals, rate limits, outages and two hours at most in it. */
export const peer = readWorkflow(join(__dirname, 'peer.json'));

/** The same with these nodes. */
export const ours = flow('From Link to Published Clips', [
	node('Start', 'n8n-nodes-base.manualTrigger'),
	pausingClip('Create', { videoUrl: 'https://www.youtube.com/watch?v=harbour' }),
	pausingClip('Get', { operation: 'get', downloadFiles: true }),
	node('Publish', 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url: `=${inFiles.publish}?title={{ encodeURIComponent($json.title) }}`,
			sendBody: true,
			contentType: 'binaryData',
			inputDataFieldName: 'data',
		},
	}),
]);

/** A place to publish to: notes the title and the size of what is uploaded. */
async function openPlatform() {
	const published: string[] = [];
	const server = createServer((request, response) => {
		let size = 0;
		const { searchParams } = new URL(request.url ?? '', 'http://platform');
		request.on('data', (chunk: Buffer) => (size += chunk.length));
		request.on('end', () => {
			published.push(`${searchParams.get('title') ?? ''} ${size} bytes`);
			response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
		});
	});
	const url = `http://127.0.0.1:${await listen(server)}/upload`;
	return { url, published, close: () => void server.close() };
}

/** What a workflow publishes on a real n8n: titles and sizes, sorted. */
async function publishedBy(workflow: Workflow, { simulator, open }: Place): Promise<string[]> {
	const n8n = await open();
	const platform = await openPlatform();
	const moved = (one: WorkflowNode): WorkflowNode => {
		const { url, ...others } = one.parameters;
		const there =
			typeof url === 'string'
				? {
						url: url.replace(inFiles.service, simulator.baseUrl).replace(inFiles.publish, platform.url),
					}
				: {};
		// The simulator needs no pauses.
		const isWait = one.type === 'n8n-nodes-base.wait';
		return { ...one, parameters: isWait ? { amount: 1 } : { ...others, ...there } };
	};
	try {
		await n8n.execute({ ...workflow, nodes: workflow.nodes.map(moved) });
		return platform.published.sort();
	} finally {
		platform.close();
	}
}

function figure(name: string, unit: string, kind: keyof Effort, note: string): Figure {
	const [mine, theirs] = [countEffort(ours.nodes), countEffort(peer.nodes)];
	return {
		name,
		unit,
		ours: summarize(mine[kind]),
		peer: { name: "n8n's own nodes", ...summarize(theirs[kind]) },
		goal: { atMost: 1 / 3, of: 'ratio' },
		note,
	};
}

/** What a person adds to an empty canvas, and the parameter that cannot be left as it is. */
const WAYS = {
	ours: {
		app: 'Clip',
		actions: ['Create clips from video', 'Get clips of project'],
		text: 'videoUrl',
		files: 'downloadFiles',
	},
	clickUp: { app: 'ClickUp', actions: ['Create a task', 'Get a task', 'Update a task'] },
};

/** What a person clicks and types in a real browser, with the credential there. */
async function clicks(): Promise<Figure[]> {
	const bed = new EditorBed();
	try {
		await bed.open();
		const effort = async (way: {
			app: string;
			actions: string[];
			text?: string;
			files?: string;
		}): Promise<Clicks> => {
			const editor = await bed.editor();
			await addNodes(editor, way.app, way.actions, async (panel, action) => {
				if (way === WAYS.ours) await panel.hasCredential();
				if (way.text !== undefined && action === way.actions[0]) await panel.fill(way.text, 'e.g. a link');
				if (way.files !== undefined && action !== way.actions[0]) await panel.toggle(way.files);
			});
			return effortOf(editor);
		};
		const [mine, clickUp] = [await effort(WAYS.ours), await effort(WAYS.clickUp)];
		const of = (name: string, unit: string, kind: 'clicks' | 'typed', atMost: number): Figure => ({
			name,
			unit,
			ours: summarize(mine[kind]),
			peer: { name: "three nodes of n8n's own ClickUp", ...summarize(clickUp[kind]) },
			goal: { atMost, of: 'absolute' },
			note: 'Create, and Get with files, from an empty canvas',
		});
		return [
			of('Clicks to downloaded clips', 'clicks', 'clicks', 10),
			of('Typed values to downloaded clips', 'values', 'typed', 2),
		];
	} finally {
		await bed.close();
	}
}

/** What a user has to build to get from a link to published clips. */
export const canvas: Benchmark = async (tell) => {
	tell('publishing the same clips with both workflows on a real n8n');
	await withPlace({ processingSeconds: 3 }, async (place) => {
		const [first, second] = [await publishedBy(ours, place), await publishedBy(peer, place)];
		if (first.length === 0 || !isDeepStrictEqual(first, second)) {
			throw new Error(`The workflows do not publish the same: ${first.join('; ')} / ${second.join('; ')}`);
		}
	});
	tell('adding nodes in the editor');
	const figures = [
		figure('Nodes from a link to published clips', 'nodes', 'nodes', 'the start and the upload among them'),
		figure(
			'Values to fill in, from a link to published clips',
			'values',
			'parameters',
			`one of the peer's is ${countEffort(peer.nodes).code} lines of JavaScript`,
		),
		...(await clicks()),
	];
	return [{ figures }];
};
