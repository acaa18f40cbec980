import { wordsOf } from '../../../nodes/Clip/service/rules/advice';
import { like } from '../given/matchers';
import { adviceOnTooMany } from '../../../nodes/Clip/trigger/rules/advice';
import { adviceOnWait } from '../../../nodes/Clip/wait/rules/advice';
import { failure } from '../given/answers';

const away = failure({ kind: 'temporary', words: 'busy', httpStatus: 503 });

it.each([
	[60_000, / 1 minute [^s]*: .*7$/],
	[7_200_000, / 120 minutes .*7$/],
])('A wait of %i ms is told in minutes', (waitedMs, title) => {
	expect(adviceOnWait('7', { kind: 'timedOut', waitedMs, lastFailure: null }, 'person')).toMatchObject({
		title: like(title),
		facts: '',
	});
});

it('A wait that is over tells what the last answer was, if it gave no project', () => {
	const facts = wordsOf(away);
	expect(facts).toMatch(/503.*"busy"/);
	expect(adviceOnWait('7', { kind: 'timedOut', waitedMs: 1, lastFailure: away }, 'person').facts).toBe(facts);
	expect(adviceOnTooMany('7', 10, away).facts).toBe(facts);
	expect(adviceOnTooMany('7', 10, null).facts).toBe('');
});
