import { RoutingNode } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	Workflow,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { additionalDataFor, engineContext } from './harness';
import { workflowOf } from './workflow';

/** A rule of a credential test, as n8n's tester reads it. */
const rule = z.union([
	z.object({
		type: z.literal('responseCode'),
		properties: z.object({ value: z.number(), message: z.string() }),
	}),
	z.object({
		type: z.literal('responseSuccessBody'),
		properties: z.object({ key: z.string(), value: z.unknown(), message: z.string() }),
	}),
]);

const thrown = z.object({
	message: z.string(),
	cause: z.object({
		code: z.string().optional(),
		response: z.object({ status: z.number(), statusText: z.string() }).optional(),
	}),
});

/** What the editor shows of a test. */
interface Shown {
	status: 'OK' | 'Error';
	message: string;
}

const failed = (message: string): Shown => ({ status: 'Error', message });

/**
 * Tests a credential as n8n's server does: n8n-core sends the request that the credential type describes, and the first rule that fits
 * the answer is what people read. The rules are read as `CredentialsTester` of n8n 2.41.1 reads them, which is no part of n8n-core.
 */
export async function testCredential(data: ICredentialDataDecryptedObject): Promise<Shown> {
	const { name: type, test } = new VideoClippingApi();
	const rules = z.array(rule).parse(test.rules);
	const description: INodeTypeDescription = {
		...{ displayName: 'Temp', name: 'noOp', group: [], version: 1, description: '', defaults: {} },
		...{ inputs: ['main'], outputs: ['main'], credentials: [{ name: type, required: true }] },
		properties: [
			{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request: test.request } },
		],
	};
	const nodeType: INodeType = { description };
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const definition = workflowOf('noOp', {});
	const workflow = new Workflow({ ...definition, nodeTypes });
	const node = workflow.getNode('Clip');
	if (node === null) throw new TypeError('The workflow has no node to test with.');
	const additionalData = additionalDataFor(data, 'internal', '', definition);
	const context = engineContext({ workflow, node }, additionalData, 'internal');
	const decrypted = { id: '1', name: 'Under test', type, data };
	let answer: unknown;
	try {
		answer = (await new RoutingNode(context, nodeType, decrypted).runNode())?.[0]?.[0]?.json;
	} catch (error) {
		const { message, cause } = thrown.parse(error);
		if (cause.response === undefined) return failed(cause.code ?? message);
		const { status, statusText } = cause.response;
		const found = rules.find(
			({ type: kind, properties }) => kind === 'responseCode' && properties.value === status,
		);
		return failed(found?.properties.message ?? statusText);
	}
	const body = z.record(z.unknown()).catch({}).parse(answer);
	const found = rules.find(
		(one) => one.type === 'responseSuccessBody' && body[one.properties.key] === one.properties.value,
	);
	return found === undefined
		? { status: 'OK', message: 'Connection successful!' }
		: failed(found.properties.message);
}
