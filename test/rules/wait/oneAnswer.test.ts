import { type Answer, makeFailedAnswerWithoutResponse } from '../../../nodes/Clip/service/rules/answer';
import { advanceWatch, beginWatch, type Watch } from '../../../nodes/Clip/wait/rules/watch';
import { failure, read } from '../given/answers';

const STEADY = { patience: 'steady', pollInterval: 30_000, maxWait: 20 * 30_000 } as const;
const PROCESSING = read('query', { code: 1000 });
const DOWN = read('query', '', 503);
const NO_CREDENTIAL = makeFailedAnswerWithoutResponse(
	'query',
	{ reason: 'why', mayHaveArrived: false, hindrance: 'credential' },
	{ queriedProjectId: '7' },
);

describe('one answer of a wait', () => {
	const START = 1_000_000;
	const after = (changes: Partial<Watch>, answer: Answer, passed: number, chance = 0) =>
		advanceWatch(beginWatch({ startedAt: START, ...changes }), answer, START + passed, chance);
	const growing = { patience: 'growing', pollInterval: 10_000, maxWait: 3_600_000 } as const;

	it('lets pauses grow with the time since the wait began', () => {
		expect(after(growing, PROCESSING, 60_000)).toMatchObject({ watch: { nextQueryAt: START + 90_000 } });
	});

	it('makes the next question come a little later, by a tenth of its pause, where many may ask', () => {
		const soon = after(STEADY, NO_CREDENTIAL, 0, 1);
		expect(soon).toMatchObject({ watch: { nextQueryAt: START + 5_500 } });
	});

	it('that gives no project makes nobody expect the service to know it', () => {
		expect(after(STEADY, DOWN, 0)).toMatchObject({ watch: { mustBeKnown: false, hasAnswered: false } });
	});

	it('at the end of the wait that the service does not know its project is no failure of a project that it must know', () => {
		const over = { ...STEADY, mustBeKnown: true, maxWait: 10_000 };
		const unknown = read('query', { code: 4006 });
		expect(after(over, unknown, 10_000)).toMatchObject({ end: { state: 'timedOut' } });
	});

	it.each([
		['when a gateway has asked for it', 2, {}, 2],
		['not sooner', 0, {}, 0.5],
		['within Max Wait', 99, {}, 10],
		['within a quarter of an hour', 99, { maxWait: 3_600_000 }, 15],
		['soon where nobody waits', 2, { patience: 'brief', pollInterval: 5_000 }, 5 / 60],
	] as const)('lets the next question come %s', (_when, retryAfter, changes, minutes) => {
		const limited = failure({ kind: 'rateLimited', retryAt: START + retryAfter * 60_000 });
		const nextQueryAt = START + minutes * 60_000;
		expect(after({ ...STEADY, ...changes }, limited, 0)).toMatchObject({ watch: { nextQueryAt } });
	});
});
