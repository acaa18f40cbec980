/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { inspect } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeRunResult } from '../../engine/harness';

/** An error of a run: the one that ended it, or an item's. */
export interface Told {
	/** Null for what ended the run and names no item. */
	item: number | null;
	title: string;
	/** All that is known of it, in one text. */
	text: string;
	/** What kind of failure an item tells of. */
	outcome: string | null;
}

const whole = (value: unknown): string =>
	inspect(value, { depth: 12, maxStringLength: null, maxArrayLength: null, breakLength: Infinity });

const itemOf = ({ pairedItem }: INodeExecutionData): number | null =>
	typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : null;

/** Whether an item stands for an error. */
export const isErrorItem = ({ json }: INodeExecutionData): boolean =>
	typeof json.error === 'string' && ('details' in json || 'message' in json);

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The errors of a run. */
export function errorsOf({ error, items, errorItems }: NodeRunResult): Told[] {
	const told = [...items, ...errorItems].filter(isErrorItem).map((item): Told => {
		const { error: title, details, message } = item.json;
		const outcome = field(details, 'outcome');
		return {
			item: itemOf(item),
			title: typeof title === 'string' ? title : '',
			text: whole([title, details, message]),
			outcome: typeof outcome === 'string' ? outcome : null,
		};
	});
	if (error === undefined) return told;
	const index = field(error.context, 'itemIndex');
	return [
		...told,
		{
			item: typeof index === 'number' ? index : null,
			title: error.message,
			text: whole(error),
			outcome: null,
		},
	];
}

/** Items that are none of errors. */
export const goodItems = ({ items }: NodeRunResult): INodeExecutionData[] =>
	items.filter((item) => !isErrorItem(item));

/** The item of the input that an item comes from. */
export const originOf = itemOf;
