import { accept, type Checked, refuse } from '../../lib/checked';
import { isJsonObject, type JsonObject, parseJson, toJson } from '../../lib/json';
import { isUnset, shown } from '../../lib/values';

/**
 * Reads fields that newer versions of the service have and this package does not know.
 *
 * @param customFields - a JSON object or its text, of any type
 * @param known - the fields that have a parameter of their own; `keyword` is the other spelling of `keywords`
 * @returns the fields as they came
 */
export function readCustomFields(customFields: unknown, known: readonly string[]): Checked<JsonObject> {
	if (isUnset(customFields)) return accept({});
	// An object from an expression goes through JSON as well: what JSON cannot express has no place in a request body.
	const text = typeof customFields === 'string' ? customFields : (toJson(customFields) ?? '');
	const object = parseJson(text);
	if (!isJsonObject(object)) {
		return refuse('customFields', `must be a JSON object, but is ${shown(customFields)}`);
	}
	const names = Object.keys(object).map((name) => (name === 'keyword' ? 'keywords' : name));
	const problems = [...new Set(names)]
		.filter((name) => known.includes(name))
		.map((field) => ({ field, rule: "must be set in its own field, not in 'Custom Fields (JSON)'" }));
	return problems.length === 0 ? accept(object) : { ok: false, problems };
}
