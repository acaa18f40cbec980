import fc from 'fast-check';
import { readClips } from '../../../nodes/Clip/service/rules/clip';
import { WHOLE } from '../given/wholeClip';

const clips = (...videos: unknown[]) => readClips(videos, { projectId: '7', projectName: 'Harbour' });

const order = (...videos: object[]) => clips(...videos).map(({ videoId, rank }) => `${rank}:${videoId}`);

describe('the ranking', () => {
	it('counts scores as numbers, so "10" is better than "9"', () => {
		expect(order({ videoId: 'a', viralScore: '9' }, { videoId: 'b', viralScore: '10' })).toEqual([
			'1:b',
			'2:a',
		]);
	});

	it('puts clips without a score last', () => {
		expect(
			order(
				{ videoId: 'a' },
				{ videoId: 'b', viralScore: 'x' },
				{ videoId: 'c', viralScore: '0' },
				{ videoId: 'd', viralScore: 3 },
			),
		).toEqual(['1:d', '2:c', '3:a', '4:b']);
	});

	it('keeps the order of the service for equal scores, and for none', () => {
		const ids = Array.from({ length: 50 }, (_, index) => `v${index}`);
		expect(order(...ids.map((videoId) => ({ videoId, viralScore: '5' })))).toEqual(
			ids.map((id, i) => `${i + 1}:${id}`),
		);
		expect(order(...ids.map((videoId) => ({ videoId })))).toEqual(ids.map((id, i) => `${i + 1}:${id}`));
	});

	it('puts the source itself last, whatever its score', () => {
		expect(
			order(
				{ videoId: 'source', viralScore: '10', videoMsDuration: 45 * 60_000 },
				{ videoId: 'a', videoMsDuration: 180_000 },
				{ videoId: 'b', viralScore: 1, videoMsDuration: '20000' },
			),
		).toEqual(['1:b', '2:a', '3:source']);
	});
});

it('has every rank once, whatever came', () => {
	const value = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('9.4', '10', 41250, '["a"]'));
	const names = fc.oneof(fc.constantFrom(...Object.keys(WHOLE), 'error', 'rank'), fc.string());
	fc.assert(
		fc.property(fc.array(fc.dictionary(names, value), { maxLength: 4 }), (videos) => {
			expect(clips(...videos).map(({ rank }) => rank)).toEqual(videos.map((_, index) => index + 1));
		}),
	);
});
