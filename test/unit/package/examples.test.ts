/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod/v3';
import { exampleFiles, readWorkflow, type WorkflowNode } from '../../host/workflow';
import { textOf } from './project';

const note = 'n8n-nodes-base.stickyNote';

/** The newest versions that n8n 2.0.0 has of the nodes that have several, so that the examples work on every n8n 2. */
const newestInOldestN8n: Record<string, number> = {
	'@n8n/n8n-nodes-langchain.agent': 3,
	'@n8n/n8n-nodes-langchain.chatTrigger': 1.4,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
	'@n8n/n8n-nodes-langchain.memoryBufferWindow': 1.3,
	// The one exception: it can make a table since n8n 2.1, and the note of the example says so.
	'n8n-nodes-base.dataTable': 1.1,
	'n8n-nodes-base.filter': 2.3,
	'n8n-nodes-base.form': 2.3,
	'n8n-nodes-base.formTrigger': 2.3,
	'n8n-nodes-base.httpRequest': 4.3,
	'n8n-nodes-base.if': 2.3,
	'n8n-nodes-base.merge': 3.2,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.rssFeedRead': 1.2,
	'n8n-nodes-base.scheduleTrigger': 1.3,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.splitInBatches': 3,
	'n8n-nodes-base.telegram': 1.2,
	'n8n-nodes-base.wait': 1.1,
};

/** Where links of examples may lead: nowhere, or to the platforms that videos come from or go to. */
const harmlessHost = /^((\w+\.)?example\.com|www\.youtube\.com|youtu\.be|vimeo\.com|open\.tiktokapis\.com)$/;

const placed = z.object({
	id: z.string(),
	typeVersion: z.number(),
	position: z.tuple([z.number(), z.number()]),
});
const connections = z.record(z.record(z.array(z.array(z.object({ node: z.string(), type: z.string() })))));

/** A rectangle in pixels. */
interface Box {
	name: string;
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** Where a node lies on the canvas, with two lines of its name below it; notes say their size themselves. */
function boxOf(node: WorkflowNode): Box {
	const [x, y] = placed.parse(node).position;
	const size = z.object({ width: z.number().default(100), height: z.number().default(150) });
	const { width, height } = size.parse(node.parameters);
	return { name: node.name, left: x, right: x + width, top: y, bottom: y + height };
}

const meet = (one: Box, other: Box) =>
	one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** What a screen of 1280 by 720 pixels leaves to the canvas (measured in n8n 2.41.1). */
const canvas = { width: 1238, height: 618 };

/** Where n8n opens its checklist when a workflow is published; measured 358 wide, and some 85 high for each of its entries. */
const checklist: Box = { name: 'Production Checklist', left: 0, right: 385, top: 0, bottom: 480 };

/** Where the boxes are seen when n8n opens a workflow: all of it in the middle, a tenth of the canvas free on each side. */
function seen(boxes: readonly Box[]): Box[] {
	const left = Math.min(...boxes.map((box) => box.left));
	const right = Math.max(...boxes.map((box) => box.right));
	const top = Math.min(...boxes.map((box) => box.top));
	const bottom = Math.max(...boxes.map((box) => box.bottom));
	const zoom = Math.min(1, (0.8 * canvas.width) / (right - left), (0.8 * canvas.height) / (bottom - top));
	const x = (at: number) => canvas.width / 2 + (at - (left + right) / 2) * zoom;
	const y = (at: number) => canvas.height / 2 + (at - (top + bottom) / 2) * zoom;
	return boxes.map((box) => ({
		...box,
		...{ left: x(box.left), right: x(box.right), top: y(box.top), bottom: y(box.bottom) },
	}));
}

describe.each(exampleFiles().map((file) => [basename(file), file]))('examples/%s', (_name, file) => {
	const text = readFileSync(file, 'utf8');
	const workflow = readWorkflow(file);
	const working = workflow.nodes.filter(({ type }) => type !== note);
	const links = connections.parse(workflow.connections);

	it('names its nodes as n8n does, each once', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const small = /^(a|an|and|as|at|by|for|from|in|of|on|or|the|to|with)$/;
		for (const name of [workflow.name, ...names]) {
			const [first = '', ...words] = name.split(' ');
			for (const word of [first, ...words.filter((each) => !small.test(each))]) {
				expect([name, word]).toEqual([name, expect.stringMatching(/^([A-Z]|n8n$)/)]);
			}
		}
		expect(new Set(workflow.nodes.map((node) => placed.parse(node).id)).size).toBe(names.length);
	});

	it('connects nodes that exist, and leaves none alone', () => {
		const connected = Object.entries(links).flatMap(([from, kinds]) => [
			from,
			...Object.values(kinds).flatMap((outputs) =>
				outputs.flatMap((output) => output.map(({ node }) => node)),
			),
		]);
		expect([...new Set(connected)].sort()).toEqual(working.map(({ name }) => name).sort());
	});

	it('uses no newer version of a node than n8n 2.0.0 has', () => {
		for (const node of working) {
			const { typeVersion } = placed.parse(node);
			expect([node.type, typeVersion <= (newestInOldestN8n[node.type] ?? 1)]).toEqual([node.type, true]);
		}
	});

	it('has the name of its workflow', () => {
		const words = workflow.name.toLowerCase().split(/[^a-z0-9]+/);
		expect(basename(file)).toBe(`${words.join('-')}.json`);
	});

	it('lays its nodes and notes out side by side', () => {
		const boxes = workflow.nodes.map(boxOf);
		const overlaps = boxes.flatMap((one, index) =>
			boxes
				.slice(index + 1)
				.filter((other) => meet(one, other))
				.map((other) => `${one.name} / ${other.name}`),
		);
		expect(overlaps).toEqual([]);
	});

	it('has a note that says what to change, large enough for its text, and not where n8n opens its checklist', () => {
		const notes = workflow.nodes.filter(({ type }) => type === note);
		expect(notes).toHaveLength(1);
		const { content } = z.object({ content: z.string() }).parse(notes[0]?.parameters);
		expect(content).toMatch(new RegExp(`^## ${workflow.name}\n`));
		expect(content).toContain('**What to change**');
		const [box] = notes.map(boxOf);
		const [width, height] = [(box?.right ?? 0) - (box?.left ?? 0), (box?.bottom ?? 0) - (box?.top ?? 0)];
		// A line of n8n's notes is some 20 pixels high, and a character some 7 wide.
		const lines = content.split('\n').map((line) => Math.max(1, Math.ceil(line.length / ((width - 60) / 7))));
		expect(lines.reduce((sum, each) => sum + each, 0) * 20 + 20).toBeLessThanOrEqual(height);
		const covered = seen(workflow.nodes.map(boxOf)).filter((each) => meet(each, checklist));
		expect(covered.map(({ name }) => name)).not.toContain(notes[0]?.name);
	});

	it('holds no identity of a credential, no place on a disk, and only links that lead nowhere', () => {
		const ids = workflow.nodes
			.flatMap(({ credentials }) => Object.values(credentials ?? {}))
			.map(({ id }) => id);
		expect(ids.every((id) => id === '')).toBe(true);
		expect(text).not.toMatch(/"(instanceId|versionId|ownedBy|shared|pinData)"/);
		expect(text).not.toMatch(/(?<![\w.:/])\/(home|Users|tmp|work|root|var|mnt|data)\b|[A-Z]:\\\\/);
		const hosts = [...text.matchAll(/https?:\/\/([^/\s"'`)]+)/g)].map(([, host = '']) => host);
		expect(hosts.filter((host) => !harmlessHost.test(host))).toEqual([]);
	});
});

describe('The plan is posted', () => {
	it('only after a post is marked as posted, so that no failure posts it twice', () => {
		const file = exampleFiles().find((path) => basename(path) === 'publish-planned-posts.json') ?? '';
		const links = connections.parse(readWorkflow(file).connections);
		const after = (name: string): string[] =>
			(links[name]?.main ?? []).flat().flatMap(({ node }) => [node, ...after(node)]);
		expect(after('Mark as Posted')).toContain('Upload to YouTube');
		expect(after('Upload to YouTube')).toEqual([]);
	});
});

describe('examples/README.md', () => {
	const page = textOf('examples/README.md');

	it('names every example with its picture', () => {
		const named = [...page.matchAll(/\]\(([\w-]+\.json)\)/g)].map(([, name = '']) => name);
		expect(named.sort()).toEqual(exampleFiles().map((file) => basename(file)));
		for (const name of named) {
			expect(page).toContain(`"../docs/pictures/recipe-${basename(name, '.json')}.png"`);
		}
	});
});
