import type { Problem } from '../../../nodes/Clip/lib/checked';
import { buildSubmission } from '../../../nodes/Clip/service/rules/submission';

/** The parameters as the panel gives them when only a link was entered. */
export const UNTOUCHED = {
	videoUrl: 'https://youtu.be/abc',
	videoType: 'auto',
	ext: 'auto',
	preferLength: [0],
	lang: 'auto',
	ratioOfClip: 1,
};

/** What goes out for {@link UNTOUCHED}. */
export const MINIMUM = { videoUrl: 'https://youtu.be/abc', videoType: 2, preferLength: [0], lang: 'auto' };

/** Values that go beside the fields. */
export interface Beside {
	langCode?: unknown;
	customFields?: unknown;
}

/** A value as an expression may give it: nothing is known of it, which the types of JSON cannot say. */
type Fields = Parameters<typeof buildSubmission>[0]['fields'];

const fieldsOf = (changes: object): Fields => {
	const fields: Fields = { ...UNTOUCHED };
	return Object.assign(fields, changes);
};

/**
 * What goes over the wire, as the service would read it; the problems where nothing does.
 *
 * @param changes - the parameters that differ from {@link UNTOUCHED}, of any type
 * @param beside - `langCode` and `customFields`
 */
export function send(changes: object, beside: Beside = {}): unknown {
	const checked = buildSubmission({ fields: fieldsOf(changes), ...beside });
	return checked.ok ? JSON.parse(JSON.stringify(checked.value)) : checked.problems;
}

/**
 * The problems that keep a submission from being sent; null when there are none.
 *
 * @param changes - the parameters that differ from {@link UNTOUCHED}, of any type
 * @param beside - `langCode` and `customFields`
 */
export function problemsOf(changes: object, beside: Beside = {}): Problem[] | null {
	const checked = buildSubmission({ fields: fieldsOf(changes), ...beside });
	return checked.ok ? null : checked.problems;
}
