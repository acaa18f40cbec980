import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { World } from '../world';
import { goodItems, originOf } from './told';
import type { Breach, Judge } from './verdict';

/** Fields that the nodes work out themselves. */
const OWN = new Set(['status', 'expiresAt', 'rank', 'clipCount', 'fileName', 'mimeType', 'input']);

function* texts(value: unknown, name = ''): Generator<string> {
	if (OWN.has(name)) return;
	if (typeof value === 'string') yield value;
	else if (Array.isArray(value)) for (const one of value) yield* texts(one);
	else if (typeof value === 'object' && value !== null) {
		for (const [key, one] of Object.entries(value)) yield* texts(one, key);
	}
}

function haystack(world: World): string {
	const said = [...world.posts, ...world.questions].map(({ wire }) => wire.said.toString('utf8'));
	const parsed = said.flatMap((text) => {
		try {
			return [JSON.stringify(JSON.parse(text.replace(/^\ufeff/, '')))];
		} catch {
			return [];
		}
	});
	const topics = parsed.map((text) => text.replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
	return [...said, ...parsed, ...topics].join('\n');
}

const clipList = z.array(z.record(z.unknown()));

type Clip = Record<string, unknown>;

/** The clips that came out for each item, in order. */
function clipsOf(items: readonly INodeExecutionData[]): Clip[][] {
	const byItem = new Map<number | null, Clip[]>();
	const lists: Clip[][] = [];
	for (const item of items) {
		const { clips } = item.json;
		if (Array.isArray(clips)) lists.push(clipList.parse(clips));
		else if ('rank' in item.json)
			byItem.set(originOf(item), [...(byItem.get(originOf(item)) ?? []), item.json]);
	}
	return [...lists, ...byItem.values()];
}

const LONGEST_CLIP_SECONDS = 600;

const weight = ({ viralScore, durationSeconds }: Clip): number =>
	(Number(durationSeconds ?? 0) > LONGEST_CLIP_SECONDS ? -1e300 : 0) +
	(typeof viralScore === 'number' ? viralScore : -1e200);

function listedTwice(world: World, id: string): boolean {
	return world.questions.some(({ wire }) => wire.said.toString('utf8').split(id).length > 2);
}

/** What comes out was said by the service, each clip once and the best first. */
export const judgeTruth: Judge = ({ world, result }) => {
	// The words of a failure are changed where they are long, hold secrets or do harm.
	const items = goodItems(result).filter(({ json }) => json.status !== 'failed');
	const breaches: Breach[] = [];
	const said = haystack(world);
	const own = new Set([
		...world.posts.map(({ asked }) => asked.body),
		...world.questions.map(({ about }) => about),
	]);
	for (const { json } of items) {
		for (const text of texts(json)) {
			const needle = JSON.stringify(text).slice(1, -1);
			if (said.includes(needle) || said.includes(text) || own.has(text)) continue;
			if ([...own].some((one) => one.includes(needle))) continue;
			breaches.push({
				promise: 'truth',
				what: `nobody has said ${needle.slice(0, 40).replaceAll(world.secrets.signature, '…')}`,
			});
		}
	}
	for (const clips of clipsOf(items)) {
		const seen = new Set<string>();
		for (const { videoId, projectId } of clips) {
			const id = `${String(projectId)}/${String(videoId)}`;
			if (typeof videoId === 'string' && seen.has(id) && !listedTwice(world, videoId)) {
				breaches.push({ promise: 'truth', what: `clip ${id} comes twice` });
			}
			seen.add(id);
		}
		if (clips.some((clip, at) => at > 0 && weight(clip) > weight(clips[at - 1] ?? clip))) {
			breaches.push({ promise: 'truth', what: 'a better clip stands behind a worse one' });
		}
	}
	return breaches.slice(0, 3);
};
