import { type BrokenRule, brokenRulesOf, type Schema } from '../../../nodes/Clip/lib/fields';
import { type Submission, submissionParameters } from '../../../nodes/Clip/service/rules/submission';

/** What a schema makes of what somebody has entered. */
export type Read<T> = { ok: true; value: T } | { ok: false; problems: BrokenRule[] };

/** Reads what somebody has entered. */
export function readBy<T>(schema: Schema<T>, values: unknown): Read<T> {
	const read = schema.safeParse(values);
	return read.success ? { ok: true, value: read.data } : { ok: false, problems: brokenRulesOf(read.error) };
}

/**
 * Reads the parameters of a submission, side by side by name.
 *
 * @param reachesOwnNetwork - whether the service lies in a network of its own
 */
export const readSubmission = (values: object, reachesOwnNetwork = false): Read<Submission> =>
	readBy(submissionParameters(reachesOwnNetwork), values);
