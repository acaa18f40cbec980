import { accept, type Checked, type Problem, refuse } from '../values/checked';
import { DEEPEST, isJsonObject, type JsonObject, parseJson, sizeOfJson, toJson } from '../values/json';
import { isUnset, shown } from '../values/values';

/** Checks one field of the interface; null where the interface has no field of that name. */
type FieldCheck = (name: string, value: unknown) => Checked<unknown> | null;

/** The fields of a submission after the custom fields were added. */
interface MergedFields {
	/** Fields that the interface names, from the parameters or from the custom fields. */
	known: JsonObject;
	/** Custom fields that it does not name, as they came. */
	unknown: JsonObject;
}

const FIELD = 'customFields';

/**
 * Adds the custom fields to the entered ones. A custom field that the interface names obeys its rule, may be spelled
 * `keyword` or `keywords`, and must not say something else than a parameter that is set.
 *
 * @param entered - the parameters that are set
 * @param customFields - a JSON object or its text, of any type
 * @param check - the rule of each field that the interface names
 */
export function mergeCustomFields(
	entered: JsonObject,
	customFields: unknown,
	check: FieldCheck,
): Checked<MergedFields> {
	const custom = readObject(customFields);
	if (!custom.ok) return custom;

	const merged: MergedFields = { known: { ...entered }, unknown: {} };
	const problems: Problem[] = [];
	for (const [name, value] of Object.entries(custom.value)) {
		const field = name === 'keyword' ? 'keywords' : name;
		const checked = check(field, value);
		if (checked === null) {
			merged.unknown[name] = value;
		} else if (!checked.ok) {
			problems.push(...checked.problems);
		} else if (!isUnset(value)) {
			const before = merged.known[field];
			if (before !== undefined && !isUnset(before) && !same(check(field, before), checked)) {
				problems.push({ field: FIELD, rule: contradiction(name, value, before) });
			}
			merged.known[field] = value;
		}
	}
	return problems.length > 0 ? { ok: false, problems } : { ok: true, value: merged };
}

/** The custom fields as an object of plain JSON values. */
function readObject(customFields: unknown): Checked<JsonObject> {
	if (isUnset(customFields)) return accept({});
	// An object from an expression goes through JSON as well: what JSON cannot express has no place in a request body.
	const text = typeof customFields === 'string' ? customFields : (toJson(customFields) ?? '');
	// A part of what the user wants is not what the user wants.
	if (sizeOfJson(text) !== 'fits') {
		return refuse(FIELD, `must be smaller, and nested at most ${DEEPEST} levels deep`);
	}
	const object = parseJson(text);
	return isJsonObject(object)
		? accept(object)
		: refuse(FIELD, `must be a JSON object, but is ${shown(customFields)}`);
}

const same = (a: Checked<unknown> | null, b: Checked<unknown>): boolean =>
	// Two lengths in another order are the same choice, and every other field holds a single value.
	a?.ok === true && b.ok && comparable(a.value) === comparable(b.value);

const comparable = (value: unknown): string | undefined =>
	toJson(Array.isArray(value) ? value.map(String).sort() : value);

const contradiction = (name: string, custom: unknown, entered: unknown): string =>
	`repeats ${name} with another value: ${shown(custom)} here, ${shown(entered)} in its own field`;
