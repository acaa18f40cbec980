import { adviceOn, evidenceOf } from '../../../nodes/Clip/service/rules/advice';
import { type Answer, type Call, isSuccess, noAnswer } from '../../../nodes/Clip/service/rules/answer';
import { failure, read } from '../given/answers';

const OUTCOMES = [
	...(['authentication', 'failed', 'invalidRequest', 'quota'] as const),
	...(['rateLimited', 'sourceProblem', 'temporary', 'unreadable'] as const),
];
const CALLS: readonly Call[] = ['create', 'query'];

const adviceFor = (call: Call, answer: Answer) => {
	if (isSuccess(answer)) throw new Error('this is no failure');
	return adviceOn(call, answer);
};

describe.each(CALLS)('advice on %s', (call) => {
	test.each(OUTCOMES)('at %s has a title, a hint and all raw facts', (outcome) => {
		for (const code of [null, '4002', '4242', '-1000', 'x']) {
			const { title, description } = adviceOn(
				call,
				failure({
					outcome,
					code,
					serviceMessage: 'raw words',
					excerpt: 'raw body',
					projectId: '12345678901234567890',
				}),
			);
			expect(title).toMatch(/^[A-Z][^\n.]+[^.\s]$/);
			expect(description).toMatch(/ Answer of the service: .*\.$/s);
			for (const fact of ['raw words', 'raw body', 'project ID 12345678901234567890', 'HTTP 200']) {
				expect(description).toContain(fact);
			}
			if (code !== null) expect(description).toContain(`code ${code}`);
			expect(description).not.toMatch(/undefined|null|NaN|\[object/);
		}
	});

	test.each(['4004', '4005', '4006', '4008', '4009', '4010'])(
		'explains code %s beside the raw facts',
		(code) => {
			const plain = adviceFor(call, read(call, { code: 4242 })).description;
			const { description } = adviceFor(call, read(call, { code: Number(code), msg: 'raw' }));
			expect(description).toContain(`code ${code}, message "raw", HTTP 200`);
			expect(description.length).toBeGreaterThan(60);
			expect(description).not.toBe(plain);
		},
	);

	it('says that a redirect was not followed', () => {
		expect(adviceFor(call, read(call, '', 302)).description).toContain('redirects');
	});

	it('points at the address when nothing answers there', () => {
		expect(adviceFor(call, read(call, '<html>', 404)).description).toContain("'Base URL'");
	});

	it('shows a body that could not be read', () => {
		expect(adviceFor(call, read(call, { code: 2000, data: 1, videos: {} })).description).toContain(
			'{"code":2000,"data":1',
		);
	});

	it('shows no query string of a link', () => {
		const bodies = [
			{ code: 4008, errMsg: 'cannot read https://h.example/v.mp4?Signature=SECRET' },
			{ videos: { url: 'https://h.example/v.mp4?Signature=SECRET' } },
			'<a href="https://h.example/v.mp4?Signature=SECRET">',
		];
		for (const body of bodies) {
			expect(adviceFor(call, read(call, body)).description).not.toContain('SECRET');
		}
	});
});

describe('the money', () => {
	const CERTAIN = 'No project was created and nothing was charged.';

	test.each(OUTCOMES)('is safe when a submission failed for certain: %s', (outcome) => {
		expect(adviceOn('create', failure({ outcome })).description).toContain(CERTAIN);
	});

	test.each(OUTCOMES)(
		'is in doubt when a project may have been created, and the error says so: %s',
		(outcome) => {
			const { title, description } = adviceOn('create', failure({ outcome, mayHaveCreated: true }));
			expect(title).toBe('It is unknown whether the project was created');
			expect(description).toContain('minutes may have been charged');
			expect(description).toContain('not sent again');
			expect(description).not.toContain(CERTAIN);
		},
	);

	it('is safe when n8n itself does not allow the call, and says who can', () => {
		const answer = noAnswer('create', 'The request was blocked.', false, undefined, 'blocked');
		const { title, description } = adviceFor('create', answer);
		expect(title).toBe('n8n blocks calls to the address of the service');
		for (const part of [CERTAIN, 'The request was blocked.', 'N8N_SSRF_ALLOWED_HOSTNAMES', "'Base URL'"]) {
			expect(description).toContain(part);
		}
	});

	it('is safe when the service was never reached', () => {
		const { title, description } = adviceFor('create', noAnswer('create', 'ECONNREFUSED', false));
		expect(title).toBe('The service could not be reached');
		expect(description).toContain(CERTAIN);
		expect(description).toContain('no answer');
	});

	test.each<[string, Answer]>([
		['the service is down', read('query', '', 503)],
		['there are too many questions', read('query', { code: 4003 })],
		['the key is wrong', read('query', { code: 4001 })],
		['a gateway refuses the key', read('query', '<html>', 401)],
		['a gateway knows no such address', read('query', '<html>', 404)],
		['the answer has an unknown code', read('query', { code: 7000 })],
		['the answer has a code of a broken server', read('query', { code: 5000 })],
		['n8n allows no call', noAnswer('query', 'blocked', false, '7', 'blocked')],
		['nothing comes back', noAnswer('query', 'ECONNRESET', true, '7')],
	])('is not lost with a question when %s', (_what, answer) => {
		expect(adviceFor('query', answer).description).toContain('The project is not lost');
	});

	test.each([4002, 4005, 4007, 4008, 4242])(
		'is not promised back when the project itself failed with %i',
		(code) => {
			expect(adviceFor('query', read('query', { code })).description).not.toContain('not lost');
		},
	);
});

test('the evidence is one sentence with what is known, and no more', () => {
	expect(evidenceOf(failure({ httpStatus: null }))).toBe('Answer of the service: no answer.');
	expect(evidenceOf(failure({ code: '-1000', serviceMessage: 'm', excerpt: 'b', projectId: '7' }))).toBe(
		'Answer of the service: code -1000, message "m", HTTP 200, body "b", project ID 7.',
	);
});
