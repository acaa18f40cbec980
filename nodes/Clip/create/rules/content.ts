import { isJsonObject } from '../../lib/json';
import { trimInvisible } from '../../lib/text';
import { canonicalVideoLink } from '../../service/rules/source';
import type { Submission } from '../../service/rules/submission';

/** What the service takes for fields that are not sent, by name. */
export type ServiceDefaults = Readonly<Record<string, unknown>>;

/**
 * What is paid for once: account, video and settings. Left out are the link's signature, the service's defaults, white space around a text,
 * and the project's name, which often holds the time.
 */
export function contentOf(submission: Submission, accountId: string, defaults: ServiceDefaults): string {
	const { videoUrl } = submission;
	const chosen = Object.entries(submission)
		.filter(([name, value]) => name !== 'projectName' && defaults[name] !== value)
		.map(([name, value]): [string, unknown] => [
			name,
			typeof value === 'string' ? trimInvisible(value) : value,
		]);
	const paidFor = { ...Object.fromEntries(chosen), videoUrl: canonicalVideoLink(videoUrl) };
	return `${accountId}\n${JSON.stringify(paidFor, sortKeys)}`;
}

/** Custom fields may come in any order, at any depth. */
const sortKeys = (_key: string, value: unknown): unknown =>
	isJsonObject(value)
		? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
		: value;
