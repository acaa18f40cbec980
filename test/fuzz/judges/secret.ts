import type { Breach, Judge } from './verdict';
import { errorsOf, goodItems } from './told';

const ENTITIES: ReadonlyMap<string, string> = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
]);

const decoders: ReadonlyArray<(text: string) => string> = [
	(text) =>
		text.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
	(text) =>
		text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
	(text) =>
		text.replace(/&#x?([\da-f]{1,6});/gi, (all, code: string) =>
			String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, all.includes('x') ? 16 : 10) || 0)),
		),
	(text) => text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES.get(name) ?? ''),
	(text) => text.replace(/\\(["'/\\])/g, '$1'),
	(text) => text.replace(/\s+/g, ''),
];

/** A text in all the ways in which a reader may decode it. */
function readings(text: string): string[] {
	const all = [text];
	for (let round = 0; round < 2; round += 1) {
		for (const decode of decoders) all.push(decode(all.at(-1) ?? ''));
	}
	return [...new Set(all)];
}

/** So many letters of a secret in a row are too many. */
const TELLING = 12;

const parts = (secret: string): string[] => {
	const text = secret.trim();
	return [0, Math.floor((text.length - TELLING) / 2), text.length - TELLING].map((at) =>
		text.slice(Math.max(0, at), Math.max(0, at) + TELLING),
	);
};

/** No key, no signature and no password is told, in whatever spelling. */
export const judgeSecrets: Judge = ({ world, result, logged }) => {
	const failed = goodItems(result).filter(({ json }) => json.status === 'failed');
	const places: ReadonlyArray<readonly [string, readonly string[]]> = [
		['an error', errorsOf(result).map(({ text }) => text)],
		['a hint', result.hints],
		['the log', logged],
		['an item of a failed project', failed.map(({ json }) => JSON.stringify(json))],
	];
	const needles = Object.entries(world.secrets).map(
		([name, secret]) => [name, parts(String(secret))] as const,
	);
	return places.flatMap(([place, texts]) =>
		needles.flatMap(([name, needle]): Breach[] =>
			texts.some((text) => readings(text).some((reading) => needle.some((part) => reading.includes(part))))
				? [{ promise: 'secret', what: `the ${name} stands in ${place}` }]
				: [],
		),
	);
};
