import { NOTHING_DONE } from '../../../nodes/Clip/problems/items';
import { hintTexts } from '../../../nodes/Clip/problems/notices';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { NodeRun } from '../bench/harness';
import {
	create,
	credentialFor,
	get,
	goingOn,
	itemsOf,
	outcomesOf,
	submitOnly,
	toErrorOutput,
	useBench,
	wait,
} from '../bench/support';

const KEYS = ['key-of-ada', 'key-of-bob', 'key-of-cem'] as const;
const [ADA, BOB, CEM] = KEYS;
/** A key that a table may hold as a number. */
const DIGITS = '4711';
const SEVERAL = hintTexts.keptRunning('severalAccounts', false);
const NEEDS_DATA = hintTexts.keptRunning('needsData', false);

describe('A credential with an expression', () => {
	const bench = useBench({ apiKey: ADA, otherKeys: [BOB, CEM, DIGITS] });
	/** The key is in the item, unless something else is said. */
	const ofItem = (changes: Partial<ReturnType<typeof credentialFor>> = {}): Partial<NodeRun> => ({
		credentials: { ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}', ...changes },
	});
	const customers = (...rows: Array<[video: string, apiKey?: string]>) =>
		itemsOf(
			...rows.map(([video, apiKey]) => ({
				videoUrl: `https://youtu.be/${video}`,
				...(apiKey && { apiKey }),
			})),
		);
	const run = async (parameters: INodeParameters, more: Partial<NodeRun>) =>
		await bench.clip(parameters, { ...ofItem(), ...more });
	const accounts = () => bench.ledger().map(({ account, projectId }) => (projectId === null ? '-' : account));

	describe('on the item', () => {
		it('is resolved for each item: each customer pays for its own videos', async () => {
			const items = customers(['a', ADA], ['b', BOB], ['c', CEM], ['d', BOB]);
			const result = await run(submitOnly, { items });
			expect(accounts().sort()).toEqual([0, 1, 1, 2]);
			const whose = bench
				.ledger()
				.map(({ body, account }) => [JSON.stringify(body).includes('youtu.be/a'), account]);
			expect(whose).toContainEqual([true, 0]);
			const byProject = new Map(bench.ledger().map(({ projectId, account }) => [projectId, account]));
			expect(result.items.map(({ json }) => byProject.get(z.string().parse(json.projectId)))).toEqual([
				0, 1, 2, 1,
			]);
		});

		it('is that of its own item also where the first item is left out', async () => {
			const items = [...itemsOf({ videoUrl: 'no link', apiKey: ADA }), ...customers(['b', BOB], ['c', CEM])];
			const result = await run(submitOnly, { items, ...toErrorOutput });
			expect(accounts().sort()).toEqual([1, 2]);
			expect([result.items.length, result.errorItems.length]).toEqual([2, 1]);
		});

		it('that does not resolve fails its own item, and nothing is sent for it', async () => {
			const items = customers(['a'], ['b', BOB]);
			const result = await run(submitOnly, { items, ...toErrorOutput });
			expect(accounts()).toEqual([1]);
			expect(result.errorItems).toMatchObject([
				{ json: { details: { projectId: null, outcome: 'authentication' } }, pairedItem: { item: 0 } },
			]);
		});

		it('that does not resolve ends the execution before anything is sent for any item', async () => {
			const { error, outcome } = await run(submitOnly, { items: customers(['a', ADA], ['b']) });
			expect(bench.ledger()).toEqual([]);
			expect(outcome).toBe('authentication');
			expect(error?.message).toContain('[item 1]');
			expect(error?.description).toContain(NOTHING_DONE.submit.money);
			expect(error?.context).toMatchObject({ itemIndex: 1 });
		});

		it('that does not resolve in a later round of a loop names the projects of earlier ones', async () => {
			const { error } = await run(submitOnly, { items: customers(['a', ADA]), rounds: [customers(['b'])] });
			expect(error?.description).toContain('Then retry this execution');
			expect(error?.description).toContain(bench.ids()[0] ?? '-');
		});

		it.each([
			['Wait', wait],
			['Get', get],
		])(
			'that does not resolve behind Create, whose items have no key, does not send people back to Create: %s',
			async (_operation, parameters) => {
				const [made] = (await run(submitOnly, { items: customers(['a', ADA]) })).items;
				const { error } = await run(parameters, { items: itemsOf({ ...made?.json }) });
				expect(error?.description).toContain(NOTHING_DONE.query.money);
				const details = { projectId: bench.ids()[0], outcome: 'authentication' };
				expect(error?.context).toMatchObject({ details });
				const { errorItems } = await run(parameters, { items: itemsOf({ ...made?.json }), ...toErrorOutput });
				expect(errorItems[0]?.json).toMatchObject({ details });
			},
		);

		it('that fails behind Create keeps the project, and says in its title that Create costs minutes', async () => {
			const apiKey = '={{ $("Nope").first().json.key }}';
			const projectId = await bench.finished();
			const { error } = await run(get, { ...ofItem({ apiKey }), items: itemsOf({ projectId }) });
			expect(error?.message).toContain(NOTHING_DONE.query.money);
			expect(error?.context).toMatchObject({ projectId, descriptionKey: 'nodeNotFound' });
		});

		it('may be a number, as a table gives a key of digits', async () => {
			const items = itemsOf({ videoUrl: 'https://youtu.be/a', apiKey: Number(DIGITS) });
			const { error } = await run(submitOnly, { items });
			expect([error, accounts()]).toEqual([undefined, [3]]);
		});

		it('makes the same video of two customers two projects', async () => {
			const result = await run(submitOnly, { items: customers(['a', ADA], ['a', BOB], ['a', ADA]) });
			expect(accounts().sort()).toEqual([0, 1]);
			const ids = result.items.map(({ json }) => json.projectId);
			expect([ids[0] === ids[2], ids[0] === ids[1]]).toEqual([true, false]);
		});

		it("makes the same video of a loop's next customer another project, also in a Retry in the middle of the loop", async () => {
			const rounds = [customers(['a', BOB])];
			const first = await run(submitOnly, { items: customers(['a', ADA]), rounds });
			expect(accounts()).toEqual([0, 1]);
			const again = await run(submitOnly, {
				items: customers(['a', ADA]),
				rounds: [customers(['a', BOB]), customers(['a', CEM])],
				mode: 'retry',
				remembers: first.run.data,
			});
			expect(again.error).toBeUndefined();
			expect(accounts()).toEqual([0, 1, 2]);
		});

		it('keeps the execution running while it waits, says why, and each clip comes from its own account', async () => {
			const result = await run(create, { items: customers(['a', ADA], ['b', BOB]) });
			expect(result.error).toBeUndefined();
			expect(result.paused).toBe(false);
			expect(result.items.map(({ json }) => json.status)).toEqual(['ready', 'ready']);
			expect(result.hints).toEqual([SEVERAL]);
			// No status check can work for two accounts, so none is tried.
			expect(result.executions).toBe(1);
			expect(bench.questions().every(({ headers }) => JSON.stringify(headers).includes('right'))).toBe(true);
		});

		it('is used for each item of Wait and of Get', async () => {
			const made = await run(submitOnly, { items: customers(['a', ADA], ['b', BOB]) });
			const projects = made.items.map(({ json }, index) => ({
				...{ projectId: json.projectId, apiKey: KEYS[index] },
			}));
			const waited = await run(wait, { items: itemsOf(...projects) });
			expect(waited.items.map(({ json }) => json.status)).toEqual(['ready', 'ready']);
			expect(waited.hints).toEqual([SEVERAL]);
			for (const ifNotReady of ['wait', 'status']) {
				const options = { ifNotReady, output: 'project' };
				const got = await run({ ...get, options }, { items: itemsOf(...projects) });
				expect(got.items.map(({ json }) => json.status)).toEqual(['ready', 'ready']);
			}
		});

		it('asks for the same project once for each account', async () => {
			const made = await run(submitOnly, { items: customers(['a', ADA]) });
			bench.simulator().finish(bench.ids()[0] ?? '');
			const projectId = made.items[0]?.json.projectId;
			const items = itemsOf(
				{ projectId, apiKey: ADA },
				{ projectId, apiKey: BOB },
				{ projectId, apiKey: ADA },
			);
			const options = { output: 'project' };
			const got = await run({ ...get, options }, { items, ...goingOn });
			expect(outcomesOf(got.items)).toEqual(['ready', 'invalidRequest', 'ready']);
			expect(bench.questions()).toHaveLength(2);
		});
	});

	it.each([
		['on the item', {}],
		['on the item, for the address only', { apiKey: BOB, baseUrl: '={{ $json.base }}' }],
		['on another node', { apiKey: "={{ $('Before').item.json.apiKey }}" }],
		['on another node, by way of its first item', { apiKey: "={{ $('Before').first().json.apiKey }}" }],
		['that would give another account in the status check', { apiKey: `={{ $json.apiKey || "${ADA}" }}` }],
	])('%s keeps the execution running while it waits, and blames no field', async (_what, changes) => {
		const items = itemsOf({ videoUrl: 'https://youtu.be/a', apiKey: BOB, base: bench.simulator().baseUrl });
		const {
			error,
			paused,
			items: given,
			hints,
			executions,
		} = await run(create, { ...ofItem(changes), items });
		expect([error, paused, given[0]?.json.status, hints]).toEqual([undefined, false, 'ready', [NEEDS_DATA]]);
		expect(JSON.stringify(hints)).not.toContain("'API Key'");
		// The execution and the check that ended at once.
		expect([executions, accounts()]).toEqual([2, [1]]);
	});

	/** What n8n has for all workflows. */
	const shared = { variables: { key: BOB }, secrets: { bob: BOB, cem: CEM } };

	it.each([
		['a constant', `={{ "${BOB}" }}`],
		['a variable of n8n', '={{ $vars.key }}'],
		['a secret of a vault', '={{ $secrets.vault.bob }}'],
	])('that needs no data of the workflow goes on pausing: %s', async (_what, apiKey) => {
		const items = customers(['a', ADA]);
		const result = await run(create, { ...ofItem({ apiKey }), items, ...shared });
		expect([result.paused, result.items[0]?.json.status, result.hints]).toEqual([true, 'ready', []]);
		expect(accounts()).toEqual([1]);
	});

	it('that fails once the execution is paused ends the wait soon, and the error says nothing of the minutes of the project', async () => {
		const variables: { key?: string } = { key: ADA };
		const { paused, error, outcome } = await run(create, {
			...ofItem({ apiKey: '={{ $vars.key }}' }),
			items: customers(['a']),
			variables,
			onPause: () => delete variables.key,
		});
		expect([paused, outcome]).toEqual([true, 'authentication']);
		expect(error?.message).toContain("'API Key'");
		expect(error?.description).not.toContain(NOTHING_DONE.submit.money);
	});

	it('that chooses a secret of a vault by the item keeps the execution running', async () => {
		const apiKey = '={{ $secrets.vault[$json.apiKey] }}';
		const items = customers(['a', 'bob'], ['b', 'cem'], ['c', 'dan']);
		const result = await run(create, { ...ofItem({ apiKey }), items, ...shared, ...toErrorOutput });
		expect([result.paused, result.items.map(({ json }) => json.status)]).toEqual([false, ['ready', 'ready']]);
		expect(accounts().sort()).toEqual([1, 2]);
		expect(result.errorItems[0]?.json).toMatchObject({
			error: expect.stringContaining(NOTHING_DONE.submit.money),
			details: { outcome: 'authentication' },
		});
	});

	it('that names the account in another way after the pause is used as it is: accounts are compared once', async () => {
		const credentials = credentialFor(bench.simulator());
		const baseUrl = credentials.baseUrl.replace('127.0.0.1', 'localhost');
		const result = await bench.clip(create, {
			items: customers(['a']),
			credentials,
			onPause: () => void Object.assign(credentials, { baseUrl }),
		});
		expect([result.paused, result.items[0]?.json.status]).toEqual([true, 'ready']);
		expect(bench.questions()[0]?.headers.host).toContain('localhost');
	});
});
