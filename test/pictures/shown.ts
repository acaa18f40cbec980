import {
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { isJsonObject } from '../../nodes/Clip/lib/json';
import { type Workflow, type WorkflowNode, typePrefix } from '../host';
import { choicesOf } from '../docs/parameters';

const parameters = z.custom<INodeParameters>(isJsonObject);

const DESCRIPTIONS: Readonly<Record<string, INodeTypeDescription>> = {
	clip: new Clip().description,
	clipTool: new Clip().description,
	clipTrigger: new ClipTrigger().description,
};

/** What n8n's editor knows of a node of this package; nothing for those of others. */
const descriptionOf = ({ type }: WorkflowNode): INodeTypeDescription | undefined =>
	type.startsWith(typePrefix) ? DESCRIPTIONS[type.slice(typePrefix.length)] : undefined;

/**
 * What a picture shows of a parameter. Its description is a tooltip, which none shows, and of a list it shows the choice.
 *
 * @param property - the parameter
 * @param value - what it is set to
 */
export function shownOf(property: INodeProperties, value: unknown): unknown {
	const { displayName, type, hint, placeholder, required = false } = property;
	const chosen = [value].flat();
	const choices = choicesOf(property).filter((choice) => chosen.includes(choice.value));
	return {
		label: displayName,
		type,
		hint,
		placeholder,
		required,
		value: choices.length === 0 ? value : choices.map(({ name }) => name),
	};
}

/**
 * What a picture shows of the panel of a node.
 *
 * @param node - a node of this package
 */
export function panelOf(node: WorkflowNode): unknown {
	const description = descriptionOf(node);
	if (description === undefined) throw new TypeError(`"${node.name}" is no node of this package.`);
	const { properties, triggerPanel, hints, credentials = [] } = description;
	const typeVersion = 1;
	const given = parameters.parse(node.parameters);
	const values =
		NodeHelpers.getNodeParameters(properties, given, true, false, { typeVersion }, description) ?? given;
	return {
		name: node.name,
		triggerPanel,
		hints,
		credentials,
		parameters: properties
			.filter((property) => NodeHelpers.displayParameter(values, property, { typeVersion }, description))
			.map((property) => shownOf(property, values[property.name])),
	};
}

/**
 * What a picture shows of a canvas: all of the workflow, and the words that our nodes put under their names.
 *
 * @param workflow - the workflow
 */
export function canvasOf({ name, nodes, connections }: Workflow): unknown {
	const ours = nodes.flatMap((node) => descriptionOf(node) ?? []);
	return {
		name,
		nodes: nodes.map((node) => ({ ...node, id: undefined, credentials: undefined })),
		connections,
		subtitles: [...new Set(ours)].map(({ subtitle, icon, inputs, outputs }) => [
			subtitle,
			icon,
			inputs,
			outputs,
		]),
	};
}
