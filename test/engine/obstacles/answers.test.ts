import { NOT_THE_SERVICE } from '../../../nodes/Clip/problems/answers';
import type { FaultInput } from '../../../tools/simulator';
import type { NodeRunResult } from '../bench/harness';
import {
	create,
	get,
	itemsOf,
	MINUTE,
	submitOne,
	toErrorOutput,
	useBench,
	videos,
	wait,
} from '../bench/support';
import { NOTHING_CHARGED } from '../../rules/given/texts';

const told = ({ error }: Pick<NodeRunResult, 'error'>) => `${error?.message}: ${error?.description}`;

const page = (status: number): FaultInput['fault'] => ({
	kind: 'status',
	status,
	body: `<html>${status}</html>`,
	headers: { 'Content-Type': 'text/html' },
});
describe('A server in front of the service that refuses in its place', () => {
	const bench = useBench();
	it('is told from the service in a wait of which the first answer was its own', async () => {
		const projectId = await bench.project();
		bench.simulator().faults.add({ on: 'query', fault: { kind: 'body', body: '{"code":1000}' } });
		bench.simulator().faults.add({ on: 'query', times: 4, fault: page(403) });
		bench.simulator().finish(projectId);
		const { items, error } = await bench.clip(get, { items: itemsOf({ projectId }) });
		expect([error, items.length > 1]).toEqual([undefined, true]);
	});

	it('is suspected where a page refuses a submission, which cost nothing', async () => {
		bench.simulator().faults.add({ on: 'create', fault: page(403) });
		const { error } = await bench.clip(submitOne);
		expect(error?.description).toContain('firewall');
		expect(error?.description).toContain(NOTHING_CHARGED);
	});

	it.each([411, 414, 417, 421, 431])(
		'before it has read a submission (HTTP %i) has cost nothing',
		async (status) => {
			bench.simulator().faults.add({ on: 'create', fault: page(status) });
			const { error } = await bench.clip(submitOne);
			expect(error?.description).toContain(NOTHING_CHARGED);
			expect(bench.ledger()).toHaveLength(1);
		},
	);

	it.each([301, 302, 303, 307, 308])(
		'and redirects a submission has created nothing only where it names another address: HTTP %i',
		async (status) => {
			const headers = { Location: 'https://me:word@eu.example.com/service/open-api/v1/project/create?key=S' };
			const fault = { kind: 'status', status, headers } as const;
			bench.simulator().faults.add({ on: 'create', fault, phase: status === 303 ? 'after' : 'before' });
			const { errorItems } = await bench.clip(submitOne, toErrorOutput);
			const outcome = status === 303 ? 'unknownWhetherCreated' : 'invalidRequest';
			expect(errorItems[0]?.json.details).toMatchObject({ outcome });
			const said = JSON.stringify(errorItems[0]?.json);
			if (status !== 303) expect(said).toContain(' https://eu.example.com/service ');
			expect(said).not.toMatch(/word|key=S/);
		},
	);

	it('and redirects a submission to its result is not asked to create it again', async () => {
		const fault = { kind: 'status', status: 302, headers: { Location: '/service/projects/5' } } as const;
		bench.simulator().faults.add({ on: 'create', fault, phase: 'after' });
		const { error, run } = await bench.clip(submitOne);
		expect(error).toBeDefined();
		const again = await bench.clip(submitOne, { mode: 'retry', goesOnFrom: run.data });
		expect(again.error).toBeDefined();
		expect(bench.ledger()).toHaveLength(1);
	});

	it.each([
		['Create', submitOne],
		['Get', { ...get, projectId: '5' }],
		['Wait', { ...wait, projectId: '5' }],
	])(
		'or that is not the service at all is told in the words of the credential test: %s',
		async (_operation, parameters) => {
			const { origin: baseUrl, apiKey, headerName } = bench.simulator();
			const credentials = { baseUrl, apiKey, headerName };
			const { error } = await bench.clip(parameters, { credentials });
			expect(error?.message).toBe(NOT_THE_SERVICE.title);
			expect(error?.description).toContain(NOT_THE_SERVICE.todo);
		},
	);
});

describe('A deployment that answers in another shape', () => {
	const bench = useBench();

	it('and has the ID of the project elsewhere may have created it: the answer is shown, and nothing is sent again', async () => {
		const { errorItems } = await bench.clip(create, { items: videos('sim-id-elsewhere'), ...toErrorOutput });
		const [id] = bench.ids();
		expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'unknownWhetherCreated' });
		expect(JSON.stringify(errorItems[0]?.json)).toContain(id);
		expect(bench.ids()).toHaveLength(1);
	});

	it('and has the clips elsewhere does not pass for a project without clips', async () => {
		const { items, error, outcome } = await bench.clip(create, { items: videos('sim-clips-elsewhere') });
		expect([items, outcome]).toEqual([[], 'unreadable']);
		expect(told({ error })).toContain(bench.ids()[0]);
		expect(error?.messages?.join()).toMatch(/code 2000, HTTP 200, body ".*videos/);
		const again = await bench.clip(get, { items: itemsOf({ projectId: bench.ids()[0] }) });
		expect(again.outcome).toBe('unreadable');
	});

	it('and has its words elsewhere is shown as it is', async () => {
		const { errorItems } = await bench.clip(create, {
			items: videos('sim-words-elsewhere'),
			...toErrorOutput,
		});
		expect(JSON.stringify(errorItems[0]?.json)).toContain('HEAD was answered with HTTP 403');
		expect(bench.ids()).toEqual([]);
	});

	it('and stands behind a server that refuses some checks delays the clips, and no more', async () => {
		const began = Date.now();
		const { items, error } = await bench.clip(create, { items: videos('sim-gateway') });
		expect([error, items[0]?.json.status]).toEqual([undefined, 'ready']);
		expect(Date.now() - began).toBeLessThan(10 * MINUTE);
	});
});

describe('A service that is slow to answer', () => {
	const bench = useBench();
	const delay = (on: 'create' | 'query', seconds: number) =>
		bench.simulator().faults.add({ on, fault: { kind: 'delay', seconds } });

	it.each(['create', 'query'] as const)('has 59 seconds for it: %s', async (on) => {
		delay(on, 59);
		const { items, error } = await bench.clip(create, { items: videos('a') });
		expect([error, items[0]?.json.status]).toEqual([undefined, 'ready']);
	});

	it('has not answered after 61 seconds, and it is unknown what came of the video', async () => {
		delay('create', 61);
		const { outcome } = await bench.clip(create, { items: videos('a') });
		expect(outcome).toBe('unknownWhetherCreated');
	});
});
