import {
	explainNetwork,
	hindranceInAnswer,
	readRetryAfter,
	THROWN_STATUSES,
	thrownAnswer,
} from '../../../nodes/Clip/service/rules/network';

const errorWith = (fields: object) => Object.assign(new Error('inner'), fields);

/** An error as n8n wraps it. */
const wrapped = (fields: object) => new Error('outer', { cause: errorWith(fields) });

/** The tries for several addresses of one host. */
const tries = (...errors: object[]) =>
	wrapped({ code: 'ETIMEDOUT', cause: new AggregateError(errors.map(errorWith)) });

const noConnection = { code: 'ETIMEDOUT', syscall: 'connect' };

/** Requests of Node.js, by how far their connection has come. */
const none = { socket: null };
const plain = { socket: { connecting: false } };
const encrypting = { socket: { encrypted: true, secureConnecting: true } };
const encrypted = { socket: { encrypted: true, secureConnecting: false } };

describe('a call without an answer', () => {
	it.each([
		[{ code: 'ECONNREFUSED' }, false, null],
		[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false, 'host'],
		[{ code: 'EAI_AGAIN' }, false, null],
		[noConnection, false, null],
		[{ code: 'CERT_HAS_EXPIRED' }, false, 'certificate'],
		[{ code: 'CERT_HAS_EXPIRED', request: none }, false, 'certificate'],
		[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false, 'certificate'],
		[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, false, 'certificate'],
		[{ code: 'ECONNRESET', request: none }, false, 'proxy'],
		[{ code: 'ENOTFOUND', request: none }, false, 'proxy'],
		[{ code: 'ECONNABORTED', request: none }, false, 'proxy'],
		[{ code: 'HPE_INVALID_CONSTANT', request: plain }, false, 'proxy'],
		[{ code: 'ECONNRESET', request: encrypting }, false, null],
		[{ code: 'ECONNRESET', request: encrypted }, true, null],
		[{ code: 'ECONNRESET', request: {} }, true, null],
		[{ code: 'ETIMEDOUT' }, true, null],
		[{ code: 'EHOSTUNREACH', syscall: 'read' }, true, null],
		[{ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }, true, null],
		[{ code: 'ERR_SOMETHING_NEW' }, true, null],
		[{ code: 'XENOTFOUND' }, true, null],
		[{ code: 'EAI_AGAIN_LATER' }, true, null],
		[{ code: 'ERR_INVALID_CHAR' }, false, null],
	])(
		'tells by its error and its connection whether an https address may have got it, and what was in the way: %j → %j, %j',
		(...row) => {
			const [fields, sent, hindrance] = row;
			expect(explainNetwork(wrapped(fields), true)).toEqual({ reason: fields.code, sent, hindrance });
		},
	);

	it.each([{ code: 'ERR_INVALID_URL' }, { name: 'URIError' }, { name: 'URIError', request: none }])(
		'was not sent where the address of the proxy cannot be read: %j',
		(fields) => {
			const failure = { reason: 'inner', sent: false, hindrance: 'proxyRefusal' };
			expect(explainNetwork(wrapped(fields), true)).toEqual(failure);
			expect(explainNetwork(wrapped(fields))).toEqual(failure);
		},
	);

	it.each([
		[none, false, 'proxy'],
		[plain, true, null],
	])(
		'tells by its connection whether an http address may have got it: %j → %j',
		(request, sent, hindrance) => {
			const failure = { reason: 'ECONNRESET', sent, hindrance };
			expect(explainNetwork(wrapped({ code: 'ECONNRESET', request }))).toEqual(failure);
		},
	);

	it.each([
		'Proxy connection ended before receiving CONNECT response',
		'No header received from proxy CONNECT response',
		'Invalid header from proxy CONNECT response: "x"',
	])('was not sent when a proxy says nothing: %s', (reason) => {
		const said = new Error(reason);
		for (const error of [said, new Error(reason, { cause: said })])
			expect(explainNetwork(error)).toEqual({ reason, sent: false, hindrance: 'proxy' });
	});

	it('is told by the code of what lies within, where a proxy breaks off its answer', () => {
		const error = new Error('broken CONNECT response', { cause: errorWith({ code: 'ECONNRESET' }) });
		expect(explainNetwork(error)).toEqual({ reason: 'ECONNRESET', sent: true, hindrance: null });
	});

	it('may have been sent where nothing is known of one of several tries', () => {
		const error = errorWith({ errors: [null, { code: 'ECONNREFUSED' }] });
		expect(explainNetwork(error)).toEqual({ reason: 'ECONNREFUSED', sent: true, hindrance: null });
	});

	it('that holds itself is looked into for some levels', () => {
		const error = errorWith({ code: 'ECONNRESET' });
		Object.assign(error, { errors: [error] });
		expect(explainNetwork(error)).toMatchObject({ sent: true });
	});

	it('was not sent when n8n does not allow it, whose reason is told', () => {
		const policy = errorWith({ name: 'SsrfBlockedIpError', description: 'The target is not allowed.' });
		for (const error of [policy, new Error('outer', { cause: policy }), wrapped({ cause: policy })]) {
			const explained = { reason: 'inner. The target is not allowed.', sent: false, hindrance: 'policy' };
			expect(explainNetwork(error)).toEqual(explained);
		}
	});

	it('was not sent when no address of the host could be reached, and may have been when one could', () => {
		const unreachable = { code: 'ENETUNREACH', syscall: 'connect' };
		const expected = { reason: 'ETIMEDOUT, ENETUNREACH', sent: false, hindrance: null };
		expect(explainNetwork(tries(noConnection, unreachable, noConnection))).toEqual(expected);
		for (const other of [{ code: 'ECONNRESET', syscall: 'read' }, {}]) {
			expect(explainNetwork(tries(noConnection, other)).sent).toBe(true);
		}
	});

	it('is hindered by what hinders it at each address of the host', () => {
		const untrusted = { code: 'CERT_HAS_EXPIRED' };
		expect(explainNetwork(tries(untrusted, untrusted)).hindrance).toBe('certificate');
		expect(explainNetwork(tries(untrusted, noConnection)).hindrance).toBeNull();
	});

	it('was not sent when n8n does not allow it, also without a word about it', () => {
		const explained = { reason: 'inner.', sent: false, hindrance: 'policy' };
		expect(explainNetwork(errorWith({ name: 'SsrfBlockedIpError' }))).toEqual(explained);
	});

	it('is told in words where the network has no code for it', () => {
		const reason = 'the connection was interrupted';
		expect(explainNetwork(new Error('?'))).toEqual({ reason, sent: true, hindrance: null });
	});

	it('is understood however deep n8n has wrapped it, up to eight levels', () => {
		const deep = (levels: number): Error =>
			levels === 0 ? errorWith({ code: 'ECONNREFUSED' }) : new Error('outer', { cause: deep(levels - 1) });
		expect([1, 8, 9, 10].map((levels) => explainNetwork(deep(levels)).sent)).toEqual([
			false,
			false,
			true,
			true,
		]);
	});

	it('may have been sent when nothing is known', () => {
		const circle = new Error('circle');
		circle.cause = circle;
		for (const error of [circle, new Error('?'), 'text', undefined, { code: 5 }, { cause: {} }, tries()])
			expect(explainNetwork(error, true).sent).toBe(true);
	});
});

describe("An answer of n8n's proxy", () => {
	it.each([
		[403, plain, true, 'proxyRefusal'],
		[407, plain, true, 'proxyRefusal'],
		[407, encrypted, true, 'proxyRefusal'],
		[407, plain, false, 'proxyRefusal'],
		[302, plain, true, 'proxyRefusal'],
		[500, plain, true, 'proxy'],
		[502, plain, true, 'proxy'],
		[503, plain, true, 'proxy'],
		[200, encrypted, true, null],
		[403, encrypted, true, null],
		[502, encrypted, true, null],
		// At an http address it looks like that of the service.
		[403, plain, false, null],
		[502, plain, false, null],
		// Of a body that was unpacked on its way, the connection is not known.
		[502, {}, true, null],
		[502, undefined, true, null],
	])(
		'is told from one of the service by its status and its connection: HTTP %i, %j, https %j → %j',
		(status, request, isEncrypted, hindrance) => {
			expect(hindranceInAnswer(status, request, isEncrypted)).toBe(hindrance);
		},
	);
});

describe('An answer that n8n throws', () => {
	const response = { status: 502, headers: { a: 'b' }, data: 'body', request: encrypted };

	it('is taken as it is, with its request', () => {
		const answer = { statusCode: 502, headers: { a: 'b' }, body: 'body', request: encrypted };
		for (const error of [errorWith({ response }), wrapped({ response })])
			expect(thrownAnswer(error)).toEqual(answer);
	});

	it('is found however deep n8n has wrapped it, up to eight levels', () => {
		const deep = (levels: number): Error =>
			levels === 0 ? errorWith({ response }) : new Error('outer', { cause: deep(levels - 1) });
		expect(thrownAnswer(deep(8))).toMatchObject({ statusCode: 502 });
		const tooDeep = deep(9);
		expect(() => thrownAnswer(tooDeep)).toThrow(tooDeep);
	});

	it('is no other error', () => {
		for (const error of [errorWith({ code: 'ECONNRESET' }), errorWith({ response: undefined }), undefined])
			expect(() => thrownAnswer(error)).toThrow(error);
	});

	it('is never HTTP 401, after which n8n sends a call again, nor one that may be good', () => {
		for (const status of [200, 201, 204, 299, 401]) expect(THROWN_STATUSES).not.toContain(status);
		for (const status of [300, 400, 403, 407, 500, 599]) expect(THROWN_STATUSES).toContain(status);
	});
});

describe('A gateway that says when to come back', () => {
	it.each([
		['120', 120_000],
		[' 0 ', 0],
		['86400', 86_400_000],
		['Thu, 01 Jan 1970 00:01:01 GMT', 60_000],
		['Thu, 01 Jan 1970 00:00:00 GMT', 0],
	])('may say it in seconds or as a date: %j', (header, milliseconds) => {
		expect(readRetryAfter(header, 1_000)).toBe(milliseconds);
	});

	it.each([...[undefined, ['1'], '', 'soon', '-5', '1.5', '1e3', '0x10', 'a GMT']])(
		'says nothing that can be used by the header %j',
		(header) => expect(readRetryAfter(header, 0)).toBeNull(),
	);
});
