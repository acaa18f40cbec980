import { stringify } from 'flatted';
import { clipsOf, clipTable, clipTotals } from '../../host/clips';
import { execution, explainFailure, itemsOf } from '../../host/execution';
import type { Workflow } from '../../host/workflow';

const row = { id: '7', status: 'success', mode: 'manual', workflowId: 'w1', waitTill: null };

const clipJson = {
	projectId: '20417733',
	projectName: 'Harbour',
	rank: 1,
	viralScore: 9.4,
	durationSeconds: 41.25,
	title: 'Why the tide matters',
};

const read = (resultData: object, status = 'success') =>
	execution.parse({ ...row, status, data: stringify({ resultData }) });

const run = (outputs: unknown) => ({
	executionStatus: 'success',
	executionTime: 12,
	data: { main: outputs },
});

describe('an execution as n8n answers it', () => {
	it('gives the items of each output and each run of a node', () => {
		const result = read({
			runData: {
				Get: [run([[{ json: { a: 1 } }], [{ json: { error: 'no' } }]]), run([[{ json: { a: 2 } }], null])],
			},
		});
		expect(itemsOf(result, 'Get').map(({ json }) => json)).toEqual([{ a: 1 }, { a: 2 }]);
		expect(itemsOf(result, 'Get', 1).map(({ json }) => json)).toEqual([{ error: 'no' }]);
		expect(itemsOf(result, 'Other')).toEqual([]);
	});

	it('keeps paired items, binary data and hints', () => {
		const item = { json: {}, pairedItem: { item: 3 }, binary: { data: { fileName: 'a.mp4' } } };
		const result = read({
			runData: { Get: [{ ...run([[item]]), hints: [{ message: 'No clips', location: 'outputPane' }] }] },
		});
		expect(itemsOf(result, 'Get')[0]).toMatchObject(item);
		expect(result.nodes.Get?.[0]?.hints).toEqual(['No clips']);
	});

	it('can be read before it has data', () => {
		expect(execution.parse({ ...row, status: 'new' }).nodes).toEqual({});
		expect(execution.parse({ ...row, status: 'new', data: stringify({ resultData: {} }) }).nodes).toEqual({});
	});

	it('explains a failure by node, message, description and code', () => {
		const error = {
			message: 'The service refused the video',
			description: 'Choose another one.',
			httpCode: 4008,
			node: { name: 'Create' },
		};
		const result = read({ runData: { Create: [{ error, executionStatus: 'error' }] }, error }, 'error');
		expect(explainFailure(result)).toBe(
			'Node "Create" failed: The service refused the video\nChoose another one.\n(HTTP or service code 4008)',
		);
		expect(result.nodes.Create?.[0]?.error?.httpCode).toBe('4008');
	});

	it('explains a crash, which has no error', () => {
		expect(explainFailure(read({ runData: {} }, 'crashed'))).toContain('"crashed"');
	});
});

describe('the clips of an execution', () => {
	const workflow: Workflow = {
		name: 'Example',
		nodes: [
			{ name: 'Create', type: 'n8n-nodes-video-clipping.clip', parameters: { operation: 'create' } },
			{ name: 'Get', type: 'n8n-nodes-video-clipping.clip', parameters: { operation: 'get' } },
		],
		connections: {},
	};

	it('are those that Clip: Get gave out, and nothing else', () => {
		const result = read({
			runData: {
				Create: [run([[{ json: { projectId: '1', status: 'ready' } }]])],
				Get: [run([[{ json: clipJson }, { json: { projectId: '2', status: 'processing' } }]])],
			},
		});
		expect(clipsOf(workflow, result)).toEqual([clipJson]);
	});

	it('become a table and a line of totals', () => {
		const other = { projectId: '9', rank: 2, viralScore: null, durationSeconds: null, title: null };
		expect(clipTable([clipJson, other], 80)).toEqual([
			'project  rank  score  seconds  title',
			'───────  ────  ─────  ───────  ────────────────────',
			'Harbour     1    9.4     41.3  Why the tide matters',
			'9           2      –        –',
		]);
		expect(clipTotals([clipJson, other], 33_400)).toBe('2 clips (41 s) from 2 videos in 33 s');
		expect(clipTotals([clipJson], 900)).toBe('1 clips (41 s) from 1 video in 1 s');
	});
});
