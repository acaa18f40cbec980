/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod/v3';
import { exampleFiles, readWorkflow, type WorkflowNode } from '../../host/workflow';

const note = 'n8n-nodes-base.stickyNote';

/** The newest versions that n8n 2.0.0 has of the nodes that have several, so that the examples work on every n8n 2. */
const newestInOldestN8n: Record<string, number> = {
	'@n8n/n8n-nodes-langchain.agent': 3,
	'@n8n/n8n-nodes-langchain.chatTrigger': 1.4,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
	'@n8n/n8n-nodes-langchain.memoryBufferWindow': 1.3,
	'n8n-nodes-base.convertToFile': 1.1,
	'n8n-nodes-base.formTrigger': 2.3,
	'n8n-nodes-base.httpRequest': 4.3,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.rssFeedRead': 1.2,
	'n8n-nodes-base.scheduleTrigger': 1.3,
	'n8n-nodes-base.set': 3.4,
};

/** Where links of examples may lead: nowhere, or to the platforms by which the nodes tell the kind of a video. */
const harmlessHost = /^((\w+\.)?example\.com|www\.youtube\.com|youtu\.be|vimeo\.com)$/;

const placed = z.object({
	id: z.string(),
	typeVersion: z.number(),
	position: z.tuple([z.number(), z.number()]),
});
const connections = z.record(z.record(z.array(z.array(z.object({ node: z.string(), type: z.string() })))));

/** Where a node lies on the canvas, in pixels; notes say their size themselves. */
function boxOf(node: WorkflowNode) {
	const [x, y] = placed.parse(node).position;
	const size = z.object({ width: z.number().default(100), height: z.number().default(100) });
	const { width, height } = size.parse(node.parameters);
	return { name: node.name, left: x, right: x + width, top: y, bottom: y + height };
}

describe.each(exampleFiles().map((file) => [basename(file), file]))('examples/%s', (_name, file) => {
	const text = readFileSync(file, 'utf8');
	const workflow = readWorkflow(file);
	const working = workflow.nodes.filter(({ type }) => type !== note);
	const links = connections.parse(workflow.connections);

	it('names its nodes as n8n does, each once', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const small = /^(a|an|and|as|by|for|from|in|of|on|or|the|to|with)$/;
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

	it('lays its nodes out side by side', () => {
		const boxes = workflow.nodes.map(boxOf);
		const overlaps = boxes.flatMap((one, index) =>
			boxes
				.slice(index + 1)
				.filter(
					(other) =>
						one.left < other.right &&
						other.left < one.right &&
						one.top < other.bottom &&
						other.top < one.bottom,
				)
				.map((other) => `${one.name} / ${other.name}`),
		);
		expect(overlaps).toEqual([]);
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
