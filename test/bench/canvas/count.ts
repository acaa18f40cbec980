import type { WorkflowNode } from '../../host';

/** What a user has to do on the canvas. */
export interface Effort {
	nodes: number;
	parameters: number;
	/** Lines of JavaScript. */
	code: number;
}

/** What the editor writes into conditions by itself. */
const written = new Set(['id', 'options', 'combinator', 'type', 'singleValue']);

/** The settings beside the parameters that a user may change. */
const settings = [
	'retryOnFail',
	'maxTries',
	'waitBetweenTries',
	'onError',
	'executeOnce',
	'alwaysOutputData',
];

function valuesIn(value: unknown, insideCondition = false): unknown[] {
	if (Array.isArray(value)) return value.flatMap((entry) => valuesIn(entry, insideCondition));
	if (typeof value !== 'object' || value === null) return [value];
	return Object.entries(value).flatMap(([name, entry]: [string, unknown]) =>
		insideCondition && written.has(name) ? [] : valuesIn(entry, insideCondition || name === 'conditions'),
	);
}

/**
 * Counts what a user fills in: every value of every parameter, and every setting of a node, that is in a workflow file.
 * Credentials are left out: n8n chooses the only one by itself.
 *
 * @param nodes - nodes whose parameters hold nothing but what differs from its default
 */
export function countEffort(nodes: readonly WorkflowNode[]): Effort {
	const values = nodes.flatMap((node) => [
		...valuesIn(node.parameters),
		...settings.filter((name) => node[name] !== undefined),
	]);
	const code = nodes.map(({ parameters }) => parameters.jsCode).filter((text) => typeof text === 'string');
	return {
		nodes: nodes.length,
		parameters: values.length,
		code: code.flatMap((text) => text.trim().split('\n')).length,
	};
}
