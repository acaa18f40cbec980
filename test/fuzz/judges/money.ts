import { z } from 'zod/v3';
import type { Exchange } from '../world';
import { errorsOf, goodItems, originOf } from './told';
import type { Breach, Judge } from './verdict';

/** What the answer to a submission proves: that it created nothing, that it may have, or that opinions may differ. */
export type Proof = 'maybe' | 'nothing' | 'open';

const DOCUMENTED = new Set([-1000, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010]);

const REFUSING = new Set([
	300, 301, 302, 304, 305, 307, 308, 399, 400, 401, 402, 403, 404, 405, 413, 415, 422, 429,
]);

const NO_PROJECT: ReadonlySet<unknown> = new Set([undefined, null, false, '', 0, '0']);

const object = z.record(z.unknown());

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function parse(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
}

/**
 * What an answer to a submission proves, read from the documentation and not from the code of the nodes.
 *
 * @param exchange - the submission and its answer
 */
export function proofOf({ wire: { status, body, said: sent } }: Pick<Exchange, 'wire'>): Proof {
	const json = parse((body ?? sent).toString('utf8'));
	const fields = object.safeParse(json).data ?? {};
	// What is no word and no number has no meaning that could be read.
	const said = isObject(fields.code) ? '' : String(fields.code).trim();
	const code = said === '' ? NaN : Number(said);
	const refuses = DOCUMENTED.has(code);
	const turnsAway = status !== null && REFUSING.has(status);
	if (!refuses && !turnsAway) return 'maybe';
	// Where the answer can be understood in more than one way, so can what it proves.
	const isClear = body !== null && status !== null && !isObject(fields.code) && !isObject(fields.projectId);
	if (!isClear) return 'open';
	if (!NO_PROJECT.has(fields.projectId)) return 'maybe';
	if (refuses) return /^-?\d+$/.test(said) ? 'nothing' : 'open';
	return (fields.code ?? null) === null ? 'nothing' : 'open';
}

const UNCHARGED = /nothing was charged|not charged|no project was created/i;

/** Nothing is paid twice, and nobody is told that nothing was paid where that is not certain. */
export const judgeMoney: Judge = ({ world, result }) => {
	const breaches: Breach[] = [];
	const byVideo = new Map<string, Exchange[]>();
	for (const post of world.posts) byVideo.set(post.about, [...(byVideo.get(post.about) ?? []), post]);
	for (const [mark, posts] of byVideo) {
		const again = posts.slice(0, -1).find((post) => proofOf(post) === 'maybe');
		if (again !== undefined) {
			breaches.push({ promise: 'money', what: `${mark} was submitted again after: ${again.wire.name}` });
		}
	}
	for (const { item, text, outcome, title } of errorsOf(result)) {
		if (item === null) continue;
		const posts = byVideo.get(world.mark(item)) ?? [];
		const doubtful = posts.find((post) => proofOf(post) === 'maybe');
		if (doubtful !== undefined && UNCHARGED.test(text)) {
			breaches.push({
				promise: 'money',
				what: `"${title}" says that nothing was charged after: ${doubtful.wire.name}`,
			});
		}
		if (posts.length === 0 && outcome === 'unknownWhetherCreated') {
			breaches.push({ promise: 'money', what: `"${title}" although nothing was ever sent` });
		}
	}
	return [...breaches, ...judgeLost(world.posts, result)];
};

/** Whether the service has accepted a submission beyond doubt. */
function acceptedId({ wire: { status, body, late } }: Exchange): string | null {
	if (late === true || body === null || status === null || status < 200 || status > 299) return null;
	const { code, projectId } = object.safeParse(parse(body.toString('utf8'))).data ?? {};
	if (code !== 2000 && code !== 1000) return null;
	const id =
		typeof projectId === 'number' ? (Number.isSafeInteger(projectId) ? String(projectId) : '') : projectId;
	return typeof id === 'string' && /^[\w-]{1,60}$/.test(id) && id !== '0' ? id : null;
}

/** What was paid for is told. */
function judgeLost(posts: readonly Exchange[], result: Parameters<Judge>[0]['result']): Breach[] {
	const texts = [...errorsOf(result).map(({ text }) => text), ...result.hints];
	const items = goodItems(result);
	return posts.flatMap((post): Breach[] => {
		const id = acceptedId(post);
		if (id === null) return [];
		const told = items.some(({ json }) => json.projectId === id) || texts.some((text) => text.includes(id));
		const where = items.map((item) => originOf(item) ?? '?').join();
		return told
			? []
			: [
					{
						promise: 'lost',
						what: `the project of ${post.about} is named nowhere (items ${where}): ${post.wire.name}`,
					},
				];
	});
}
