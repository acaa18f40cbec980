import { describeAnswer } from '../../../nodes/Clip/problems/answers';
import { failure } from '../given/answers';
import { like } from '../given/matchers';
import { inWords } from '../given/texts';

const away = failure({ kind: 'temporary', message: 'busy', httpStatus: 503 });

it.each([
	[60_000, /7 .*1 minute$/],
	[7_200_000, /7 .*120 minutes$/],
	[9_000_000, /7 .*2\.5 hours$/],
	[86_430_000, /7 .*24 hours$/],
])('A wait of %i ms is told in minutes or hours', (waitedMs, title) => {
	expect(inWords('timedOut', { projectId: '7', waitedMs, last: null })).toMatchObject({
		title: like(title),
		background: '',
	});
});

it('A wait that is over tells what the last answer was, if it gave no project', () => {
	const said = describeAnswer(away, 'The last answer');
	expect(said).toMatch(/"busy".*503/);
	expect(inWords('timedOut', { projectId: '7', waitedMs: 1, last: away }).background).toBe(said);
	expect(inWords('tooManyWaits', { projectId: '7', most: 10, last: away }).background).toBe(said);
	expect(inWords('tooManyWaits', { projectId: '7', most: 10, last: null }).background).toBe('');
});
