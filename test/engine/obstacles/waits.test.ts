import { type INodeParameters, sleep } from 'n8n-workflow';
import type { FaultInput } from '../../../tools/simulator';
import { FILE_IS_SAFE, hinderedBy, NOTHING_CHARGED } from '../../rules/given/texts';
import { film, fileAnswer, useFileHost } from '../bench/fileHost';
import type { NodeRunResult } from '../bench/harness';
import {
	create,
	credentialAt,
	credentialFor,
	get,
	getFiles,
	itemsOf,
	MINUTE,
	submitOne,
	useBench,
	videos,
	wait,
} from '../bench/support';
import { useWays, type Way } from './ways';

/*
 * What stands in the way of questions, and for how long: from the beginning, for a while, or from the middle on.
 */

const told = ({ error }: Pick<NodeRunResult, 'error'>) => `${error?.message}: ${error?.description}`;

/** The operations that ask for a project, in each way. */
const QUESTIONS: Array<[string, INodeParameters]> = [
	['Wait, running', { ...wait, options: { waitMode: 'inProcess' } }],
	['Wait, paused', wait],
	['Get', get],
	['Get, which does not wait', { ...get, options: { ifNotReady: 'status' } }],
];

const bench = useBench();
const openWay = useWays();
const files = useFileHost();

/** What is put in the way, and where n8n takes the service to be. */
interface Obstacle {
	credentials: ReturnType<typeof credentialFor>;
	begin: () => void;
	end: () => void;
	asked: () => number;
}

/** Something on the way to the service. */
const way = (kind: Way) => async (): Promise<Obstacle> => {
	const opened = await openWay(kind, bench.simulator().origin);
	const credentials = credentialAt(bench.simulator(), opened.origin);
	return { credentials, begin: opened.shut, end: opened.open, asked: opened.asked };
};

/** A server in front of the service that answers in its place. */
const front = (status: number, body: string) => async (): Promise<Obstacle> => {
	const headers = { 'Content-Type': body.startsWith('<') ? 'text/html' : 'application/json' };
	const fault: FaultInput['fault'] = { kind: 'status', status, body, headers };
	const begin = () => bench.simulator().faults.add({ on: 'query', times: 99, fault });
	begin();
	return await Promise.resolve({
		credentials: credentialFor(bench.simulator()),
		begin,
		end: () => bench.simulator().faults.clear(),
		asked: () => bench.questions().length,
	});
};

interface Ending {
	within: number;
	says: string | RegExp;
	/** After how many questions. */
	asked?: number;
}

interface Row {
	name: string;
	put: () => Promise<Obstacle>;
	/** How an operation ends that meets it first. */
	first?: Ending;
	/** The same of a wait in whose middle it comes, for good. */
	lasting?: Ending;
	/** In the middle of a wait it may come and go. */
	passes?: true;
}

const certificate = hinderedBy('certificate');
const SOON = 10_000;
const page = (status: number, body = `<html>${status}</html>`): Row => {
	const says = new RegExp(`HTTP ${status}`);
	return {
		name: `${body.startsWith('<') ? 'a page' : 'JSON'} with ${status}`,
		put: front(status, body),
		first: { within: SOON, says, asked: 1 },
		lasting: { within: 15 * MINUTE, says, asked: 5 },
		passes: true,
	};
};
const json = '{"message":"no route"}';

const OBSTACLES: readonly Row[] = [
	{
		name: 'a certificate that n8n does not trust',
		put: way('untrusted'),
		first: { within: SOON, says: certificate.todo },
	},
	{
		name: 'a certificate that has expired',
		put: way('expired'),
		first: { within: SOON, says: certificate.todo },
		lasting: { within: 15 * MINUTE, says: certificate.title },
		passes: true,
	},
	{
		name: 'a host that does not exist',
		put: way('no host'),
		first: { within: 10 * MINUTE, says: /Check 'Base URL'/ },
		passes: true,
	},
	...[page(401), page(402), page(403), page(403, json), page(404, json)],
	{ name: 'a proxy that answers 503', put: way({ proxy: 503 }), passes: true },
	{ name: 'a proxy that hangs up', put: way({ proxy: 'closes' }), passes: true },
];
const named = (which: (row: Row) => unknown) =>
	OBSTACLES.filter((row) => which(row) !== undefined).map((row) => [row.name, row] as const);

function expectEnd(ending: Ending | undefined, began: number, result: NodeRunResult): void {
	const { within = 0, says = '', asked } = ending ?? {};
	expect(Date.now() - began).toBeLessThan(within);
	expect(told(result)).toMatch(says);
	if (asked !== undefined) expect(bench.questions()).toHaveLength(asked);
}

describe.each(named(({ first }) => first))('Who meets %s first', (_name, { put, first }) => {
	it.each(QUESTIONS)(
		'ends soon, and the error says what to do and names the project: %s',
		async (_what, parameters) => {
			const projectId = await bench.finished();
			const { credentials } = await put();
			const began = Date.now();
			const result = await bench.clip(parameters, { items: itemsOf({ projectId }), credentials });
			expectEnd(first, began, result);
			expect(told(result)).toContain(projectId);
		},
	);
});

describe.each(named(({ passes }) => passes))('In the middle of a wait, %s', (_name, { put, lasting }) => {
	const begun = async (waitMode: string) => {
		const obstacle = await put();
		obstacle.end();
		const { credentials } = obstacle;
		const running = bench.clip({ ...create, options: { waitMode } }, { items: videos('a'), credentials });
		while (bench.ids().length === 0) await sleep(50);
		obstacle.begin();
		return { running, obstacle };
	};

	it.each(['durable', 'inProcess'])('delays the clips, and no more (%s)', async (waitMode) => {
		const { running, obstacle } = await begun(waitMode);
		const before = obstacle.asked();
		const longest = Date.now() + 2 * MINUTE;
		while (obstacle.asked() < before + 4 && Date.now() < longest) await sleep(50);
		obstacle.end();
		const { items, error } = await running;
		expect([error, items[0]?.json.status, bench.ids().length]).toEqual([undefined, 'ready', 1]);
	});

	if (lasting === undefined) return;
	it.each(['durable', 'inProcess'])('ends it after some checks, with the project (%s)', async (waitMode) => {
		const { running } = await begun(waitMode);
		const began = Date.now();
		const result = await running;
		expectEnd(lasting, began, result);
		expect(told(result)).toContain(bench.ids()[0]);
	});
});

describe('A call of the trigger', () => {
	it.each(['untrusted', 'expired'] as const)('ends at a certificate (%s), with the project', async (kind) => {
		const projectId = await bench.finished();
		const { credentials } = await way(kind)();
		expect(told(await bench.trigger({ projectId }, { mode: 'webhook', credentials }))).toContain(projectId);
	});

	it('shows that the service is there: a host that cannot be found is waited for', async () => {
		const projectId = await bench.finished();
		const { credentials, end, asked } = await way('no host')();
		const running = bench.trigger({ projectId }, { mode: 'webhook', credentials });
		while (asked() < 8) await sleep(50);
		end();
		expect((await running).items.length).toBeGreaterThan(1);
	});
});

it.each(['untrusted', 'expired'] as const)(
	'A certificate is named beside the file of a clip (%s)',
	async (kind) => {
		const link = new URL(files().serve('/a.mp4', fileAnswer(film(5_000))));
		const { origin } = await openWay(kind, link.origin);
		const videoUrl = link.href.replace(link.origin, origin);
		const began = Date.now();
		const result = await bench.clip({ ...getFiles, projectId: bench.listed([{ videoId: 1, videoUrl }]) });
		expect(Date.now() - began).toBeLessThan(SOON);
		expect(told(result)).toContain(certificate.todo);
		expect(result.error?.description).toContain(FILE_IS_SAFE);
		expect(files().requests).toEqual([]);
	},
);

it.each(['untrusted', 'expired', 'no host', 'no proxy', 'refused'] as const)(
	'What keeps a submission from being sent says so, and that nothing was charged: %s',
	async (kind) => {
		const { credentials, asked } = await way(kind)();
		const { error, outcome } = await bench.clip(submitOne, { credentials });
		expect(error?.description).toContain(NOTHING_CHARGED);
		const isCertificate = kind === 'untrusted' || kind === 'expired';
		expect([outcome, bench.ledger()]).toEqual([isCertificate ? 'blocked' : 'temporary', []]);
		if (kind === 'no host')
			expect([told({ error }), asked()]).toEqual([expect.stringMatching(/Check 'Base URL'[^]*ENOTFOUND/), 3]);
	},
);

it('A proxy that works carries each call: Create, which waits, and Get', async () => {
	const { credentials, asked } = await way({ proxy: 'works' })();
	const { items, error } = await bench.clip(create, { items: videos('a'), credentials });
	expect([error, items[0]?.json.status, bench.ids().length]).toEqual([undefined, 'ready', 1]);
	const clips = await bench.clip(get, { items: itemsOf({ ...items[0]?.json }), credentials });
	expect(clips.items.length).toBeGreaterThan(1);
	expect(asked()).toBe(bench.simulator().requests.length);
});

it.each([407, 'closes'] as const)(
	'A proxy that does not let a submission through never says what it cost: it is asked once, and nobody knows (%s)',
	async (manner) => {
		const { credentials, asked } = await way({ proxy: manner })();
		const { error, outcome } = await bench.clip(submitOne, { credentials });
		expect(outcome).toBe('unknownWhetherCreated');
		expect(error?.description).not.toContain(NOTHING_CHARGED);
		expect([asked(), bench.ledger()]).toEqual([1, []]);
	},
);
