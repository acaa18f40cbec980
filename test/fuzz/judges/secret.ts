import type { Judge } from './verdict';
import { errorsOf, goodItems } from './told';

/** No key, no signature and no password is told, plain or URL-encoded. */
export const judgeSecrets: Judge = ({ world, result, logged }) => {
	const failed = goodItems(result).filter(({ json }) => json.status === 'failed');
	const places: ReadonlyArray<readonly [string, readonly string[]]> = [
		['an error', errorsOf(result).map(({ text }) => text)],
		['a hint', result.hints],
		['the log', logged],
		['an item of a failed project', failed.map(({ json }) => JSON.stringify(json))],
	];
	return places.flatMap(([place, texts]) =>
		Object.entries(world.secrets).flatMap(([name, secret]) => {
			const key = String(secret).trim();
			const isTold = texts.some((text) => text.includes(key) || text.includes(encodeURIComponent(key)));
			return isTold ? [{ promise: 'secret' as const, what: `the ${name} stands in ${place}` }] : [];
		}),
	);
};
