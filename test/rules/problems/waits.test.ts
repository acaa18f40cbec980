import { describeAnswer } from '../../../nodes/Clip/problems/answers';
import { makeFailedAnswerWithoutResponse } from '../../../nodes/Clip/service/rules/answer';
import { failure, failureOf, read } from '../given/answers';
import { like } from '../given/matchers';
import { inWords, told } from '../given/texts';

const away = failure({ kind: 'temporary', message: 'busy', httpStatus: 503 });

it.each([
	[20_000, /7 .*less than a minute$/],
	[60_000, /7 .*1 minute$/],
	[7_200_000, /7 .*120 minutes$/],
	[9_000_000, /7 .*2\.5 hours$/],
	[86_430_000, /7 .*24 hours$/],
])('A wait of %i ms is told in minutes or hours', (waitedMs, title) => {
	expect(inWords('timedOut', { projectId: '7', waitedMs, lastFailure: null })).toMatchObject({
		title: like(title),
		background: '',
	});
});

it('A wait that is over tells what the last answer was, if it gave no project', () => {
	const said = describeAnswer(away, 'The last answer');
	expect(said).toMatch(/"busy".*503/);
	expect(inWords('timedOut', { projectId: '7', waitedMs: 1, lastFailure: away }).background).toBe(said);
	expect(inWords('tooManyWaits', { projectId: '7', most: 10, lastFailure: away }).background).toBe(said);
	expect(inWords('tooManyWaits', { projectId: '7', most: 10, lastFailure: null }).background).toBe('');
});

it('A longer wait is advised where the service is slow, not where its calls do not arrive', () => {
	const blocked = makeFailedAnswerWithoutResponse('query', {
		...{ reason: 'r', mayHaveArrived: false, hindrance: 'certificate' as const },
	});
	const advised = [null, away, blocked].map((lastFailure) =>
		inWords('timedOut', { projectId: '7', waitedMs: 1, lastFailure }).nextStep.includes("'Max Wait'"),
	);
	expect(advised).toEqual([true, true, false]);
});

it('A wait that is over does not promise that executing again is free where its last answer leaves that open', () => {
	const unknown = failureOf(read('query', { code: 4006 }));
	const absent = makeFailedAnswerWithoutResponse('query', {
		reason: 'r',
		mayHaveArrived: false,
		hindrance: 'host',
	});
	const [free, open, moved] = [null, unknown, absent].map((last) =>
		inWords('stopped', { projectId: '7', lastFailure: last }),
	);
	expect([open?.meaning, open?.nextStep]).toEqual([told('query', 4006).meaning, '']);
	expect(moved?.nextStep).not.toContain(free?.nextStep);
	expect(moved?.nextStep).toMatch(/'Base URL'.*'Get Clips'/);
});
