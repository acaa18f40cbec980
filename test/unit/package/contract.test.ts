/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../nodes/Clip/lib/json';
import { compare, CONTRACTS, recordedText, WHAT_TO_DO } from '../../contract/contract';

const folder = join(__dirname, '../../contract/recorded');

function recorded(name: string): JsonObject | null {
	const file = join(folder, `${name}.json`);
	const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
	return isJsonObject(value) ? value : null;
}

const PARAMETER = { type: 'options', default: 'auto', required: false, values: ['auto', 'en'] };

describe('What stored workflows rely on', () => {
	const { name: anyName, current: anything } = CONTRACTS[0] ?? { name: '', current: {} };

	it.each(CONTRACTS.map(({ name, current }) => [name, current]))('still holds for %s', (name, current) => {
		const { broken } = compare(recorded(name), current);
		expect(broken.length === 0 ? [] : [...broken, WHAT_TO_DO]).toEqual([]);
	});

	it.each(CONTRACTS.map(({ name, current }) => [name, current]))(
		'is all recorded for %s',
		(name, current) => {
			const { added } = compare(recorded(name), current);
			expect(added.length === 0 ? [] : [...added, 'New is fine, record it: npm run docs']).toEqual([]);
		},
	);

	it('holds for every version that there ever was', () => {
		const now = CONTRACTS.map(({ name }) => `${name}.json`).sort();
		expect(readdirSync(folder).sort()).toEqual(now);
	});

	const promise = (changes: JsonObject = {}, lang: JsonObject | null = {}): JsonObject => ({
		name: 'clip',
		operations: ['create', 'get'],
		parameters: { create: lang === null ? {} : { lang: { ...PARAMETER, ...lang } } },
		...changes,
	});

	it.each([
		['a parameter that is gone', promise({}, null)],
		['another default', promise({}, { default: 'en' })],
		['another type', promise({}, { type: 'string' })],
		['a value that is gone', promise({}, { values: ['auto'] })],
		['a parameter that is required now', promise({}, { required: true })],
		[
			'a new parameter that is required and has no default',
			{ parameters: { create: { lang: PARAMETER, more: { ...PARAMETER, required: true, default: '' } } } },
		],
		['an operation that is gone', promise({ operations: ['create'] })],
		['another name of the node', promise({ name: 'clips' })],
	])('is noticed to break: %s', (_what, now) => {
		expect(compare(promise(), now).broken).not.toEqual([]);
		expect(() => recordedText(JSON.stringify(promise()), now)).toThrow('new version');
	});

	it('does not mind a new parameter, a new value, or another order', () => {
		const before = { parameters: { create: { lang: PARAMETER } } };
		const now = {
			parameters: { create: { more: PARAMETER, lang: { ...PARAMETER, values: ['it', 'en', 'auto'] } } },
		};
		expect(compare(before, now)).toEqual({
			added: [
				...Object.keys(PARAMETER).flatMap((key) =>
					key === 'values'
						? ['"auto"', '"en"'].map((value) => `parameters > create > more > values > ${value}`)
						: [`parameters > create > more > ${key}`],
				),
				'parameters > create > lang > values > "it"',
			],
			broken: [],
		});
		expect(JSON.parse(recordedText(JSON.stringify(before), now))).toEqual(now);
	});

	it('does not mind that a new operation requires something', () => {
		const asked = { ...PARAMETER, required: true, default: '' };
		const now = { parameters: { create: { lang: PARAMETER }, publish: { place: asked } } };
		expect(compare({ parameters: { create: { lang: PARAMETER } } }, now).broken).toEqual([]);
	});

	it('knows the parameters inside collections', () => {
		expect(anyName).toBe('clip.v1');
		expect(anything).toMatchObject({
			parameters: { create: { 'additionalFields.keywords': { type: 'string', default: '' } } },
		});
	});
});
