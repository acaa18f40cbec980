import type { Audience } from '../../../nodes/Clip/problems/advice';
import { makeFailedAnswerWithoutResponse } from '../../../nodes/Clip/service/rules/answer';
import { failureOf, read } from '../given/answers';
import { adviceOn, inWords } from '../given/texts';

/*
 * Where a reader is sent: a wrong way on pays again, or leads nowhere.
 */

/** The ways on, by what stands for each in a text. */
const WAYS = {
	executeAgain: /\bexecute again\b/i,
	retry: /\bretry this execution\b/i,
	callAgain: /\bcall again\b/,
	get: /'Get Clips' (?:with|and) the project ID/,
	ask: /\bask for the project again\b/,
	create: /'Create Clips'/,
	eachTime: /'Each Time'/,
	alone: /\bagain and pay for it, execute with only this video\b/,
};

const waysIn = (text: string): string[] =>
	Object.entries(WAYS)
		.filter(([, words]) => words.test(text))
		.map(([way]) => way);

const AUDIENCES = [
	'person',
	'personWithoutProject',
	'operator',
	'operatorAfterPause',
	'caller',
	'payerEachTime',
] as const satisfies readonly Audience[];

const waysOf = (wordsFor: (audience: Audience) => { nextStep: string }) =>
	Object.fromEntries(AUDIENCES.map((audience) => [audience, waysIn(wordsFor(audience).nextStep).join(' ')]));

const query = (body: unknown) => failureOf(read('query', body));
const file = { kind: 'unavailable', projectId: '7', videoId: '9', host: 'h.example' } as const;
const fault = { fault: 'keyEmpty' } as const;

describe('The way on is one that does not pay for a project again:', () => {
	it('a project that the service is still busy with', () => {
		expect(waysOf((audience) => inWords('processing', { projectId: '7' }, audience))).toEqual({
			person: 'executeAgain',
			personWithoutProject: 'get',
			operator: 'retry',
			operatorAfterPause: 'get',
			caller: 'get',
			payerEachTime: 'get',
		});
	});

	it('a project whose wait was stopped: n8n offers no Retry of that', () => {
		expect(waysOf((audience) => inWords('stopped', { projectId: '7', lastFailure: null }, audience))).toEqual(
			{
				person: 'executeAgain',
				personWithoutProject: 'get',
				operator: 'get',
				operatorAfterPause: 'get',
				caller: 'get',
				payerEachTime: 'get',
			},
		);
	});

	it('a query that a server in front of the service refuses has nothing to correct', () => {
		const refused = adviceOn(failureOf(read('query', '{"message":"no"}', 400)));
		expect(refused.nextStep).toBe(inWords('processing', { projectId: '7' }).nextStep);
		expect(refused.title).not.toBe(adviceOn(query({ code: 4010 })).title);
	});

	it('a file that did not come, and a mistake in what Get is asked', () => {
		const broken = [{ label: 'Limit', rule: 'must be a whole number', sentences: [] }];
		const free = {
			person: 'executeAgain',
			personWithoutProject: 'executeAgain',
			operator: 'retry',
			operatorAfterPause: 'executeAgain',
			caller: 'get',
			payerEachTime: 'get',
		};
		expect(waysOf((audience) => inWords('download', file, audience))).toEqual(free);
		expect(waysOf((audience) => inWords('noLink', { name: '9' }, audience))).toEqual(free);
		const asked = waysOf((audience) => inWords('invalidParameter', { broken, purpose: 'query' }, audience));
		expect(asked).toEqual({ ...free, caller: 'ask', payerEachTime: 'ask' });
		// Whose execution has paid for the project reads that it is not paid for again.
		expect(inWords('invalidParameter', { broken, purpose: 'query' }, 'person').nextStep).toMatch(/not paid/);
	});

	it.each([
		['the key', query({ code: 4001 })],
		[
			'the address',
			makeFailedAnswerWithoutResponse('query', {
				reason: 'r',
				mayHaveArrived: false,
				hindrance: 'certificate',
			}),
		],
	])('where %s may be another one afterwards, it is Get for everyone', (_what, answer) => {
		const { payerEachTime, ...others } = waysOf((audience) => adviceOn(answer, audience));
		expect(payerEachTime).toBe('get');
		// For everyone else, another key or address means paying again.
		expect(new Set(Object.values(others))).toEqual(new Set(['get create']));
	});

	it('a credential that Get cannot use', () => {
		const ways = waysOf((audience) =>
			inWords('unusableCredential', { ...fault, purpose: 'query' }, audience),
		);
		const { personWithoutProject, payerEachTime, ...others } = ways;
		expect([personWithoutProject, payerEachTime]).toEqual(['executeAgain', 'get']);
		expect(new Set(Object.values(others))).toEqual(new Set(['get create']));
	});
});

describe('The way on of a video without a project is to do the same again:', () => {
	const again = {
		person: 'executeAgain',
		personWithoutProject: 'executeAgain',
		operator: 'retry',
		operatorAfterPause: 'executeAgain',
		caller: 'callAgain',
		payerEachTime: 'executeAgain',
	};

	it.each([
		['minutes', failureOf(read('create', { code: 4007 }))],
		['the rate', failureOf(read('create', { code: 4003 }))],
		['the key', failureOf(read('create', { code: 4001 }))],
		[
			'a service that is away',
			makeFailedAnswerWithoutResponse('create', { reason: 'r', mayHaveArrived: false }),
		],
	])('it was refused for %s', (_what, answer) => {
		expect(waysOf((audience) => adviceOn(answer, audience))).toEqual(again);
	});

	it('a credential that Create cannot use', () => {
		expect(
			waysOf((audience) => inWords('unusableCredential', { ...fault, purpose: 'submit' }, audience)),
		).toEqual(again);
	});

	it('a Stop before it was accepted: n8n offers no Retry of that', () => {
		const ways = waysOf((audience) => inWords('stoppedBefore', {}, audience));
		expect(ways).toEqual({ ...again, operator: 'executeAgain' });
	});

	it('a mistake in what is submitted', () => {
		const broken = [{ label: 'Language', rule: 'is missing', sentences: [] }];
		expect(
			waysOf((audience) => inWords('invalidParameter', { broken, purpose: 'submit' }, audience)),
		).toEqual(again);
	});

	it('with a warning of another account, but for whoever pays each time', () => {
		const refused = failureOf(read('create', { code: 4001 }));
		const warned = AUDIENCES.filter((audience) =>
			/another 'API Key'/.test(adviceOn(refused, audience).nextStep),
		);
		expect(warned).toEqual(AUDIENCES.filter((audience) => audience !== 'payerEachTime'));
	});

	it('with the limits of the service, where it does not say itself when to come back', () => {
		const [create, ask] = (['create', 'query'] as const).map((call) => failureOf(read(call, { code: 4003 })));
		if (create === undefined || ask === undefined) throw new TypeError('Both are refused.');
		const saysLimits = [create, { ...create, retryAt: Date.UTC(2026, 0, 2) }, ask].map((answer) =>
			/an hour/.test(adviceOn(answer).nextStep),
		);
		expect(saysLimits).toEqual([true, false, false]);
	});

	it('but not for one that the service will never take', () => {
		const ways = waysOf((audience) => adviceOn(failureOf(read('create', { code: 4005 })), audience));
		expect(new Set(Object.values(ways))).toEqual(new Set(['']));
	});
});

describe('Where a change would make other videos new ones, only this video is sent on:', () => {
	it.each([-1000, 4002, 4006, 4009, 4010])('code %i', (code) => {
		for (const audience of AUDIENCES) {
			const { nextStep } = adviceOn(failureOf(read('create', { code })), audience);
			expect(nextStep).toMatch(/with only this video\./);
		}
	});

	it('a credential that was changed on the way', () => {
		const changed = makeFailedAnswerWithoutResponse('create', {
			...{ reason: '', mayHaveArrived: false, hindrance: 'credential' as const },
			credentialFault: 'changed',
		});
		expect(new Set(Object.values(waysOf((audience) => adviceOn(changed, audience))))).toEqual(new Set(['']));
		expect(adviceOn(changed).nextStep).toMatch(/only this video/);
	});
});

it('Whoever is sent to the key, since the service does not know a project, reads what another key costs', () => {
	expect(adviceOn(query({ code: 4006 })).nextStep).toMatch(/another 'API Key', .*paid for again/);
});

describe('The way on that pays says so:', () => {
	it.each([4009, 4010])(
		'after code %i, where other settings make a new project at once, also for callers',
		(code) => {
			const steps = AUDIENCES.map((audience) => adviceOn(query({ code }), audience).nextStep);
			const [call, execute] = [
				/A call with only this video and other settings .* at once and pays .* after two hours, unless/,
				/Then execute 'Create Clips' in the editor with only this video, which pays/,
			];
			expect(steps.map((step) => [call.test(step), execute.test(step)])).toEqual(
				AUDIENCES.map((audience) => [audience === 'caller', audience !== 'caller']),
			);
		},
	);

	it.each([
		[4002, 'create'],
		[4242, 'create eachTime'],
	])('after code %i', (code, byHand) => {
		const ways = waysOf((audience) => adviceOn(query({ code }), audience));
		expect(ways).toEqual({
			person: byHand,
			personWithoutProject: byHand,
			operator: byHand,
			operatorAfterPause: byHand,
			caller: 'create',
			payerEachTime: 'alone',
		});
		for (const audience of AUDIENCES)
			expect(adviceOn(query({ code }), audience).nextStep).toMatch(/\bpays?\b/);
	});
});
