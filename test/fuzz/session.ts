/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { processedItems } from '../engine/harness';
import { runCallCase } from './cases/callCase';
import { Log } from './cases/log';
import { type Outcome, runNodeCase } from './cases/nodeCase';
import { chance, draw, percent } from './chance';
import type { Wire } from './grammar/wire';
import type { Breach } from './judges/verdict';
import { openRawServer, type RawServer } from './server';
import { type CaseName, World } from './world';

/** What came of a case. */
export interface Ended extends Outcome, CaseName {
	/** What was asked and answered. */
	trace: string[];
}

/** A server and a log for many cases, one after the other. */
export interface Session {
	/** Runs a case; it must be the only one. */
	run(name: CaseName): Promise<Ended>;
	close(): Promise<void>;
}

/** How many of a hundred cases are calls of the trigger. */
const CALL_CASES = 12;

const GONE: Wire = {
	name: 'a case that is over',
	steps: [{ end: 'reset' }],
	status: null,
	body: null,
	said: Buffer.alloc(0),
};

const describe = (error: unknown): string =>
	error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Opens a session. */
export async function openSession(): Promise<Session> {
	const worlds = new Map<string, World>();
	const server: RawServer = await openRawServer((asked) => {
		const world = worlds.get(asked.target.split('/')[1] ?? '');
		return world?.answer(asked) ?? GONE;
	});
	const log = new Log();
	log.open();
	const escaped: Breach[] = [];
	const note = (error: unknown): void =>
		void escaped.push({ promise: 'crash', what: `nobody caught ${describe(error).slice(0, 200)}` });
	process.on('unhandledRejection', note);
	process.on('uncaughtException', note);

	const run = async (name: CaseName): Promise<Ended> => {
		let last: World | undefined;
		const own = (world: World): void => {
			worlds.set(world.path.slice(1), world);
			last = world;
		};
		const began = Date.now();
		const isCall = draw(percent(CALL_CASES), name.seed, name.number, 'is call');
		const random = jest.spyOn(Math, 'random').mockImplementation(chance(name.seed * 1_000_003 + name.number));
		log.take();
		processedItems.clear();
		const world = new World(name);
		own(world);
		try {
			const outcome = isCall
				? await runCallCase(name, server.origin, log, own)
				: await runNodeCase(world, server.origin, log);
			return {
				...name,
				...outcome,
				breaches: [...outcome.breaches, ...escaped.splice(0)],
				trace: last?.trace(began) ?? [],
			};
		} catch (error) {
			const breach: Breach = { promise: 'crash', what: `the case itself: ${describe(error).slice(0, 300)}` };
			return {
				...name,
				kind: isCall ? 'call' : 'node',
				answers: world.answers,
				calls: 0,
				breaches: [breach],
				trace: last?.trace(began) ?? [],
			};
		} finally {
			random.mockRestore();
			worlds.delete(world.path.slice(1));
			server.reset();
		}
	};
	return {
		run,
		close: async () => {
			process.off('unhandledRejection', note);
			process.off('uncaughtException', note);
			await server.close();
		},
	};
}
