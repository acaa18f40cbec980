import { explainNetwork, readRetryAfter } from '../../../nodes/Clip/service/rules/network';

/** An error as n8n wraps it. */
const wrapped = (fields: object) => new Error('outer', { cause: Object.assign(new Error('inner'), fields) });

describe('a call without an answer', () => {
	it.each([
		[{ code: 'ECONNREFUSED', syscall: 'connect' }],
		[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
		[{ code: 'EAI_AGAIN' }],
		[{ code: 'ETIMEDOUT', syscall: 'connect' }],
		[{ code: 'EHOSTUNREACH', syscall: 'connect' }],
		[{ code: 'CERT_HAS_EXPIRED' }],
		[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
		[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
	])('was certainly not sent with %j', (fields) => {
		expect(explainNetwork(wrapped(fields))).toEqual({ reason: fields.code, sent: false });
	});

	it.each([
		[{ code: 'ECONNRESET', syscall: 'read' }],
		[{ code: 'ECONNABORTED' }],
		[{ code: 'ETIMEDOUT' }],
		[{ code: 'EHOSTUNREACH', syscall: 'read' }],
		[{ code: 'EPIPE', syscall: 'write' }],
		[{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
		[{ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }],
		[{ code: 'ERR_CANCELED' }],
		[{ code: 'ERR_SOMETHING_NEW' }],
	])('may have arrived with %j', (fields) => {
		expect(explainNetwork(wrapped(fields))).toEqual({ reason: fields.code, sent: true });
	});

	it('was not sent when n8n does not allow it, whose reason is told', () => {
		const policy = Object.assign(new Error('The request was blocked'), {
			name: 'SsrfBlockedIpError',
			description: 'The target 10.0.0.1 is not allowed.',
		});
		for (const error of [policy, new Error('outer', { cause: policy }), wrapped({ cause: policy })]) {
			expect(explainNetwork(error)).toEqual({
				reason: 'The request was blocked. The target 10.0.0.1 is not allowed.',
				sent: false,
				blocked: true,
			});
		}
	});

	const tries = (...errors: object[]) =>
		wrapped({
			code: 'ETIMEDOUT',
			cause: new AggregateError(errors.map((fields) => Object.assign(new Error('one'), fields))),
		});

	it('was not sent when no address of the host could be reached', () => {
		const timedOut = { code: 'ETIMEDOUT', syscall: 'connect' };
		expect(explainNetwork(tries(timedOut, timedOut))).toEqual({ reason: 'ETIMEDOUT', sent: false });
		expect(explainNetwork(tries(timedOut, { code: 'ENETUNREACH', syscall: 'connect' }))).toEqual({
			reason: 'ETIMEDOUT, ENETUNREACH',
			sent: false,
		});
	});

	it.each([
		[
			{ code: 'ETIMEDOUT', syscall: 'connect' },
			{ code: 'ECONNRESET', syscall: 'read' },
		],
		[{ code: 'ETIMEDOUT', syscall: 'connect' }, {}],
		[],
	])('may have arrived at one of the addresses: %j and %j', (...errors) => {
		expect(explainNetwork(tries(...errors)).sent).toBe(true);
	});

	it.each([
		[{ socket: null }, false],
		[{ socket: { secureConnecting: true } }, false],
		[{ socket: { secureConnecting: false } }, true],
		[{ socket: {} }, true],
		[{}, true],
	])('whose request is at %j may have been sent: %s', (request, sent) => {
		expect(explainNetwork(wrapped({ code: 'ECONNRESET', request }))).toEqual({ reason: 'ECONNRESET', sent });
	});

	it('may have arrived when errors hold each other', () => {
		const circle = new Error('circle');
		circle.cause = circle;
		expect(explainNetwork(circle).sent).toBe(true);
	});

	it.each([[new Error('?')], ['text'], [null], [undefined], [{ code: 5 }], [{ cause: {} }]])(
		'may have arrived when nothing is known: %j',
		(error) => {
			expect(explainNetwork(error).sent).toBe(true);
		},
	);
});

describe('A gateway that says when to come back', () => {
	it.each([
		['120', 120_000],
		[' 0 ', 0],
		['Sat, 21 Nov 2026 00:00:10 GMT', 10_000],
		['Fri, 20 Nov 2026 00:00:00 GMT', 0],
	])('may say %j', (header, milliseconds) => {
		expect(readRetryAfter(header, Date.UTC(2026, 10, 21))).toBe(milliseconds);
	});

	it.each([
		...[undefined, null, '', ' ', 'soon', ['1'], {}, '-1', '-5', '1.5', '1e3', '0x10', 'Infinity'],
		...['86401', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'],
	])('may say nothing readable: %j', (header) => {
		expect(readRetryAfter(header, 0)).toBeNull();
	});
});
