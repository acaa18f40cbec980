import {
	CLIP_MODELS,
	CLIP_NUMBER,
	EXTENSIONS,
	LANGUAGES,
	PREFER_LENGTHS,
	RATIOS,
	VIDEO_TYPES,
} from '../../../nodes/Clip/service/rules/vocabulary';

const values = (choices: ReadonlyArray<{ value: string | number }>) =>
	choices.map(({ value }) => value).sort((a, b) => Number(a) - Number(b));

describe('the enumerations of the interface', () => {
	it('hold the 13 source kinds, and no 8', () =>
		expect(values(VIDEO_TYPES)).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]));
	it('hold the 5 lengths', () => expect(values(PREFER_LENGTHS)).toEqual([0, 1, 2, 3, 4]));
	it('hold the 4 ratios', () => expect(values(RATIOS)).toEqual([1, 2, 3, 4]));
	it('hold the 2 models', () => expect(values(CLIP_MODELS)).toEqual(['clip_v1', 'clip_v2']));
	it('hold the 4 extensions', () => expect([...EXTENSIONS].sort()).toEqual(['3gp', 'avi', 'mov', 'mp4']));
	it('hold the 7 languages', () =>
		expect(values(LANGUAGES).sort()).toEqual(['auto', 'de', 'en', 'es', 'fr', 'pt', 'ru']));
	it('bound maxClipNumber', () => expect(CLIP_NUMBER).toEqual({ min: 1, max: 100 }));
});
