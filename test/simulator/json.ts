import { randomUUID } from 'node:crypto';

/**
 * JSON text in which every bigint of the value is an exact integer, as a service in another language writes it.
 */
export function exactJson(value: unknown): string {
	// Node 20 has no JSON.rawJSON: a mark that nobody can foresee stands for "not a string" until the text is done.
	const mark = randomUUID();
	const text = JSON.stringify(value, function (this: Record<string, unknown>, key, part: unknown) {
		// Beside n8n's engine a bigint has a `toJSON`, which has made text of it by now.
		const own = this[key];
		return typeof own === 'bigint' ? `${mark}${own.toString()}` : part;
	});
	return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
