import { explainNetwork, readRetryAfter } from '../../../nodes/Clip/service/rules/network';

const errorWith = (fields: object) => Object.assign(new Error('inner'), fields);

/** An error as n8n wraps it. */
const wrapped = (fields: object) => new Error('outer', { cause: errorWith(fields) });

/** The tries for several addresses of one host. */
const tries = (...errors: object[]) =>
	wrapped({ code: 'ETIMEDOUT', cause: new AggregateError(errors.map(errorWith)) });

const noConnection = { code: 'ETIMEDOUT', syscall: 'connect' };

describe('a call without an answer', () => {
	it.each([
		[{ code: 'ECONNREFUSED' }, false],
		[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false],
		[{ code: 'EAI_AGAIN' }, false],
		[noConnection, false],
		[{ code: 'CERT_HAS_EXPIRED' }, false],
		[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false],
		[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, false],
		[{ code: 'ECONNRESET', request: { socket: null } }, false],
		[{ code: 'ECONNRESET', request: { socket: { secureConnecting: true } } }, false],
		[{ code: 'ECONNRESET', request: { socket: { secureConnecting: false } } }, true],
		[{ code: 'ECONNRESET', request: {} }, true],
		[{ code: 'ETIMEDOUT' }, true],
		[{ code: 'EHOSTUNREACH', syscall: 'read' }, true],
		[{ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }, true],
		[{ code: 'ERR_SOMETHING_NEW' }, true],
	])('may have been sent after %j: %s', (fields, sent) => {
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
		for (const error of [circle, new Error('?'), 'text', undefined, { code: 5 }, { cause: {} }, tries()])
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
		...[undefined, ['1'], '', 'soon', '-5', '1.5', '1e3', '0x10', '86401', 'Fri, 31 Dec 9999 23:59:59 GMT'],
	])('says nothing with %j', (header) => expect(readRetryAfter(header)).toBeNull());
});
