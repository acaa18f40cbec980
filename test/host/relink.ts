/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/v3';
import type { Credential, StoredNode } from './restShapes';
import { withReceivers, type Workflow } from './workflow';

/** What nodes of an example that was imported before should point at now. */
export interface Targets {
	/** The credentials that `npm start` keeps. */
	own: readonly Credential[];
	/** All credentials that n8n has. */
	present: readonly Credential[];
	/** The origin of what the examples send files and notices to. */
	receivers: string;
}

const link = z.object({ id: z.string(), name: z.string() });
const localOrigin = /http:\/\/127\.0\.0\.1:\d+/g;

/** A choice of a credential that was deleted since, pointed at its successor; any other choice is the user's. */
function mendedChoice(type: string, chosen: unknown, { own, present }: Targets): unknown {
	const read = link.safeParse(chosen);
	if (!read.success || present.some(({ id }) => id === read.data.id)) return chosen;
	const successor = own.find((each) => each.type === type && each.name === read.data.name);
	return successor === undefined ? chosen : { id: successor.id, name: successor.name };
}

function withLivingCredentials(node: StoredNode, targets: Targets): StoredNode {
	if (node.credentials === undefined) return node;
	const choices = Object.entries(node.credentials).map(
		([type, chosen]) => [type, mendedChoice(type, chosen, targets)] as const,
	);
	return { ...node, credentials: Object.fromEntries(choices) };
}

/** A node whose parameters are still those of the example for an earlier address of the receivers gets the present one. */
function withPresentReceivers(node: StoredNode, example: Workflow, receivers: string): StoredNode {
	const at = (origin: string) =>
		withReceivers(example, origin).nodes.find(({ name, type }) => name === node.name && type === node.type)
			?.parameters;
	const earlier = new Set(JSON.stringify(node.parameters).match(localOrigin));
	const isUntouched = [...earlier].some((origin) => isDeepStrictEqual(node.parameters, at(origin)));
	const parameters = at(receivers);
	return isUntouched && parameters !== undefined ? { ...node, parameters } : node;
}

/**
 * The nodes of an example that n8n has already, with what broke since it was imported mended: a credential of `npm start`
 * that was deleted, and another port of the receivers in nodes that nobody changed. All else stays as the user left it.
 *
 * @param example - the workflow as it is offered
 * @returns nothing when there is nothing to mend
 */
export function relinked(
	stored: readonly StoredNode[],
	example: Workflow,
	targets: Targets,
): StoredNode[] | undefined {
	const mended = stored.map((node) =>
		withPresentReceivers(withLivingCredentials(node, targets), example, targets.receivers),
	);
	return isDeepStrictEqual(mended, stored) ? undefined : mended;
}
