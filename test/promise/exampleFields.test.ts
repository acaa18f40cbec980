/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { basename } from 'node:path';
import { z } from 'zod/v3';
import outputs from '../engine/get/outputs.json';
import {
	exampleFiles,
	readWorkflow,
	typePrefix,
	type Workflow,
	type WorkflowNode,
} from '../../tools/host/workflow';

const keysOf = (...kinds: Array<keyof typeof outputs>): string[] =>
	kinds.flatMap((kind) => Object.keys(outputs[kind]));

const CLIP = keysOf('Get and Clip Trigger, clip');
const WHOLE_CLIP = keysOf('Get and Clip Trigger, clip that is not simplified');
const FILE = keysOf('Get with Download Files, what is added');
/** The service's own `creditsUsed` passes through. */
const PROJECT = [...keysOf('Create and Wait, project that is ready'), 'creditsUsed'];

/** Hand on the items that they get. */
const PASSING = ['executeWorkflowTrigger', 'filter', 'if', 'splitInBatches'];

const ofClip = z.object({
	operation: z.string().optional(),
	downloadFiles: z.boolean().optional(),
	simplify: z.boolean().default(true),
	options: z.object({ output: z.string().optional() }).default({}),
});
const connections = z.record(z.record(z.array(z.array(z.object({ node: z.string() })).nullable())));

/** What a Clip node, or the trigger, gives. */
function fieldsOf({ type, parameters }: WorkflowNode): string[] {
	const { operation = 'create', downloadFiles, simplify, options } = ofClip.parse(parameters);
	const givesClips = operation === 'get' || type.endsWith('Trigger');
	if (!givesClips || options.output === 'project') return PROJECT;
	return [...(simplify ? CLIP : WHOLE_CLIP), ...(downloadFiles === true ? FILE : [])];
}

/** The fields that come out of the nodes of a workflow and into them, as far as they are those of clips and projects. */
function fieldsIn(workflow: Workflow) {
	const byName = new Map(workflow.nodes.map((node) => [node.name, node]));
	const links = Object.entries(connections.parse(workflow.connections)).flatMap(([from, kinds]) =>
		// What leaves by an error output is an error.
		(byName.get(from)?.onError === 'continueErrorOutput' ? [kinds.main?.[0]] : (kinds.main ?? [])).flatMap(
			(output) => (output ?? []).map(({ node }) => ({ from, to: node })),
		),
	);
	const callers = workflow.nodes.filter(({ type }) => type.endsWith('.executeWorkflow'));
	const into = (name: string, seen: readonly string[] = []): string[] | null => {
		if (seen.includes(name)) return null;
		const isCalled = byName.get(name)?.type.endsWith('.executeWorkflowTrigger') === true;
		const from = isCalled
			? callers.map((caller) => into(caller.name, [...seen, name]))
			: links.filter(({ to }) => to === name).map((link) => outOf(link.from, [...seen, name]));
		const known = from.flatMap((fields) => (fields === null ? [] : [fields]));
		return known.length === 0
			? null
			: known.reduce((all, fields) => all.filter((one) => fields.includes(one)));
	};
	const outOf = (name: string, seen: readonly string[] = []): string[] | null => {
		const node = byName.get(name);
		if (node === undefined) return null;
		if (node.type.startsWith(typePrefix)) return fieldsOf(node);
		if (node.parameters.fieldToSplitOut === 'clips') return WHOLE_CLIP;
		return PASSING.some((type) => node.type.endsWith(`.${type}`)) ? into(name, seen) : null;
	};
	return { into, outOf };
}

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** What the nodes of a workflow read of clips and projects: the node, the field, whether it comes. */
function readsIn(workflow: Workflow): Array<{ node: string; field: string; comes: boolean }> {
	const { into, outOf } = fieldsIn(workflow);
	return workflow.nodes.flatMap((node) => {
		const texts = textsIn(node.parameters).filter(
			(text) => text.startsWith('=') || node.parameters.jsCode === text,
		);
		const reads = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)]);
		const own = reads(/(?<![\w)]\.)(?:\$json|\bjson)(?:\?\.|\.)(\w+)/g).map(
			([, field = '']) => [field, into(node.name)] as const,
		);
		const others = reads(/\$\('([^']+)'\)[^{}\n]*?json\.(\w+)/g).map(
			([, name = '', field = '']) => [field, outOf(name)] as const,
		);
		return [...own, ...others].flatMap(([field, fields]) =>
			fields === null ? [] : [{ node: node.name, field, comes: fields.includes(field) }],
		);
	});
}

const examples = exampleFiles().map((file): [string, Workflow] => [basename(file), readWorkflow(file)]);

it.each(examples)('%s reads only fields of clips and projects that come', (_file, workflow) => {
	expect(readsIn(workflow).filter(({ comes, field }) => !comes && field !== 'error')).toEqual([]);
});

it('The examples read fields of clips and projects at many places', () => {
	expect(examples.flatMap(([, workflow]) => readsIn(workflow)).length).toBeGreaterThan(40);
});
