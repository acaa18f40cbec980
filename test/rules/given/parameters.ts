import { type BrokenRule, brokenRulesOf, type Schema } from '../../../nodes/Clip/lib/schemas';
import type { INodeProperties } from 'n8n-workflow';
import { submissionSchema } from '../../../nodes/Clip/create/create.operation';
import { operations } from '../../../nodes/Clip/operations';
import type { Submission } from '../../../nodes/Clip/service/rules/submission';

/** With all that stands below a rule. */
const inOneText = ({ field, rule, sentences }: BrokenRule) => ({
	field,
	rule: [rule, ...sentences].join('\n'),
});

export type Read<T> =
	| { ok: true; value: T }
	| { ok: false; problems: Array<{ field: string; rule: string }> };

/** Reads what somebody has entered. */
export function readBy<T>(schema: Schema<T>, values: unknown): Read<T> {
	const read = schema.safeParse(values);
	return read.success
		? { ok: true, value: read.data }
		: { ok: false, problems: brokenRulesOf(read.error).map(inOneText) };
}

/** Reads the parameters of a submission, side by side by name. */
export const readSubmission = (values: object): Read<Submission> => readBy(submissionSchema, values);

/** What the panel of Create shows, with what is in its collections. */
export const ofCreate = (operations.get('create')?.parameters.fields ?? []).flatMap((field) => [
	field,
	...(field.options ?? []).filter((option): option is INodeProperties => 'type' in option),
]);

/** Values of a field of the service, by what the panel of Create says of it: choices, bounds, or some text. */
export function valuesOf(name: string): Array<number | string> {
	const { type, options = [], typeOptions = {} } = ofCreate.find((field) => field.name === name) ?? {};
	if (type === 'number') return [typeOptions.minValue ?? 1, typeOptions.maxValue ?? 99];
	const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
	const choices = values.filter((value) => typeof value === 'number' || typeof value === 'string');
	return type === 'options' || type === 'multiOptions'
		? choices.filter((value) => value !== 'auto' && value !== 'other')
		: ['7', '184203'];
}
