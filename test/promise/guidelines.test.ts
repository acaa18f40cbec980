import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { choicesOf } from '../../tools/docs/parameters';
import { filesIn, textOf } from '../rules/given/project';

/*
 * n8n's rules for verified nodes, and its guidelines for their looks, as far as neither its linter nor its scanner checks them. Each test
 * is named by its rule.
 */

type Entry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const withEntries = (entry: Entry): Entry[] => [
	entry,
	...('options' in entry ? (entry.options ?? []).flatMap(withEntries) : []),
];

const nodes = [new Clip().description, new ClipTrigger().description];
const entries = [
	...nodes.flatMap(({ properties }) => properties),
	...new VideoClippingApi().properties,
].flatMap(withEntries);
const [clip] = nodes;
const operations = (clip?.properties ?? []).filter(({ name }) => name === 'operation').flatMap(choicesOf);

/** All that a person reads of the panels. */
const texts = entries.flatMap((entry) => [
	'displayName' in entry ? entry.displayName : entry.name,
	...('description' in entry ? [entry.description ?? ''] : []),
	...('hint' in entry ? [entry.hint ?? ''] : []),
	...('action' in entry ? [entry.action ?? ''] : []),
]);

describe('Verification guidelines:', () => {
	it('the license is MIT', () => expect(textOf('LICENSE')).toMatch(/^MIT License\n/));

	it('the README has usage, examples and authentication', () => {
		for (const page of ['examples/', 'docs/operate.md#install', 'docs/credential.md']) {
			expect(textOf('README.md')).toContain(`](${page}`);
		}
	});

	it('the interface is in English only', () => {
		expect(texts.length).toBeGreaterThan(100);
		// eslint-disable-next-line no-control-regex -- what is no ASCII is what this looks for
		expect(texts.filter((text) => /[^\x00-\x7f]/.test(text))).toEqual([]);
	});
});

describe('UX guidelines:', () => {
	it('Resource comes first, Operation second', () => {
		expect(clip?.properties.slice(0, 2).map(({ name }) => name)).toEqual(['resource', 'operation']);
	});

	it('an operation names its object where no resource is shown', () => {
		expect(clip?.properties[0]?.type).toBe('hidden');
		for (const { name } of operations) expect(name).toMatch(/ Clips$/);
	});

	it('operations, and what collections hold, are in alphabetical order; each operation has an action', () => {
		const collections = nodes
			.flatMap(({ properties }) => properties)
			.filter(({ type }) => type === 'collection')
			.map(({ options = [] }) => options.map((one) => ('displayName' in one ? one.displayName : one.name)));
		for (const list of [operations.map(({ name }) => name), ...collections]) {
			expect(list.length).toBeGreaterThan(2);
			expect(list).toEqual([...list].sort());
		}
		expect(operations.filter(({ action = '' }) => action === '')).toEqual([]);
	});

	it('an action is in sentence case, and has no articles', () => {
		const actions = entries.flatMap((entry) => ('action' in entry ? (entry.action ?? []) : []));
		expect(actions.length).toBeGreaterThan(4);
		for (const action of actions) {
			expect(action).toMatch(/^[A-Z][a-z ]+$/);
			expect(action).not.toMatch(/\b(?:a|an|the)\b/);
		}
	});

	it('a description says more than its label', () => {
		const repeated = entries.filter(
			(entry) =>
				'description' in entry &&
				entry.description === ('displayName' in entry ? entry.displayName : entry.name),
		);
		expect(repeated).toEqual([]);
	});

	it('a placeholder is an example, or says what can be added', () => {
		const placeholders = entries.flatMap((entry) =>
			'placeholder' in entry ? (entry.placeholder ?? []) : [],
		);
		expect(placeholders.length).toBeGreaterThan(5);
		for (const placeholder of placeholders)
			expect(placeholder).toMatch(/^(?:e\.g\. \S|Add (?:Field|Filter|Option)$)/);
	});

	it('what is optional stands in a collection of a usual name', () => {
		const collections = entries.filter((entry) => 'type' in entry && entry.type === 'collection');
		const labels = collections.map((entry) => ('displayName' in entry ? entry.displayName : ''));
		expect([...new Set(labels)].sort()).toEqual(['Additional Fields', 'Filters', 'Options']);
	});

	it('no text says "binary property", and no name says "node"', () => {
		expect(texts.filter((text) => /binary (?:property|data)/i.test(text))).toEqual([]);
		expect(nodes.filter(({ displayName }) => /node/i.test(displayName))).toEqual([]);
	});

	it('the title of a message does not say error, problem, failure or mistake', () => {
		const advice = filesIn('nodes').filter((file) => file.includes('/problems/'));
		const titles = advice.flatMap((file) => textOf(file).match(/\btitle:\s*['"`].*/g) ?? []);
		expect(titles.length).toBeGreaterThan(20);
		expect(titles.filter((title) => /\b(?:error|problem|failure|mistake)/i.test(title))).toEqual([]);
	});

	it('icons are square drawings', () => {
		for (const file of filesIn('nodes').filter((name) => name.endsWith('.svg'))) {
			const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(textOf(file)) ?? [];
			expect([file, width]).toEqual([file, height]);
		}
	});

	it('a node begins without versions', () => {
		expect(nodes.map(({ version }) => version)).toEqual([1, 1]);
	});
});

describe('Codex files:', () => {
	const codex = z.object({
		node: z.literal('n8n-nodes-video-clipping'),
		nodeVersion: z.literal('1.0'),
		codexVersion: z.literal('1.0'),
		categories: z.array(
			z.enum([
				...(['Data & Storage', 'Finance & Accounting', 'Marketing & Content', 'Productivity'] as const),
				...(['Miscellaneous', 'Sales', 'Development', 'Analytics', 'Communication', 'Utility'] as const),
			]),
		),
		alias: z.array(z.string()),
		resources: z.object({
			primaryDocumentation: z.array(z.object({ url: z.string().url() })).length(1),
			credentialDocumentation: z.array(z.object({ url: z.string().url() })).length(1),
		}),
	});

	it.each(['Clip', 'ClipTrigger'])("%s has categories of n8n's list, and documentation", (name) => {
		const read = codex.parse(JSON.parse(textOf(`nodes/Clip/${name}.node.json`)));
		expect(read.categories).toEqual(['Marketing & Content']);
	});

	it('the words that people type find the node', () => {
		const { alias } = codex.parse(JSON.parse(textOf('nodes/Clip/Clip.node.json')));
		const words = alias.map((word) => word.toLowerCase());
		const searched = ['video', 'clipping', 'shorts', 'reels', 'highlights', 'viral', 'subtitles'];
		expect(words).toEqual(expect.arrayContaining([...searched, 'cut video', 'youtube shorts']));
	});
});
