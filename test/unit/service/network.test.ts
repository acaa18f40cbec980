import { explainNetwork, readRetryAfter } from '../../../nodes/Clip/service/rules/network';

const errorWith = (fields: object) => Object.assign(new Error('inner'), fields);

/** An error as n8n wraps it. */
const wrapped = (fields: object) => new Error('outer', { cause: errorWith(fields) });

/** The tries for several addresses of one host. */
const tries = (...errors: object[]) =>
	wrapped({ code: 'ETIMEDOUT', cause: new AggregateError(errors.map(errorWith)) });

const noConnection = { code: 'ETIMEDOUT', syscall: 'connect' };

describe('a call without an answer', () => {
	it.each<[sent: boolean, failures: Array<{ code: string; [more: string]: unknown }>]>([
		[
			false,
			[
				...[{ code: 'ECONNREFUSED' }, { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, { code: 'EAI_AGAIN' }],
				...[noConnection, { code: 'EHOSTUNREACH', syscall: 'connect' }, { code: 'CERT_HAS_EXPIRED' }],
				...[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
				{ code: 'ECONNRESET', request: { socket: null } },
				{ code: 'ECONNRESET', request: { socket: { secureConnecting: true } } },
			],
		],
		[
			true,
			[
				{ code: 'ECONNRESET', request: { socket: { secureConnecting: false } } },
				...[
					{ code: 'ECONNRESET', request: {} },
					{ code: 'ECONNRESET', syscall: 'read' },
				],
				...[{ code: 'ETIMEDOUT' }, { code: 'EHOSTUNREACH', syscall: 'read' }, { code: 'ERR_SOMETHING_NEW' }],
				...[{ code: 'EPIPE', syscall: 'write' }, { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }],
			],
		],
	])('may have been sent (%s) after %j', (sent, failures) => {
		for (const fields of failures)
			expect(explainNetwork(wrapped(fields))).toEqual({ reason: fields.code, sent });
	});

	it('was not sent when n8n does not allow it, whose reason is told', () => {
		const policy = errorWith({ name: 'SsrfBlockedIpError', description: 'The target is not allowed.' });
		for (const error of [policy, new Error('outer', { cause: policy }), wrapped({ cause: policy })]) {
			const explained = { reason: 'inner. The target is not allowed.', sent: false, blocked: true };
			expect(explainNetwork(error)).toEqual(explained);
		}
	});

	it('was not sent when no address of the host could be reached, and may have been when one could', () => {
		const unreachable = { code: 'ENETUNREACH', syscall: 'connect' };
		const expected = { reason: 'ETIMEDOUT, ENETUNREACH', sent: false };
		expect(explainNetwork(tries(noConnection, unreachable, noConnection))).toEqual(expected);
		for (const other of [{ code: 'ECONNRESET', syscall: 'read' }, {}]) {
			expect(explainNetwork(tries(noConnection, other)).sent).toBe(true);
		}
	});

	it('may have been sent when nothing is known', () => {
		const circle = new Error('circle');
		circle.cause = circle;
		for (const error of [
			circle,
			new Error('?'),
			'text',
			null,
			undefined,
			{ code: 5 },
			{ cause: {} },
			tries(),
		])
			expect(explainNetwork(error).sent).toBe(true);
	});
});

describe('A gateway that says when to come back', () => {
	it.each([
		['120', 120_000],
		[' 0 ', 0],
		['86400', 86_400_000],
	])('may say %j', (header, milliseconds) => {
		expect(readRetryAfter(header)).toBe(milliseconds);
	});

	it.each([
		...[undefined, null, '', ' ', 'soon', ['1'], {}, '-1', '-5', '1.5', '1e3', '0x10', 'Infinity'],
		...['86401', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'],
	])('says nothing with %j', (header) => expect(readRetryAfter(header)).toBeNull());
});
