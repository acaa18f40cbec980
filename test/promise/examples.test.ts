/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod/v3';
import { exampleFiles, readWorkflow, type Workflow, type WorkflowNode } from '../../tools/host/workflow';
import { filesIn, textOf } from '../rules/given/project';

const note = 'n8n-nodes-base.stickyNote';

/** The newest versions that n8n 2.0.0 has of the nodes that have several, so that the examples work on every n8n 2. */
const newestInOldestN8n: Record<string, number> = {
	'@n8n/n8n-nodes-langchain.agent': 3,
	'@n8n/n8n-nodes-langchain.chatTrigger': 1.4,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
	'@n8n/n8n-nodes-langchain.memoryBufferWindow': 1.3,
	'@blotato/n8n-nodes-blotato.blotato': 2,
	'n8n-nodes-base.code': 2,
	'n8n-nodes-base.executeWorkflow': 1.2,
	'n8n-nodes-base.executeWorkflowTrigger': 1.1,
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

/** The n8n whose nodes some examples need: tables with dates, and pages that are made of what is in them. */
const newestN8n = 'Needs n8n 2.41.';

/** Where links of examples may lead: nowhere, or to the platforms that videos come from or go to. */
const harmlessHost =
	/^((\w+\.)?example\.com|www\.(youtube|tiktok)\.com|youtu\.be|vimeo\.com|api\.(upload-post\.com|telegram\.org))$/;

/** What a person wants to know before anything else; a note says it at its top. */
const facts = /\*\*Public address:\*\* .+ \*\*Cost:\*\* .+ \*\*Time zone:\*\* .+ \*\*Retry:\*\* .+\./;

const aboutIn = ({ nodes }: Workflow): string =>
	String(nodes.find(({ type }) => type === note)?.parameters.content);

/** All texts of a node's parameters, at any depth. */
const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const versioned = z.object({ typeVersion: z.number() });
/** Which table a node of n8n's data tables is about. */
const table = z.object({
	dataTableId: z.object({ value: z.string() }).optional(),
	tableName: z.string().optional(),
});
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

	it('uses no newer version of a node than n8n 2.0.0 has, or says which n8n it needs', () => {
		if (aboutIn(workflow).endsWith(newestN8n)) return;
		const isNewer = (node: WorkflowNode) =>
			versioned.parse(node).typeVersion > (newestInOldestN8n[node.type] ?? 1);
		expect(working.filter(isNewer).map(({ type }) => type)).toEqual([]);
	});

	it('has the name of its file, and a note that tells the facts, and then what to change', () => {
		expect(workflow.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')).toBe(name);
		const [title, ...lines] = aboutIn(workflow).split('\n');
		expect(title).toBe(`## ${workflow.name}`);
		const top = lines.slice(0, lines.indexOf('**What to change**')).join('\n');
		expect(top).toMatch(facts);
	});

	it('has twenty nodes at most, and no expression longer than two lines', () => {
		expect(working.length).toBeLessThanOrEqual(20);
		const expressions = working
			.flatMap(({ parameters }) => textsIn(parameters))
			.filter((text) => text.startsWith('='));
		const isLong = (text: string) =>
			(text.match(/\{\{[^]*?\}\}/g) ?? []).some((part) => part.split('\n').length > 2 || part.length > 220);
		expect(expressions.filter(isLong)).toEqual([]);
	});

	it('names each node that has a credential in a note: without it, n8n publishes the workflow all the same', () => {
		const notes = workflow.nodes
			.filter(({ type }) => type === note)
			.flatMap(({ parameters }) => textsIn(parameters));
		const unnamed = working.filter(
			({ name: node, credentials }) => credentials && !notes.some((text) => text.includes(`**${node}**`)),
		);
		expect(unnamed.map((node) => node.name)).toEqual([]);
	});

	it('reads an error that is a text as well as one with a message', () => {
		const texts = working.flatMap(({ parameters }) => textsIn(parameters)).join('\n');
		const read = texts.match(/\$json\.error\?\.message.{0,20}/g) ?? [];
		expect(read.filter((text) => !text.includes('?? $json.error'))).toEqual([]);
	});

	it('has tables whose names stand nowhere else, so that a copy can have its own, by any search and replace', () => {
		const isTable = ({ parameters }: WorkflowNode) => table.safeParse(parameters).data;
		const tables = working.flatMap(
			(node) => isTable(node)?.dataTableId?.value ?? isTable(node)?.tableName ?? [],
		);
		const names = new Set(tables.map((name) => name.toLowerCase()));
		const elsewhere = working
			.flatMap(({ parameters }) => Object.entries(parameters))
			.filter(([key]) => !['dataTableId', 'tableName'].includes(key))
			.map((entry) => JSON.stringify(entry).toLowerCase())
			.concat(JSON.stringify(workflow.connections).toLowerCase(), workflow.name.toLowerCase());
		for (const name of names) expect(elsewhere.filter((text) => text.includes(name))).toEqual([]);
	});

	it('cuts no character of a text in half', () => {
		const cuts = working
			.flatMap(({ parameters }) => textsIn(parameters))
			.join('\n')
			.split(/(?=\.slice\(0, )/)
			.slice(1);
		expect(
			cuts.filter((cut) => !/^\.slice\(0, \d+\)\.replace\(\/\[\\ud800-\\udbff\]\$\/, ''\)/.test(cut)),
		).toEqual([]);
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

it('examples/README.md names every example with its picture', () => {
	const page = textOf('examples/README.md');
	const named = [...page.matchAll(/\]\(([\w-]+)\.json\)/g)].map(([, name = '']) => name);
	expect(named.sort()).toEqual(exampleFiles().map((file) => basename(file, '.json')));
	for (const name of named) expect(page).toContain(`"../docs/pictures/recipe-${name}.png"`);
});

describe('Tests on a real n8n', () => {
	const cases = [...filesIn('test/n8n/cases'), 'test/n8n/podcast.ts'].map(textOf).join('\n');

	it('try every example', () => {
		const files = exampleFiles().map((file) => basename(file));
		expect(files.filter((file) => !cases.includes(`'${file}'`))).toEqual([]);
	});
});
