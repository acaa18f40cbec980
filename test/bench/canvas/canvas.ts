/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Editor } from '../../e2e/editor/editor';
import { EditorBed } from '../../e2e/editor/editorBed';
import { addOfN8n, addOurs, effortOf } from '../../e2e/editor/threeNodes';
import { openHost, projectRoot, readWorkflow } from '../../host';
import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { countEffort, type Effort } from './count';
import { withoutDefaults } from './defaults';
import { publishedBy } from './run';

const read = (side: 'ours' | 'peer') =>
	readWorkflow(join(projectRoot(), 'test', 'bench', side, 'publish.json'));

/**
 * Proves on a real n8n what the counts rely on: both workflows publish the same clips, and neither has a parameter that
 * could be left out.
 *
 * @throws Error when that does not hold
 */
async function prove(): Promise<void> {
	const host = await openHost();
	try {
		const [ours, peer] = [read('ours'), read('peer')];
		for (const workflow of [ours, peer]) {
			const needed = countEffort(withoutDefaults(workflow, host.runtime));
			if (!isDeepStrictEqual(needed, countEffort(workflow.nodes))) {
				throw new Error(`"${workflow.name}" has parameters that equal their defaults.`);
			}
		}
		const [first, second] = [await publishedBy(host, ours), await publishedBy(host, peer)];
		if (first.length === 0 || !isDeepStrictEqual(first, second)) {
			throw new Error(`The workflows do not publish the same: ${first.join('; ')} / ${second.join('; ')}`);
		}
	} finally {
		await host.close();
	}
}

function figure(name: string, kind: keyof Effort, note?: string): Figure {
	const [ours, peer] = [countEffort(read('ours').nodes), countEffort(read('peer').nodes)];
	return {
		name,
		unit: '',
		ours: [ours[kind]],
		peer: { name: 'built-in nodes', sample: [peer[kind]] },
		goal: { atMost: 1 / 3, of: 'ratio' },
		slack: 1,
		...(note === undefined ? {} : { note }),
	};
}

/** What a person clicks and types in a real browser to add three nodes to an empty canvas. */
async function clicks(): Promise<Figure[]> {
	const bed = new EditorBed();
	try {
		await bed.open();
		const effort = async (add: (editor: Editor) => Promise<void>) => {
			const editor = await bed.editor();
			await add(editor);
			return effortOf(editor);
		};
		const [mine, least] = [await effort(addOurs), await effort(addOfN8n)];
		const of = (name: string, kind: 'clicks' | 'typed'): Figure => ({
			name,
			unit: '',
			ours: [mine[kind]],
			peer: { name: "three nodes of n8n's own ClickUp", sample: [least[kind]] },
			goal: { atMost: least[kind] + 1, of: 'absolute' },
			note: 'Create, Get and Download on an empty canvas, the credential being there; the one more is the link of the video. One more click runs them.',
		});
		return [of('Clicks to three nodes', 'clicks'), of('Texts to type for three nodes', 'typed')];
	} finally {
		await bed.close();
	}
}

async function run({ short, tell }: BenchOptions): Promise<BenchResult> {
	if (!short) {
		tell('publishing the same clips with both workflows on a real n8n');
		await prove();
		tell('adding nodes in the editor');
	}
	const clicked = short ? [] : await clicks();
	const lines = countEffort(read('peer').nodes).code;
	const figures = [
		figure(
			'Nodes from link to published clip',
			'nodes',
			'All nodes count, also those that both sides share (the start and the upload). The peer: HTTP Request, Wait, Switch, IF, Code and Stop and Error, with refusals, rate limits, outages, a limit of two hours and a check of the files.',
		),
		figure('Parameters to fill', 'parameters', `In the peer one of them is ${lines} lines of JavaScript.`),
		figure('Expressions to write', 'expressions'),
		...clicked,
	];
	return { figures };
}

/** What a user has to build to get from a link to published clips. */
export const canvas: Benchmark = { name: 'canvas', inShort: true, run };
