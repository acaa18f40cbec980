import { NOT_THE_SERVICE } from '../../../nodes/Clip/problems/credentialFaults';
import {
	textOfEndedWait,
	INTERRUPTIONS,
	NOT_LOST,
	describeAnswer as wordsOf,
} from '../../../nodes/Clip/problems/answers';
import { joinTexts } from '../../../nodes/Clip/problems/problemText';
import { adviceOn as advise, hinderedBy, NOTHING_CHARGED, UNKNOWN_CREATION } from '../given/texts';
import {
	type Answer,
	type FailedAnswer,
	makeFailedAnswerWithoutResponse,
} from '../../../nodes/Clip/service/rules/answer';
import { problemOfAnswer } from '../../../nodes/Clip/service/rules/answerProblem';
import { fateAfterQuery } from '../../../nodes/Clip/service/rules/codes';
import { failure, failureOf, read } from '../given/answers';

const OUTCOMES = [
	...(['authentication', 'failed', 'invalidRequest', 'quota'] as const),
	...(['rateLimited', 'sourceProblem', 'temporary', 'unreadable'] as const),
];

/** What is said, as an error shows it. */
function adviceOn(answer: FailedAnswer) {
	const { title, ...rest } = advise(answer);
	return { title, description: joinTexts(rest) };
}

const adviceFor = (answer: Answer) => adviceOn(failureOf(answer));

describe.each(['create', 'query'] as const)('advice on %s', (call) => {
	it.each(OUTCOMES)('at %s has a title, what it means and the words of the service', (kind) => {
		const fate = call === 'create' ? 'notCreated' : fateAfterQuery(4242);
		const told = failure({ kind, code: 4242, fate, message: 'raw words', projectId: '20417733' });
		const { title, description } = adviceOn(told);
		expect(title).toMatch(/^[A-Z][^\n.]+[^.\s]$/);
		expect(description).toContain(wordsOf(told));
		expect(description).toMatch(/"raw words".*20417733/);
		if (call === 'create') expect(description).toContain(NOTHING_CHARGED);
	});

	it.each([
		[4005, /^[^.]*"raw" \(code.*another video/, /file is broken/],
		[4008, /^[^.]*"raw" \(code.*HEAD/, /must be 1 to/],
		[4009, /^[^.]*"raw" \(code.*'Video Type'/, /must be 1 to/],
	])('says what the service says of a video first, then what to do: code %i', (code, told, guess) => {
		const { description } = adviceFor(read(call, { code, msg: 'raw' }));
		expect(description).toMatch(told);
		expect(description).not.toMatch(guess);
	});

	it.each([4004, 4006, 4010])('explains code %i beside the words of the service', (code) => {
		const answer = failureOf(read(call, { code, msg: 'raw' }));
		const { description } = adviceOn(answer);
		const another = {
			...answer,
			code: 4242,
			fate: call === 'create' ? ('notCreated' as const) : fateAfterQuery(4242),
		};
		const ofItsClass = adviceOn(another).description.replaceAll('4242', `${code}`);
		expect(description).toContain(wordsOf(answer));
		expect(description).not.toBe(ofItsClass);
	});

	it.each([
		...['', '<html>', '{"detail":"Not Found"}', '{"code":"NOT_FOUND"}', { code: 404 }].map(
			(body) => [404, body] as const,
		),
		...[301, 308].map((status) => [status, ''] as const),
		...[405, 400, 413].map((status) => [status, '<html>'] as const),
		[405, '{"detail":"no"}'] as const,
	])('at HTTP %i with %j says that this is not the service, as the credential test does', (status, body) => {
		const { title, description } = adviceFor(read(call, body, status));
		expect(title).toBe(NOT_THE_SERVICE.title);
		expect(description).toContain(NOT_THE_SERVICE.nextStep);
	});

	it.each([
		[404, { code: 4006 }],
		[400, '{"message":"ext is missing"}'],
		[429, '<html>'],
		[503, '<html>'],
	])('at HTTP %i with %j does not say that', (status, body) => {
		expect(adviceFor(read(call, body, status)).title).not.toBe(NOT_THE_SERVICE.title);
	});

	it.each([
		['certificate', 'NODE_EXTRA_CA_CERTS'],
		['host', "'Base URL'"],
		['n8nRules', 'N8N_SSRF_ALLOWED_HOSTNAMES'],
	] as const)('names what keeps the call from the service, and what it costs: %s', (hindrance, named) => {
		const away = makeFailedAnswerWithoutResponse(
			call,
			{ reason: 'WHY', mayHaveArrived: false, hindrance },
			{ queriedProjectId: call === 'query' ? '7' : undefined },
		);
		const advice = adviceOn(away);
		const { title, nextStep } = hinderedBy(hindrance);
		expect(advice.title).toContain(title);
		expect(advice.description).toContain(nextStep);
		expect(advice.description).toContain(named);
		expect(advice.description).toContain(call === 'create' ? NOTHING_CHARGED : NOT_LOST);
		expect(advice.description).toContain('WHY');
		expect(joinTexts(textOfEndedWait(away, 'person'))).toMatch(/WHY/);
	});
});

it('Code 4006 is a wrong setting of a submission, and an unknown project of a question', () => {
	const [ofCreate, ofQuery] = (['create', 'query'] as const).map((call) => {
		const { title } = adviceFor(read(call, { code: 4006 }));
		return [title, adviceFor(read(call, { code: 4002 })).title];
	});
	expect(ofCreate?.[0]).not.toBe(ofQuery?.[0]);
});

it.each([
	['create', { code: 4006 }, 200, 'invalidRequest', 'notCreated'],
	['query', { code: 4006 }, 200, 'unknownProject', 'unknownProject'],
	['query', { code: 4001 }, 200, 'authentication', 'unaffected'],
	['query', { code: 4002 }, 200, 'failed', 'failed'],
	['query', { code: 4444 }, 200, 'failed', 'mayHaveFailed'],
	['query', '{"n":1}', 200, 'unreadable', 'unaffected'],
	['query', '{"n":1}', 300, 'notTheService', 'unaffected'],
	['query', '{"n":1}', 302, 'notTheService', 'unaffected'],
	['query', '<html>', 308, 'notTheService', 'unaffected'],
	['query', '<html>', 400, 'notTheService', 'unaffected'],
	['query', '<html>', 401, 'authentication', 'unaffected'],
	['query', '<html>', 403, 'authentication', 'unaffected'],
	['query', '{}', 403, 'authentication', 'unaffected'],
	['query', '<html>', 503, 'temporary', 'unaffected'],
] as const)(
	'To %s, answered with %j and HTTP %i, is %s, and of the project %s',
	(call, body, status, ...told) => {
		const { code, facts } = problemOfAnswer(failureOf(read(call, body, status)));
		expect([code, facts.answer.fate]).toEqual(told);
	},
);

it.each([
	[null, 'notReached'],
	['n8nRules', 'blocked'],
] as const)('A call without an answer, kept away by %j, is %s', (hindrance, told) => {
	const nothing = makeFailedAnswerWithoutResponse(
		'query',
		{ reason: 'WHY', mayHaveArrived: false, hindrance },
		{ queriedProjectId: '7' },
	);
	expect(problemOfAnswer(nothing).code).toBe(told);
});

it.each(['disconnected', 'stopped', 'tooLarge', 'tooSlow'] as const)(
	'Where no whole answer came, it is told why: %s',
	(interruption) => {
		const told = wordsOf(failure({ interruption, httpStatus: null }));
		expect(told).toBe(`Reason: ${INTERRUPTIONS[interruption]}.`);
	},
);

it('Of an answer that says nothing at all, nothing is told', () => {
	expect(wordsOf(failure({ message: '', httpStatus: 200 }))).toBe('');
});

describe('the money', () => {
	it.each([...OUTCOMES, 'blocked'] as const)(
		'is safe, or in doubt, after a submission, and the error says so: %s',
		(kind) => {
			expect(adviceOn(failure({ kind, fate: 'notCreated' })).description).toContain(NOTHING_CHARGED);
			const { title, description } = adviceOn(failure({ kind, fate: 'mayHaveCreated' }));
			expect(title).toBe(UNKNOWN_CREATION.title);
			expect(description).not.toContain(NOTHING_CHARGED);
		},
	);

	it.each<[string, Answer]>([
		['the service is down', read('query', '', 503)],
		['there are too many questions', read('query', { code: 4003 })],
		['the key is wrong', read('query', { code: 4001 })],
		['a gateway knows no such address', read('query', '{}', 404)],
		[
			'n8n allows no call',
			makeFailedAnswerWithoutResponse(
				'query',
				{ reason: 'blocked', mayHaveArrived: false, hindrance: 'n8nRules' },
				{ queriedProjectId: '7' },
			),
		],
	])('is not lost with a question when %s', (_what, answer) => {
		expect(adviceFor(answer).description).toContain(NOT_LOST);
	});

	it('is not in question where a server in front refuses with a code of its own', () => {
		const { description } = adviceFor(read('query', { code: 'NoCredit' }, 402));
		expect(description).toContain(NOT_LOST);
	});

	it.each([4002, 4005, 4007, 4242])('is not promised back when the project failed with %i', (code) => {
		const { description } = adviceFor(read('query', { code }));
		expect(description).not.toContain(NOT_LOST);
	});
});

it.each([
	[4005, 'Content-Length'],
	[4008, 'HEAD'],
])('Code %i names what a host of files may lack: %s', (code, words) => {
	for (const call of ['create', 'query'] as const)
		expect(adviceFor(read(call, { code })).description).toContain(words);
});

it.each([
	['certificate', /NODE_EXTRA_CA_CERTS.*\bWHY\b/],
	['host', /'Base URL'.*\bWHY\b/],
	[null, /not paid for again\. Reason: WHY\.$/],
] as const)('A wait that is over says what kept its last call away: %s', (hindrance, words) => {
	const away = makeFailedAnswerWithoutResponse(
		'query',
		{ reason: 'WHY', mayHaveArrived: false, hindrance },
		{ queriedProjectId: '7' },
	);
	expect(joinTexts(textOfEndedWait(away, 'person'))).toMatch(words);
});

it.each([
	[{ code: 4002, message: 'no', httpStatus: 400 }, ['"no" (code 4002, HTTP 400)']],
	[{ message: 'no', httpStatus: 200 }, ['"no"']],
	[{ message: '', httpStatus: 200, projectId: '7' }, ['7']],
	[{ message: 'busy', httpStatus: 503 }, ['"busy" (HTTP 503)']],
	[{ message: '', httpStatus: 300 }, ['300']],
	[{ code: 4002, message: '', httpStatus: 299 }, ['4002']],
	[{ message: 'ECONNRESET', httpStatus: null }, ['ECONNRESET']],
	[{ message: 'not allowed', httpStatus: null, hindrance: 'n8nRules' }, ['"not allowed"']],
] as const)(
	'A person reads of an answer what is there, a sentence for each, and no more: %j',
	(changes, facts) => {
		const sentences = wordsOf(failure(changes)).split(/(?<=\.) /);
		expect(sentences.map((sentence) => /("[^"]+"(?: \([^)]*\))?|\w+)\.$/.exec(sentence)?.[1])).toEqual([
			...facts,
		]);
	},
);

it.each([
	[{ code: 4002, httpStatus: 400 }, 'The service says: "no"'],
	[{ httpStatus: 299 }, 'The service says: "no"'],
	[{ httpStatus: 300 }, 'The server says: "no"'],
	[{ httpStatus: null }, 'Reason: no'],
])('Who may be a server in front of the service is not called the service: %j', (changes, begins) => {
	expect(wordsOf(failure({ message: 'no', ...changes })).startsWith(begins)).toBe(true);
});

it('Where no answer came, a project is none of an answer', () => {
	expect(wordsOf(failure({ message: '', httpStatus: null, projectId: '7' }))).not.toMatch(/answer/i);
});
