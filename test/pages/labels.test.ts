import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { filesIn, textOf } from '../rules/given/project';

type Labelled = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const labelsOf = (field: Labelled): string[] => [
	'displayName' in field ? field.displayName : field.name,
	...('options' in field ? (field.options ?? []).flatMap(labelsOf) : []),
];

/** The labels that n8n itself shows. */
const N8N = [
	...['Allowed Domains', 'Batch Size', 'Connect to Video Clipping', 'Continue', 'Credential'],
	...['Loop Over Items', 'On Error'],
	...['Execute Once', 'Test this trigger', 'Webhook URLs'],
];

/** What stands in quotes and is none: what people type, and what n8n's log says. */
const WORDS = ['Created project', 'Content-Type: application/json'];

describe('The labels that texts of the nodes name', () => {
	const properties = [new Clip(), new ClipTrigger()].flatMap(({ description }) => description.properties);
	const labels = new Set([...properties, ...new VideoClippingApi().properties].flatMap(labelsOf));
	const files = [...filesIn('nodes'), ...filesIn('credentials')].filter((file) => file.endsWith('.ts'));
	const texts = files.flatMap((file) => textOf(file).match(/"[^"\n]*"|`[^`]*`/g) ?? []);
	const named = texts.flatMap((text) =>
		[...text.matchAll(/(?<!\w)'([A-Z][^'$]{0,29})'/g)].map(([, name = '']) => name),
	);

	it('are those of the panels', () => {
		// Of "Max Size (MB)" a title may leave out the unit.
		const known = [...labels].flatMap((label) => [label, label.replace(/ \([^)]*\)$/, '')]);
		const unknown = named.filter((name) => ![...known, ...N8N, ...WORDS].includes(name));
		expect([named.length > 40, unknown]).toEqual([true, []]);
	});

	/** What pages call by its place in a panel, such as **Options > Max Wait (Minutes)**. */
	const PLACE = /\*\*(?:Additional Fields|Options|Add Filter|Filters) > ([^*]+)\*\*/g;
	/** What n8n lists of the nodes. */
	const ACTIONS =
		/(?:Create clips from|Get clips of|Wait for clips of|On clips) (?:[a-z]+ )*?(?:video|clip|project|ready or project failed|ready)\b/g;
	const pages = filesIn().filter((file) => /^(?:README|(?:docs|examples)\/.*)\.md$/.test(file));
	const inPages = (pattern: RegExp): string[] =>
		pages.flatMap((page) => [...textOf(page).matchAll(pattern)].map(([whole, name]) => name ?? whole));

	it('stand in the pages as in the panels, where a page says in which list', () => {
		const said = inPages(PLACE);
		const known = [...labels].flatMap((label) => [label, label.replace(/ \([^)]*\)$/, '')]);
		expect([said.length > 0, said.filter((name) => !known.includes(name))]).toEqual([true, []]);
	});

	it('stand in the pages as in the list of actions', () => {
		const actions = new Set(
			properties.flatMap(({ options = [] }) =>
				options.flatMap((option) => ('action' in option ? (option.action ?? []) : [])),
			),
		);
		const said = inPages(ACTIONS);
		expect([said.length > 0, said.filter((name) => !actions.has(name))]).toEqual([true, []]);
	});
});
