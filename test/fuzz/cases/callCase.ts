import fc, { type Arbitrary } from 'fast-check';
import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { type NodeRunResult, processedItems, runNode } from '../../engine/harness';
import { often, oneOf } from '../chance';
import { bodies } from '../grammar/body';
import { judgeCall, judgeRepeats, lenient } from '../judges/calls';
import { judgeKey, judgePace } from '../judges/pace';
import { judgeSecrets } from '../judges/secret';
import { judgeShape } from '../judges/shape';
import { judgeTruth } from '../judges/truth';
import type { Breach } from '../judges/verdict';
import { World, type CaseName } from '../world';
import type { Log } from './log';
import { credentialFor, HEADER, type Outcome, within } from './nodeCase';
import { callWebhook } from '../../engine/webhook';

const MINUTE = 60_000;

/** How many projects the service has. */
const PROJECTS = 3;

/** A call that somebody makes. */
interface Call {
	body: Buffer;
	query: IDataObject;
	/** Whether it has the secret. */
	right: boolean;
}

/** IDs that a lenient service may take for the one of a project. */
const spellings = (id: string): Arbitrary<string> =>
	oneOf(id, id, id, `0${id}`, `${id}-`, `${id}abc`, `+${id}`, ` ${id} `, `${id}_`, `00${id}`, `${id}-0`);

const ids = (world: World): Arbitrary<unknown> =>
	often<unknown>(
		[5, fc.nat(PROJECTS - 1).chain((index) => spellings(callId(world, index)))],
		[2, fc.nat(PROJECTS - 1).map((index) => Number(callId(world, index)))],
		[2, fc.integer({ min: 1, max: 9_999 }).map((id) => `${id}`)],
		[
			1,
			oneOf<unknown>(
				null,
				'',
				{},
				[],
				'../x',
				'1/2',
				'a b',
				'%2e',
				-1,
				1.5,
				true,
				'x'.repeat(129),
				'٣',
				'1\u0000',
			),
		],
	);

const callId = (world: World, index: number): string =>
	world.draw(fc.integer({ min: 10_000_000, max: 99_999_999 }), 'id', index).toString();

const calls = (world: World, secret: string): Arbitrary<Call> => {
	const named = ids(world).map((projectId) =>
		Buffer.from(JSON.stringify({ code: 2000, projectId, videos: [{ videoId: 'forged', title: 'forged' }] })),
	);
	const grown = fc
		.nat(PROJECTS - 1)
		.chain((index) =>
			bodies({ call: 'query', projectId: callId(world, index), secrets: world.secrets, known: [] }),
		);
	const query = often<IDataObject>(
		[6, fc.constant({ secret })],
		[
			1,
			oneOf<IDataObject>(
				{},
				{ secret: '' },
				{ secret: `${secret}x` },
				{ secret: [secret, secret] },
				{ Secret: secret },
			),
		],
	);
	return fc
		.record({ body: often<Buffer>([3, named], [1, grown.map(({ bytes }) => bytes)]), query })
		.map(({ body, query: given }) => ({
			body,
			query: given,
			right: secret === '' || given.secret === secret,
		}));
};

/** How a trigger may be set up. */
const setups = fc.record({
	secret: oneOf('', 'a word'),
	output: oneOf('clips', 'project'),
	event: often<string>([7, fc.constant('ready')], [3, fc.constant('readyOrFailed')]),
	maxWait: oneOf(1, 3),
	onError: oneOf<OnError>('stopWorkflow', 'continueErrorOutput'),
	count: fc.integer({ min: 8, max: 24 }),
	atOnce: fc.integer({ min: 1, max: 6 }),
});

const LONGEST_RUN = 3 * MINUTE + 6 * MINUTE + 4 * MINUTE + 5_000;

/**
 * Calls a trigger, and runs what the calls start.
 *
 * @param name - which case
 * @param origin - where the service is
 * @param log - what the nodes log
 * @param own - gets the service of this case before it is asked
 */
export async function runCallCase(
	name: CaseName,
	origin: string,
	log: Log,
	own: (world: World) => void,
): Promise<Outcome> {
	const world = new World(name, lenient);
	own(world);
	processedItems.clear();
	const setup = world.draw(setups, 'setup');
	const { secret, event, count, atOnce, onError, ...options } = setup;
	const parameters: INodeParameters = { event, secret, options };
	const breaches: Breach[] = [];
	const results: NodeRunResult[] = [];
	for (let from = 0; from < count; from += atOnce) {
		await Promise.all(
			Array.from({ length: Math.min(atOnce, count - from) }, async (_, index) => {
				const call = world.draw(calls(world, secret), 'call', from + index);
				const called = await callWebhook({ parameters, body: call.body, query: call.query });
				breaches.push(...judgeCall(call, called));
				if (called.started.length === 0) return;
				const running = runNode({
					type: 'clipTrigger',
					mode: 'webhook',
					parameters,
					items: called.started,
					settings: { onError },
					credentials: credentialFor(world, origin),
				});
				const result = await within(LONGEST_RUN, running);
				if (result !== null) results.push(result);
				else {
					running.catch(() => undefined);
					const last = world.questions.at(-1)?.wire.name ?? 'none';
					breaches.push({
						promise: 'hang',
						what: `the run of a call has not ended after ${LONGEST_RUN / MINUTE} min; last answer: ${last.slice(0, 200)}`,
					});
				}
			}),
		);
		if (breaches.some(({ promise }) => promise === 'hang')) break;
	}
	const logged = log.take();
	const bounds = {
		perMinute: 0,
		questionsAtOnce: count,
		questions: 25 * count,
		filesAtOnce: 0,
		filesInAll: 0,
	};
	breaches.push(...judgePace(world, bounds), ...judgeKey(world, HEADER), ...judgeRepeats(results));
	for (const [index, result] of results.entries()) {
		const evidence = { world, result, logged: index === 0 ? logged : [] };
		breaches.push(...[judgeSecrets, judgeShape, judgeTruth].flatMap((judge) => judge(evidence)));
	}
	return { kind: 'call', answers: world.answers, calls: count, breaches };
}
