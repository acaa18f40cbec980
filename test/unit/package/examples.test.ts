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

const versioned = z.object({ typeVersion: z.number() });
const connections = z.record(z.record(z.array(z.array(z.object({ node: z.string() })))));

describe.each(exampleFiles().map((file) => [basename(file, '.json'), file]))('examples/%s', (name, file) => {
	const workflow = readWorkflow(file);
	const working = workflow.nodes.filter(({ type }) => type !== note);

	it('connects all of its nodes', () => {
		const connected = Object.entries(connections.parse(workflow.connections)).flatMap(([from, kinds]) => [
			from,
			...Object.values(kinds).flatMap((outputs) => outputs.flat().map(({ node }) => node)),
		]);
		expect([...new Set(connected)].sort()).toEqual(working.map((node) => node.name).sort());
	});

	it('uses no newer version of a node than n8n 2.0.0 has', () => {
		const isNewer = (node: WorkflowNode) =>
			versioned.parse(node).typeVersion > (newestInOldestN8n[node.type] ?? 1);
		expect(working.filter(isNewer).map(({ type }) => type)).toEqual([]);
	});

	it('has the name of its file, and one note, which says what to change', () => {
		expect(workflow.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')).toBe(name);
		const notes = workflow.nodes.filter(({ type }) => type === note);
		const content = expect.stringMatching(new RegExp(`^## ${workflow.name}\n[^]*\\*\\*What to change\\*\\*`));
		expect(notes.map(({ parameters }) => parameters.content)).toEqual([content]);
	});

	it('holds no identity of a credential, no place on a disk, and only links that lead nowhere', () => {
		const text = readFileSync(file, 'utf8');
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

it('A plan is posted only after a post is marked as posted, so that no failure posts it twice', () => {
	const file = exampleFiles().find((path) => basename(path) === 'publish-planned-posts.json') ?? '';
	const links = connections.parse(readWorkflow(file).connections);
	const after = (name: string): string[] =>
		(links[name]?.main ?? []).flat().flatMap(({ node }) => [node, ...after(node)]);
	expect(after('Mark as Posted')).toContain('Upload to YouTube');
	expect(after('Upload to YouTube')).toEqual([]);
});

it('examples/README.md names every example with its picture', () => {
	const page = textOf('examples/README.md');
	const named = [...page.matchAll(/\]\(([\w-]+)\.json\)/g)].map(([, name = '']) => name);
	expect(named.sort()).toEqual(exampleFiles().map((file) => basename(file, '.json')));
	for (const name of named) expect(page).toContain(`"../docs/pictures/recipe-${name}.png"`);
});
