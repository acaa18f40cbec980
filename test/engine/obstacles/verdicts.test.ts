import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { NodeRun } from '../bench/harness';
import { create, credentialFor, submitOne, toErrorOutput, useBench, videos, wait } from '../bench/support';

const verdict = z.object({ isFinal: z.boolean(), mayHavePaid: z.boolean() });

describe('What a failure tells a workflow', () => {
	const bench = useBench();

	/** What an error says, and an error item. */
	const verdictsOf = async (parameters: INodeParameters, more: Partial<NodeRun>) => {
		const stopped = await bench.clip(parameters, more);
		const { errorItems } = await bench.clip(parameters, { ...more, ...toErrorOutput });
		const { context } = stopped.error ?? {};
		return [context?.details, errorItems[0]?.json.details].map((details) => verdict.parse(details));
	};
	const both = (isFinal: boolean, mayHavePaid: boolean) => [
		{ isFinal, mayHavePaid },
		{ isFinal, mayHavePaid },
	];

	it.each<[string, INodeParameters, isFinal: boolean, mayHavePaid: boolean]>([
		['a wrong setting', { ...create, lang: 'no language' }, true, false],
		['an expression that fails', { ...create, lang: "={{ $('Nowhere').item.json.lang }}" }, true, false],
		['a project without an ID', wait, true, false],
		['a wait that runs out', { ...create, options: { maxWait: 1, waitMode: 'inProcess' } }, false, true],
		['a pause that runs out', { ...create, options: { maxWait: 1 } }, false, true],
		['an unknown operation', { operation: 'none' }, true, false],
	])('%s', async (_what, parameters, isFinal, mayHavePaid) => {
		const items = videos('sim-endless');
		expect(await verdictsOf(parameters, { items })).toEqual(both(isFinal, mayHavePaid));
	});

	it('an answer that is lost, and a service that cannot be reached', async () => {
		const lost = { on: 'create', times: 2, phase: 'after', fault: { kind: 'reset' } } as const;
		bench.fail(lost);
		expect(await verdictsOf(submitOne, {})).toEqual(both(false, true));
		const credentials = { ...credentialFor(bench.simulator()), baseUrl: 'http://127.0.0.1:1/service' };
		expect(await verdictsOf(submitOne, { credentials })).toEqual(both(false, false));
		expect(await verdictsOf(submitOne, { credentials: { ...credentials, apiKey: '' } })).toEqual(
			both(false, false),
		);
	});

	it('a call of the trigger that brings no clips', async () => {
		const projectId = await bench.project();
		const { error } = await bench.trigger({ projectId }, { parameters: { options: { maxWait: 1 } } });
		expect(error?.context?.details).toMatchObject({ outcome: 'timedOut', isFinal: false, mayHavePaid: true });
		const wrong = await bench.trigger({ projectId }, { parameters: { options: { limit: -1 } } });
		expect(wrong.error?.context?.details).toMatchObject({ isFinal: true, mayHavePaid: false });
	});

	it('an agent is told in words, and what looks at its executions as anybody else', async () => {
		const { error } = await bench.clip({ ...submitOne, lang: 'no language' }, { type: 'clipTool' });
		expect(error?.context?.details).toMatchObject({ outcome: 'invalidParameter', isFinal: true });
	});
});
