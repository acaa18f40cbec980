/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { type NodeRunResult, runNode } from '../../engine/harness';
import { judgeMoney } from '../judges/money';
import { judgeKey, judgePace } from '../judges/pace';
import { judgeSecrets } from '../judges/secret';
import { judgeShape } from '../judges/shape';
import { judgeTruth } from '../judges/truth';
import type { Breach } from '../judges/verdict';
import type { World } from '../world';
import type { Log } from './log';
import { type Plan, planOf } from './plan';

/** The name of the header with the key, as the credential has it by default. */
export const HEADER = 'SERVICEAI_API_KEY';

/** An address at which nobody listens. */
const NOBODY = 'http://127.0.0.1:9';

/** Waits for something, but not for ever. */
export async function within<T>(limit: number, work: Promise<T>): Promise<T | null> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), limit)));
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** What a run is given that is the same for all of them. */
export const credentialFor = ({ path, secrets: { key } }: World, origin: string) => ({
	baseUrl: `${origin}${path}`,
	apiKey: key,
	headerName: HEADER,
});

/** A file is all that its host has said in one of its answers, and no word of the host gets into its name. */
async function judgeFiles({ files }: World, { items }: NodeRunResult): Promise<Breach[]> {
	const stored = items.flatMap(({ binary = {}, json }) =>
		Object.values(binary).map((file) => ({ file, json })),
	);
	const store = Container.get(BinaryDataService);
	const judged = await Promise.all(
		stored.map(async ({ file, json }): Promise<Breach[]> => {
			const bytes = await store.getAsBuffer(file);
			const { mimeType, fileName = '' } = file;
			const told: string[] = [];
			if (!files.some(({ wire }) => wire.status === 200 && wire.body?.equals(bytes) === true))
				told.push(
					`a file of ${bytes.length} bytes, the first ${bytes.toString('latin1', 0, 8)}, is no whole answer of its host`,
				);
			if (!/^video\/[\w.+-]+$/.test(mimeType) || /[/\\<>\0]/.test(fileName))
				told.push(`a file is called ${fileName.slice(0, 60)} (${mimeType.slice(0, 60)})`);
			if (json.fileSize !== bytes.length) told.push('a file has another size than its item says');
			return told.map((what) => ({ promise: 'truth', what }));
		}),
	);
	return judged.flat();
}

/** Whether every item of the input has come to something. */
function judgeItems(
	{ kind, items, settings }: Plan,
	{ items: out, errorItems, error }: NodeRunResult,
): Breach[] {
	if (error !== undefined || kind === 'get') return [];
	const count = out.length + (settings.onError === 'continueErrorOutput' ? errorItems.length : 0);
	return count === items.length
		? []
		: [{ promise: 'lost', what: `${count} items came out for ${items.length}` }];
}

/** What a case was, and what it broke. */
export interface Outcome {
	kind: string;
	answers: number;
	calls: number;
	breaches: Breach[];
}

/**
 * Runs the node once, and judges it.
 *
 * @param world - the service and the file host
 * @param origin - where they are
 * @param log - what the nodes log
 */
export async function runNodeCase(world: World, origin: string, log: Log): Promise<Outcome> {
	const plan = planOf(world, origin);
	const { parameters, items, type, settings, limit, bounds, shut } = plan;
	const running = runNode({
		parameters,
		items: items.map((item) => structuredClone(item)),
		type,
		settings,
		credentials: credentialFor(world, shut ? NOBODY : origin),
	});
	const result = await within(limit, running);
	const done = { kind: plan.kind, answers: world.answers, calls: 0 };
	const base = [...judgePace(world, bounds), ...judgeKey(world, HEADER)];
	if (result === null) {
		running.catch(() => undefined);
		const last = [...world.posts, ...world.questions, ...world.files].at(-1)?.wire.name ?? 'no request';
		const hang: Breach = {
			promise: 'hang',
			what: `${plan.kind} has not ended after ${limit / 60_000} min; last answer: ${last.slice(0, 200)}`,
		};
		return { ...done, breaches: [hang, ...base] };
	}
	const evidence = { world, result, logged: log.take() };
	const judged = [
		judgeMoney,
		judgeSecrets,
		judgeShape,
		...(plan.kind === 'download' ? [] : [judgeTruth]),
	].flatMap((judge) => judge(evidence));
	return {
		...done,
		breaches: [...base, ...judged, ...(await judgeFiles(world, result)), ...judgeItems(plan, result)],
	};
}
