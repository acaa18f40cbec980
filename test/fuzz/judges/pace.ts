import type { Exchange, World } from '../world';
import { proofOf } from './money';
import type { Breach } from './verdict';

const MINUTE = 60_000;

/** How a run may ask. */
export interface PaceBounds {
	/** How many submissions a minute may hold. */
	perMinute: number;
	/** How many questions about one project a run may ask in any 5 seconds. */
	questionsAtOnce: number;
	/** How many questions about one project a run may ask in all. */
	questions: number;
	/** How many requests for one file a run may send in any 5 seconds, and in all. */
	filesAtOnce: number;
	filesInAll: number;
}

/** The most requests that a stretch of time has held. */
function most(exchanges: readonly Exchange[], stretch: number): number {
	const times = exchanges.map(({ asked }) => asked.at);
	let from = 0;
	let best = 0;
	for (const [index, at] of times.entries()) {
		while (at - (times[from] ?? at) >= stretch) from += 1;
		best = Math.max(best, index - from + 1);
	}
	return best;
}

function grouped(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
	const groups = new Map<string, Exchange[]>();
	for (const exchange of exchanges)
		groups.set(exchange.about, [...(groups.get(exchange.about) ?? []), exchange]);
	return groups;
}

/** Nobody is asked more often than agreed. */
export function judgePace(world: World, bounds: PaceBounds): Breach[] {
	const breaches: Breach[] = [];
	const told = (what: string): void => void breaches.push({ promise: 'pace', what });
	// What is refused creates nothing, and does not count.
	const posts = most(
		world.posts.filter((exchange) => proofOf(exchange) === 'maybe'),
		MINUTE,
	);
	if (posts > bounds.perMinute) told(`${posts} submissions in a minute, ${bounds.perMinute} are allowed`);
	for (const [mark, tries] of grouped(world.posts)) {
		const storm = most(tries, 5_000);
		if (storm > 2) told(`${mark} was submitted ${storm} times in 5 s`);
	}
	for (const [projectId, questions] of grouped(world.questions)) {
		const storm = most(questions, 4_900);
		if (storm > bounds.questionsAtOnce) told(`${storm} questions about ${projectId} in 5 s`);
		if (questions.length > bounds.questions) told(`${questions.length} questions about ${projectId}`);
	}
	for (const [path, requests] of grouped(world.files)) {
		const storm = most(requests, 900);
		if (storm > bounds.filesAtOnce) told(`${storm} requests for ${path} in a second`);
		if (requests.length > bounds.filesInAll) told(`${requests.length} requests for ${path}`);
	}
	for (const request of world.strange) told(`nobody should ask ${request}`);
	return breaches;
}

/** The key goes to the service as it is, and to nobody else. */
export function judgeKey(world: World, headerName: string): Breach[] {
	const key = world.secrets.key.trim();
	const name = headerName.toLowerCase();
	const changed = [...world.posts, ...world.questions].some(({ asked }) => {
		const sent = asked.headers.get(name);
		return sent !== key && sent !== Buffer.from(key).toString('latin1');
	});
	const abroad = world.files.some(({ asked }) =>
		[...asked.headers.values(), asked.target].some((text) => text.includes(key)),
	);
	return [
		...(changed ? [{ promise: 'secret' as const, what: 'a key was sent changed' }] : []),
		...(abroad ? [{ promise: 'secret' as const, what: 'the key went to the host of a file' }] : []),
	];
}
