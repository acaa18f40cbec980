import type * as Answers from '../../nodes/Clip/service/rules/answer';
import type * as Credentials from '../../nodes/Clip/service/credential';
import type * as Resubmission from '../../nodes/Clip/create/rules/resubmission';
import type * as Duplicates from '../../nodes/Clip/trigger/duplicates';
import type { Promised } from './judges/verdict';
import type * as Sessions from './session';
import type * as Pauses from '../../nodes/Clip/n8n/pause';
import { useTestTime } from '../time/testTime';
import { readText } from '../../nodes/Clip/lib/values';

/** Milliseconds after which a call ends. */
const LONGEST_CALL = 120_000;

/** Faults that the nodes had once, or might have, and by which promise each shows. */
const PLANTS: ReadonlyArray<readonly [string, Promised, () => void]> = [
	[
		'a key that is not masked',
		'secret',
		() => {
			const path = '../../nodes/Clip/service/credential';
			jest.doMock(path, () => {
				const real = jest.requireActual<typeof Credentials>(path);
				const readCredential: typeof real.readCredential = async (context) => ({
					...(await real.readCredential(context)),
					apiKey: 'no key of anybody',
				});
				return { ...real, readCredential };
			});
		},
	],
	[
		'every status from 400 to 499 taken for a refusal',
		'money',
		() => {
			const path = '../../nodes/Clip/service/rules/answer';
			jest.doMock(path, () => {
				const real = jest.requireActual<typeof Answers>(path);
				const readAnswer: typeof real.readAnswer = (call, status, ...rest) => {
					const answer = real.readAnswer(call, status, ...rest);
					const refuses = !real.isSuccess(answer) && status >= 400 && status < 500;
					return refuses ? { ...answer, outcome: 'invalidRequest', mayHaveCreated: false } : answer;
				};
				return { ...real, readAnswer };
			});
		},
	],
	[
		'calls without a hard end',
		'hang',
		() => {
			const path = '../../nodes/Clip/n8n/pause';
			jest.doMock(path, () => {
				const real = jest.requireActual<typeof Pauses>(path);
				// Nothing else pauses for so long.
				const pause: typeof real.pause = async (until, signal) =>
					await (until - Date.now() === LONGEST_CALL
						? new Promise<void>(() => undefined)
						: real.pause(until, signal));
				return { ...real, pause };
			});
		},
	],
	[
		'items that share their data',
		'objects',
		() => {
			const path = '../../nodes/Clip/n8n/items';
			jest.doMock(path, () => {
				const real = jest.requireActual<Record<string, unknown>>(path);
				const toItems = (results: ReadonlyArray<object[] | object>) =>
					results.flatMap((result, item) =>
						(Array.isArray(result) ? result : [Reflect.apply(errorJsonOf(real), null, [result])]).map(
							(json: unknown) => ({ json, pairedItem: { item } }),
						),
					);
				return { ...real, toItems };
			});
		},
	],
	[
		'clips that are remembered by what a call says',
		'truth',
		() => {
			const path = '../../nodes/Clip/trigger/duplicates';
			jest.doMock(path, () => {
				const real = jest.requireActual<typeof Duplicates>(path);
				const leaveOutDelivered: typeof real.leaveOutDelivered = async (
					context,
					clips,
					projectId,
					memory,
				) => {
					const called = readText(context.getInputData()[0]?.json.projectId) ?? projectId;
					return await real.leaveOutDelivered(context, clips, called, memory);
				};
				return { ...real, leaveOutDelivered };
			});
		},
	],
	[
		'a Retry-After that may be as short as it likes',
		'pace',
		() => {
			const path = '../../nodes/Clip/create/rules/resubmission';
			jest.doMock(path, () => {
				const real = jest.requireActual<typeof Resubmission>(path);
				const pauseBeforeResubmitting: typeof real.pauseBeforeResubmitting = (answer, ...rest) => {
					const pause = real.pauseBeforeResubmitting(answer, ...rest);
					const wish = 'retryAfterMs' in answer ? answer.retryAfterMs : null;
					return pause === null || typeof wish !== 'number' ? pause : wish;
				};
				return { ...real, pauseBeforeResubmitting };
			});
		},
	],
];

function errorJsonOf(module: Record<string, unknown>): () => unknown {
	const { errorJson } = module;
	if (typeof errorJson !== 'function') throw new TypeError('Errors have no JSON any more.');
	return (...given: unknown[]): unknown => Reflect.apply(errorJson, null, given);
}

/** Where faults are planted: the next one must not find those before it. */
const PLACES = [
	'create/rules/resubmission',
	'n8n/items',
	'n8n/pause',
	'service/credential',
	'service/rules/answer',
	'trigger/duplicates',
] as const;

/** The share of CI, for which a fault may hide. */
const SHARE = 200;
const SEED = 17;

jest.setTimeout(600_000);

describe('The fuzzer finds', () => {
	useTestTime();
	let session: Sessions.Session | undefined;
	afterEach(async () => {
		await session?.close();
		session = undefined;
		for (const place of PLACES) jest.dontMock(`../../nodes/Clip/${place}`);
		jest.resetModules();
	});

	it.each(PLANTS)('%s', async (_name, promise, plant) => {
		jest.resetModules();
		plant();
		const { openSession } = await import('./session');
		session = await openSession();
		let found: number | null = null;
		for (let number = 0; number < SHARE && found === null; number += 1) {
			const { breaches } = await session.run({ seed: SEED, number });
			if (breaches.some((breach) => breach.promise === promise)) found = number;
		}
		expect(found).not.toBeNull();
	});
});
