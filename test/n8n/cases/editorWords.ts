/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';
import { projectRoot } from '../../../tools/host';
import { hostFolder } from '../../../tools/host/paths';

type Shown = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** All words that a panel or the list of actions has for a parameter. */
const wordsOf = (field: Shown): Array<string | undefined> => [
	...('displayName' in field ? [field.displayName] : [field.name]),
	...('placeholder' in field ? [field.placeholder] : []),
	...('action' in field ? [field.action] : []),
	...('options' in field ? (field.options ?? []).flatMap(wordsOf) : []),
];

/** What the steps of a page name, each part of a path by itself. A sentence is no name, and n8n completes "Connect to" itself. */
function namedInSteps(page: string): string[] {
	const steps = readFileSync(join(projectRoot(), page), 'utf8').match(/^\d+\. .*$/gm) ?? [];
	const bold = steps.flatMap((step) => [...step.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words));
	return bold.filter((words) => !/\.$|^Connect to /.test(words)).flatMap((words) => words.split(' > '));
}

/** The words of the manual are those of this n8n. */
export function wordCases(): void {
	it.each(['README.md', 'docs/operate.md', 'docs/trigger.md'])(
		'finds each name that a step of %s has in the texts of n8n, or of the nodes',
		(page) => {
			const folder = join(hostFolder(), 'n8n/node_modules/n8n-editor-ui/dist/assets');
			const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
			const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
			const nodes = [new Clip(), new ClipTrigger()].map(({ description }) => description);
			const own = new Set(
				nodes.flatMap(({ displayName, properties }) => [displayName, ...properties.flatMap(wordsOf)]),
			);
			// n8n's texts stand in backticks there.
			const isShown = (name: string) => own.has(name) || texts.some((text) => text.includes(`\`${name}`));
			const named = namedInSteps(page);
			expect([named.length > 2, named.filter((name) => !isShown(name))]).toEqual([true, []]);
		},
	);
}
