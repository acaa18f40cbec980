import { errorsIn } from '../../kills/evidence';
import { errorsAbout } from '../../kills/judge';
import { brokenBy } from '../../kills/verdict';
import { goodVerdict } from './given';

describe('The verdict on a batch', () => {
	it('finds nothing wrong with a complete one', () => {
		expect(brokenBy(goodVerdict('a'))).toEqual([]);
	});

	it('lets a video be paid twice if an error says that it is unknown whether it was', () => {
		expect(brokenBy(goodVerdict('a', { paidTwice: { said: ['a-3 (2)'], unsaid: [] } }))).toEqual([]);
	});

	it.each([
		['a video that was paid twice', { paidTwice: { said: [], unsaid: ['a-3 (2)'] } }, 'a-3 (2)'],
		['a lost project', { traces: { executions: 11, logs: 0, intents: 0, none: ['12345'] } }, '12345'],
		['a video that a successful run forgot', { missing: ['a-5'] }, 'a-5'],
		['a run that hangs', { outcome: 'stuck' as const, status: 'running' }, 'running'],
	])('tells of %s', (_what, changes, named) => {
		const broken = brokenBy(goodVerdict('a', changes));
		expect(broken).toHaveLength(1);
		expect(broken[0]).toContain(named);
	});
});

describe('Errors of an execution', () => {
	it('are found wherever they stand, those that are items included', () => {
		const item = { json: { error: 'Unknown [item 2]', details: { description: 'Video: x' } } };
		const data = { error: { message: 'Bad', description: 'Worse' }, runData: [[item]], other: { a: 1 } };
		expect(errorsIn(data)).toEqual(['Bad Worse', 'Unknown [item 2] Video: x']);
	});

	it('do not keep a value that holds itself from being read', () => {
		const data: Record<string, unknown> = { message: 'Bad' };
		data.self = data;
		expect(errorsIn(data)).toEqual(['Bad']);
	});

	it('name a video by its place or its URL, not by a list of the other projects of the run', () => {
		const texts = [
			'Bad [item 2] Other projects of this execution: 77 (item 1), 78 (item 12).',
			'Bad Video: https://media.example.com/a-5/good/talk.mp4.',
		];
		const named = (place: number) => errorsAbout(texts, `a-${place}`, place).length;
		expect([1, 2, 5, 12].map(named)).toEqual([0, 1, 1, 0]);
	});
});
