import { flow, loopFlow, startWith } from '../../e2e/flows';
import type { Host, Workflow } from '../../host';
import type { Figure } from '../figure';
import { beginOf, endOf } from '../server/executions';
import { median } from '../statistics';
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
	const paces = { ours: new Array<number>(), peer: new Array<number>(), few: new Array<number>() };
	const take = async (side: Side, count: number) =>
		await paceOf(host, workflowOf(shape, side, origin, count), count);
	for (let round = 1; round <= ROUNDS; round += 1) {
		tell(`${many} files of 1 MB ${words[shape]}, round ${round} of ${ROUNDS}`);
		paces.few.push(await take('ours', few));
		for (const side of inTurn(round)) paces[side].push(await take(side, many));
	}
	const name = `Download of ${many.toLocaleString('en')} files of 1 MB ${words[shape]}`;
	return [
		{
			name,
			unit: 'files/s',
			ours: paces.ours,
			peer: { name: PEER, sample: paces.peer },
			goal: { atLeast: 0.9, of: 'ratio' },
		},
		{
			name: `${name}: growth`,
			unit: 'ms a file',
			ours: [1000 / median(paces.ours)],
			peer: { name: `${few} files`, sample: [1000 / median(paces.few)] },
			goal: { atMost: 1.1, of: 'ratio' },
			note: 'linear, but for a tenth of noise',
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
