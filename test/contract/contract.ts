import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod/v3';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { isJsonObject, type JsonObject, type JsonValue } from '../../nodes/Clip/lib/json';
import { choicesOf, conditionsOf, operationsOf, parametersOf } from '../docs/parameters';

/*
 * What workflows of users hold on to: names, types, defaults and allowed values of parameters, and the fields that come
 * out. n8n stores a workflow without the values that equal a default, so a changed default changes old workflows as well.
 */

/** What a version of a node, or a credential, promises to the workflows that were stored with it. */
export interface Contract {
	/** The name of its file, without `.json`. */
	name: string;
	current: JsonObject;
}

const json: z.ZodType<JsonValue> = z.lazy(() =>
	z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(json), z.record(json)]),
);

/** A value as JSON has it. */
const toJson = (value: unknown): JsonValue => json.parse(JSON.parse(JSON.stringify(value)));

/** What a model reads may be worded anew. */
const withoutWords = (value: string): string =>
	value.includes('$fromAI(') ? value.replace(/`[^`]*`/, '``') : value;

/** What workflows hold on to of a parameter. */
function promiseOf(property: INodeProperties, collection?: INodeProperties): JsonObject {
	const { type, default: value, required = false, typeOptions } = property;
	const initial = property.name === 'toolDescription' ? '' : value;
	const conditions = conditionsOf(collection ?? property);
	return {
		type,
		default: toJson(typeof initial === 'string' ? withoutWords(initial) : initial),
		required,
		...(typeOptions?.password === true && { password: true }),
		...(choicesOf(property).length > 0 && {
			values: choicesOf(property).map((choice) => toJson(choice.value)),
		}),
		...(conditions.length > 0 && { shownWhen: toJson(Object.fromEntries(conditions)) }),
	};
}

const belongsTo = (version: number, { displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.['@version']?.some((one) => one === version) ?? true;

/** What one version of a node promises. */
function nodePromise(description: INodeTypeDescription, version: number): JsonObject {
	const properties = description.properties.filter((property) => belongsTo(version, property));
	const operations = operationsOf(properties);
	const names = operations.length === 0 ? [null] : operations;
	const promised = (only: 'node' | 'tool') =>
		names.map((operation) => [
			operation ?? 'all',
			Object.fromEntries(
				parametersOf(properties, operation, only).map(({ path, property, collection }) => [
					path,
					promiseOf(property, collection),
				]),
			),
		]);
	const { name, inputs, outputs, credentials = [], webhooks = [], usableAsTool } = description;
	return {
		name,
		inputs: toJson(inputs),
		outputs: toJson(outputs),
		usableAsTool: usableAsTool === true,
		credentials: toJson(credentials),
		webhooks: webhooks.map(({ path, httpMethod }) => toJson({ path, httpMethod })),
		operations,
		parameters: toJson(Object.fromEntries(promised('node'))),
		...(usableAsTool === true && { toolParameters: toJson(Object.fromEntries(promised('tool'))) }),
	};
}

const credential = new VideoClippingApi();

/** All contracts, as the code has them now. */
export const CONTRACTS: readonly Contract[] = [
	...[new Clip(), new ClipTrigger()].flatMap(({ description }) =>
		[description.version].flat().map((version) => ({
			name: `${description.name}.v${version}`,
			current: nodePromise(description, version),
		})),
	),
	{
		name: credential.name,
		current: {
			name: credential.name,
			fields: toJson(
				Object.fromEntries(credential.properties.map((field) => [field.name, promiseOf(field)])),
			),
		},
	},
];

/** What became of a contract. */
export interface Difference {
	/** What workflows of today do not know; harmless. */
	added: string[];
	/** What workflows of today rely on, and what is not so any more. */
	broken: string[];
}

/** Single facts of a contract by their paths; entries of lists stand for themselves, for their order says nothing. */
function factsOf(value: JsonValue, path = ''): Array<[string, string]> {
	const below = (key: string) => (path === '' ? key : `${path} > ${key}`);
	if (path.endsWith(' > default')) return [[path, JSON.stringify(value)]];
	if (Array.isArray(value)) return value.map((entry) => [below(JSON.stringify(entry)), '']);
	if (!isJsonObject(value)) return [[path, JSON.stringify(value)]];
	return Object.entries(value).flatMap(([key, entry]) => factsOf(entry, below(key)));
}

/**
 * Compares what was promised with what is.
 *
 * @param recorded - what was promised; null when nothing was
 * @param current - what is
 */
export function compare(recorded: JsonObject | null, current: JsonObject): Difference {
	const before = new Map(factsOf(recorded ?? {}));
	const now = new Map(factsOf(current));
	const changed = [...before].flatMap(([path, fact]) => {
		const found = now.get(path);
		if (found === undefined) return [`${path}${fact === '' ? '' : ` = ${fact}`} is gone`];
		return found === fact ? [] : [`${path} was ${fact} and is ${found}`];
	});
	return {
		added: [...now.keys()].filter((path) => !before.has(path)),
		broken: [...changed, ...demanded(before, now)],
	};
}

/** What stored workflows cannot have, though they must: n8n runs no node that lacks a required parameter. */
function demanded(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
	return [...now].flatMap(([path, fact]) => {
		const [parameter = '', isRule] = path.split(/ > required$/);
		if (isRule === undefined || fact !== 'true' || before.has(path)) return [];
		// An operation that is new as a whole asks nothing of those that use the others.
		const place = parameter.slice(0, parameter.lastIndexOf(' > ') + 3);
		const isOld = [...before.keys()].some((known) => known.startsWith(place));
		return isOld && now.get(`${parameter} > default`) === '""'
			? [`${parameter} is new, required and without a default`]
			: [];
	});
}

/** What to do about a broken contract. */
export const WHAT_TO_DO =
	'Stored workflows rely on this. Give the node a new version (version: [1, 2]) and show the new form to it only (displayOptions "@version"), or take the change back. CONTRIBUTING, "What must not change", tells more.';

/**
 * The text of a contract's file with what was added.
 *
 * @param text - the file as it is; empty when there is none
 * @param current - what is
 * @throws Error when the contract is broken: no file may say otherwise
 */
export function recordedText(text: string, current: JsonObject): string {
	const recorded = text === '' ? null : toJson(JSON.parse(text));
	const { broken } = compare(isJsonObject(recorded) ? recorded : null, current);
	if (broken.length > 0) throw new Error(`${broken.join('\n')}\n${WHAT_TO_DO}`);
	return `${JSON.stringify(current, null, '\t')}\n`;
}
