import { explainNetwork } from '../../../nodes/Clip/client/network';

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

	it.each([[new Error('?')], ['text'], [null], [undefined], [{ code: 5 }], [{ cause: {} }]])(
		'may have arrived when nothing is known: %j',
		(error) => {
			expect(explainNetwork(error).sent).toBe(true);
		},
	);
});
