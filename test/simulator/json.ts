import { randomUUID } from 'node:crypto';

/**
 * JSON text in which every bigint of the value is an exact integer, as a service in another language writes it.
 */
export function exactJson(value: unknown): string {
	// Node 20 has no JSON.rawJSON: a mark that nobody can foresee stands for "not a string" until the text is done.
	const mark = randomUUID();
	const text = JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'bigint' ? `${mark}${part.toString()}` : part,
	);
	return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
