import { WebhookContext } from 'n8n-core';
import {
	type IDataObject,
	type INodeParameters,
	type INodeTypes,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';

const trigger = new ClipTrigger();
const nodeTypes: INodeTypes = {
	getByName: () => trigger,
	getByNameAndVersion: () => NodeHelpers.getVersionedNodeType(trigger),
	getKnownTypes: () => ({}),
};

/** Calls the trigger's webhook; gives the items that start a run, if any, and the status that refuses, if any. */
async function call(parameters: INodeParameters, body: string, query: IDataObject = {}) {
	const workflow = new Workflow({
		id: 'calls',
		active: true,
		nodes: [
			{
				id: 'trigger',
				name: 'Clip Trigger',
				type: 'clipTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters,
			},
		],
		connections: {},
		nodeTypes,
	});
	const node = workflow.getNode('Clip Trigger');
	if (node === null) throw new TypeError('The workflow has no trigger.');
	let refused: number | null = null;
	const additionalData = {
		httpRequest: { query, headers: {}, params: {}, body: {}, rawBody: Buffer.from(body) },
		httpResponse: { status: (status: number) => ({ json: () => (refused = status) }) },
	};
	const context = new WebhookContext(
		workflow,
		node,
		z.custom<IWorkflowExecuteAdditionalData>().parse(additionalData),
		'webhook',
		z.custom<IWebhookData>().parse({}),
		[],
		null,
	);
	const { workflowData } = await trigger.webhook.call(context);
	return { refused, started: workflowData?.[0]?.map(({ json }) => json) ?? [] };
}

const READY = '{"code":2000,"projectId":9007199254740993,"videos":[{"videoId":1}]}';
const projectId = '9007199254740993';
const BROKEN = '={{ $("Nowhere").item.json.x }}';

describe('A call of the Clip Trigger', () => {
	it('starts a run with the exact project ID and nothing else', async () => {
		expect(await call({}, READY)).toEqual({ refused: null, started: [{ projectId }] });
	});

	it.each<[string, INodeParameters, IDataObject, number | null]>([
		['the right secret', { secret: 'word' }, { secret: 'word' }, null],
		['a wrong secret', { secret: 'word' }, { secret: 'words' }, 401],
		['no secret', { secret: 'word' }, {}, 401],
		['the secret twice', { secret: 'word' }, { secret: ['word', 'word'] }, 401],
		['an empty secret where none is asked for', { secret: '' }, { secret: '' }, null],
		['a number as secret', { secret: 7 }, { secret: '7' }, null],
		['an empty secret where an expression gives none', { secret: '={{ undefined }}' }, { secret: '' }, 401],
		['any secret where an expression fails', { secret: BROKEN }, { secret: '' }, 500],
		['a wrong secret where another expression fails', { secret: 'word', limit: BROKEN }, {}, 401],
		['the right one where another expression fails', { secret: 'a', limit: BROKEN }, { secret: 'a' }, null],
	])('with %s', async (_what, options, query, refused) => {
		const started = refused === null ? [{ projectId }] : [];
		expect(await call({ options }, READY, query)).toEqual({ refused, started });
	});

	it('counts as a hint only when it cannot be worked out whether to verify it', async () => {
		expect(await call({ verify: BROKEN }, READY)).toEqual({ refused: null, started: [{ projectId }] });
		const taken = await call({ verify: false }, READY);
		expect(taken).toEqual({ refused: null, started: [{ projectId, body: READY }] });
	});
});
