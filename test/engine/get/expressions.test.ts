import { CORRECT_PARAMETER, NOTHING_DONE } from '../../../nodes/Clip/problems/items';
import type { INodeParameters } from 'n8n-workflow';
import { create, get, goingOn, itemsOf, toErrorOutput, useBench, videos, wait } from '../bench/support';

/** What n8n's editor makes its explanation of. */
const EXPLAINED = { nodeCause: 'Nope', descriptionKey: 'nodeNotFound' };
const FAILS = '={{ $("Nope").first().json.x }}';

const NOTHING_SENT = NOTHING_DONE.submit.money;

const operations: Array<[name: string, parameters: INodeParameters, says: (typeof NOTHING_DONE)['query']]> = [
	['Create', { ...create, videoUrl: FAILS }, NOTHING_DONE.submit],
	['Wait', { ...wait, projectId: FAILS }, NOTHING_DONE.query],
	['Get', { ...get, projectId: FAILS }, NOTHING_DONE.query],
];

describe('An expression that fails', () => {
	const bench = useBench();

	it.each(operations)(
		'in %s keeps what n8n explains it by, and says in its title what it means for the money',
		async (_name, parameters, { money }) => {
			const { error } = await bench.clip(parameters, { items: itemsOf({}) });
			expect(error?.message).toBe(`Referenced node doesn't exist. ${money}`);
			expect(error?.context).toMatchObject(EXPLAINED);
			expect(error?.context).not.toHaveProperty('messageTemplate');
			expect(error?.description).toContain(CORRECT_PARAMETER);
			expect(bench.simulator().requests).toEqual([]);
		},
	);

	it.each(operations)(
		'in %s has an outcome on the error output, as every other',
		async (_name, parameters, { money }) => {
			const { errorItems } = await bench.clip(parameters, { items: itemsOf({}, {}), ...toErrorOutput });
			expect(errorItems.map(({ json }) => json.error)).toEqual(
				[0, 1].map((item): unknown =>
					expect.stringMatching(`^Referenced node doesn't exist\\. ${money}.* \\[item ${item}\\]$`),
				),
			);
			const details = { projectId: null, outcome: 'invalidParameter', code: null };
			expect(errorItems[0]?.json.details).toMatchObject(details);
		},
	);

	it('whose explanation has a title of its own does not lose ours in the editor', async () => {
		const videoUrl = '={{ $("After").first().json.x }}';
		const { error } = await bench.clip({ ...create, videoUrl }, { items: itemsOf({}) });
		expect(error?.message).toContain("Node 'After' hasn't been executed");
		expect(error?.message).toContain(NOTHING_SENT);
		expect(error?.context).toMatchObject({ nodeCause: 'After', descriptionKey: 'pairedItemNoConnection' });
		expect(error?.context).not.toHaveProperty('messageTemplate');
	});

	it('in a later round of a loop names the projects of earlier ones where the editor shows it', async () => {
		const videoUrl = '={{ $json.videoUrl ?? $("Nope").first().json.x }}';
		const { error } = await bench.clip(
			{ ...create, videoUrl, waitForClips: false },
			{ items: videos('a'), rounds: [itemsOf({})] },
		);
		expect(error?.message).toContain(NOTHING_SENT);
		expect(error?.message).toContain(`${bench.ids()[0] ?? '-'} (item 0)`);
		expect(error?.description).toContain(CORRECT_PARAMETER);
	});

	it('of a batch says to submit this video alone where the others are submitted', async () => {
		const videoUrl = '={{ $itemIndex === 1 ? $("Nope").first().json.x : $json.videoUrl }}';
		const run = { items: videos('a', 'b'), ...goingOn };
		const { items } = await bench.clip({ ...create, videoUrl, waitForClips: false }, run);
		expect(items[1]?.json.details).toMatchObject({
			description: expect.stringContaining(CORRECT_PARAMETER),
		});
		expect(bench.paid()).toHaveLength(1);
	});

	it('tells an AI agent all of it', async () => {
		const { error } = await bench.clip(
			{ ...create, videoUrl: FAILS },
			{ items: itemsOf({}), type: 'clipTool' },
		);
		expect(error?.message).toContain(`${NOTHING_SENT}. ${CORRECT_PARAMETER}`);
	});

	it('in the credential says so of its item, with an outcome', async () => {
		const credentials = { baseUrl: FAILS, apiKey: 'k', headerName: 'K' };
		const { errorItems } = await bench.clip(create, { items: videos('a'), credentials, ...toErrorOutput });
		expect(errorItems[0]?.json).toMatchObject({
			error: `Referenced node doesn't exist. ${NOTHING_SENT}`,
			details: { projectId: null, outcome: 'authentication' },
		});
	});

	it('shows no signed link that its message quotes', async () => {
		const secret = 'https://h.example/a.mp4?Signature=5ecret5ignature';
		const videoUrl = `={{ (() => { throw new Error("${secret}") })() }}`;
		const { run, error } = await bench.clip({ ...create, videoUrl }, { items: itemsOf({}) });
		expect(error).toBeDefined();
		// n8n keeps the node beside its error, with what the user has entered.
		const shown = JSON.stringify({ ...error, node: null, stack: error?.stack });
		expect(shown).not.toContain('5ecret5ignature');
		expect(run.status).toBe('error');
	});
});

describe('A mistake of our own', () => {
	const bench = useBench();

	it('is reported with the place where it was made', async () => {
		const credentials = {
			get baseUrl(): string {
				throw new TypeError('made by the test');
			},
			apiKey: 'k',
			headerName: 'K',
		};
		const run = { items: videos('a'), credentials };
		const { error } = await bench.clip(create, run);
		expect(error?.message).toBe(`made by the test. ${NOTHING_SENT}`);
		expect(error?.stack).toMatch(/^TypeError: made by the test\n\s+at .*expressions\.test\.ts/);
		const { errorItems } = await bench.clip(create, { ...run, ...toErrorOutput });
		expect(errorItems[0]?.json.details).toMatchObject({ projectId: null, outcome: 'authentication' });
	});
});
