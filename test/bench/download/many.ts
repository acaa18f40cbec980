import { flow, loopFlow, startWith } from '../../e2e/flows';
import type { Host, Workflow } from '../../host';
import type { Figure } from '../figure';
import { beginOf, endOf } from '../server/executions';
import { fileNodes, inTurn, PEER, removeFiles, runFlow, type Side } from './flows';

const MB = 1024 * 1024;

const [few, many] = [250, 1000] as const;

const ROUNDS = 4;

/** How the files come: as the items of one run of the node, or one after the other in n8n's loop. */
type Shape = 'run' | 'loop';

function workflowOf(shape: Shape, side: Side, origin: string, count: number): Workflow {
	const items = Array.from({ length: count }, (_, index) => ({ link: `${origin}/${MB}.mp4?${index}` }));
	const file = fileNodes[side]('={{ $json.link }}');
	const start = startWith('Links', items);
	return shape === 'run' ? flow('Files', [...start, file]) : loopFlow('Files', start, [file]);
}

/** Files a second. */
async function paceOf(host: Host, workflow: Workflow, count: number): Promise<number> {
	const execution = await runFlow(host, workflow);
	const [began, ended] = [beginOf(execution, 'File'), endOf(execution, 'File')];
	const stored = removeFiles(host.userFolder).filter((size) => size === MB).length;
	if (began === undefined || ended === undefined || stored !== count) {
		throw new Error(`n8n has stored ${stored} files of ${count}.`);
	}
	return (count * 1000) / (ended - began);
}

const words: Record<Shape, string> = { run: 'in one run', loop: 'in a loop' };

async function measure(
	host: Host,
	origin: string,
	shape: Shape,
	tell: (line: string) => void,
): Promise<Figure[]> {
	const paces: Record<Side, Record<'few' | 'many', number[]>> = {
		ours: { few: [], many: [] },
		peer: { few: [], many: [] },
	};
	const take = async (side: Side, count: number) =>
		await paceOf(host, workflowOf(shape, side, origin, count), count);
	for (let round = 1; round <= ROUNDS; round += 1) {
		tell(`${many} files of 1 MB ${words[shape]}, round ${round} of ${ROUNDS}`);
		for (const side of inTurn(round)) {
			paces[side].few.push(await take(side, few));
			paces[side].many.push(await take(side, many));
		}
	}
	// In pairs, so that a machine that slows down for a while does not look like growth.
	const growth = (side: Side) =>
		paces[side].few.map((pace, round) => pace / (paces[side].many[round] ?? NaN));
	const name = `Download of ${many.toLocaleString('en')} files of 1 MB ${words[shape]}`;
	return [
		{
			name,
			unit: 'files/s',
			ours: paces.ours.many,
			peer: { name: PEER, sample: paces.peer.many },
			goal: { atLeast: 0.9, of: 'ratio' },
		},
		{
			name: `${name}: growth`,
			unit: 'times',
			ours: growth('ours'),
			peer: { name: PEER, sample: growth('peer') },
			goal: { atMost: 1.1, of: 'ratio' },
			note: `how many times longer a file takes among ${many.toLocaleString('en')} than among ${few}`,
		},
	];
}

/** Measures the download of many small files. */
export async function measureMany(
	host: Host,
	origin: string,
	tell: (line: string) => void,
): Promise<Figure[]> {
	return [...(await measure(host, origin, 'run', tell)), ...(await measure(host, origin, 'loop', tell))];
}
