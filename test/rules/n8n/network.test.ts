import { networkFailureOf, readRetryAfter } from '../../../nodes/Clip/n8n/network';

const errorWith = (fields: object) => Object.assign(new Error('inner'), fields);

/** An error as n8n wraps it. */
const wrapped = (fields: object) => new Error('outer', { cause: errorWith(fields) });

/** The tries for several addresses of one host. */
const tries = (...errors: object[]) =>
	wrapped({ code: 'ETIMEDOUT', cause: new AggregateError(errors.map(errorWith)) });

const noConnection = { code: 'ETIMEDOUT', syscall: 'connect' };

describe('a call without an answer', () => {
	it.each([
		[{ code: 'ECONNREFUSED' }, false, null],
		[{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false, 'host'],
		[{ code: 'EAI_AGAIN' }, false, null],
		[noConnection, false, null],
		[{ code: 'CERT_HAS_EXPIRED' }, false, 'certificate'],
		[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false, 'certificate'],
		[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, false, 'certificate'],
		[{ code: 'ECONNRESET' }, true, null],
		[{ code: 'ERR_INVALID_URL' }, true, null],
		[{ code: 'ETIMEDOUT' }, true, null],
		[{ code: 'EHOSTUNREACH', syscall: 'read' }, true, null],
		[{ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }, true, null],
		[{ code: 'ERR_SOMETHING_NEW' }, true, null],
		[{ code: 'XENOTFOUND' }, true, null],
		[{ code: 'EAI_AGAIN_LATER' }, true, null],
		[{ code: 'ERR_INVALID_CHAR' }, false, null],
	])('tells by its error whether it may have arrived, and what was in the way: %j → %j, %j', (...row) => {
		const [fields, mayHaveArrived, hindrance] = row;
		expect(networkFailureOf(wrapped(fields))).toEqual({ reason: fields.code, mayHaveArrived, hindrance });
	});

	it('may have been sent where nothing is known of one of several tries', () => {
		const error = errorWith({ errors: [null, { code: 'ECONNREFUSED' }] });
		expect(networkFailureOf(error)).toEqual({
			reason: 'ECONNREFUSED',
			mayHaveArrived: true,
			hindrance: null,
		});
	});

	it('that holds itself is looked into for some levels', () => {
		const error = errorWith({ code: 'ECONNRESET' });
		Object.assign(error, { errors: [error] });
		expect(networkFailureOf(error)).toMatchObject({ mayHaveArrived: true });
	});

	it('was not sent when n8n does not allow it, whose reason is told', () => {
		const policy = errorWith({ name: 'SsrfBlockedIpError', description: 'The target is not allowed.' });
		for (const error of [policy, new Error('outer', { cause: policy }), wrapped({ cause: policy })]) {
			const explained = {
				reason: 'inner. The target is not allowed.',
				mayHaveArrived: false,
				hindrance: 'n8nRules',
			};
			expect(networkFailureOf(error)).toEqual(explained);
		}
	});

	it('was not sent when no address of the host could be reached, and may have been when one could', () => {
		const unreachable = { code: 'ENETUNREACH', syscall: 'connect' };
		const expected = { reason: 'ETIMEDOUT, ENETUNREACH', mayHaveArrived: false, hindrance: null };
		expect(networkFailureOf(tries(noConnection, unreachable, noConnection))).toEqual(expected);
		for (const other of [{ code: 'ECONNRESET', syscall: 'read' }, {}]) {
			expect(networkFailureOf(tries(noConnection, other)).mayHaveArrived).toBe(true);
		}
	});

	it('was not sent when n8n does not allow it, also without a word about it', () => {
		const explained = { reason: 'inner.', mayHaveArrived: false, hindrance: 'n8nRules' };
		expect(networkFailureOf(errorWith({ name: 'SsrfBlockedIpError' }))).toEqual(explained);
	});

	it('has no reason where the network has no code for it', () => {
		for (const error of [new Error('?'), tries({}, {})]) {
			expect(networkFailureOf(error)).toEqual({ reason: null, mayHaveArrived: true, hindrance: null });
		}
	});

	it('is understood however deep n8n has wrapped it, up to eight levels', () => {
		const deep = (levels: number): Error =>
			levels === 0 ? errorWith({ code: 'ECONNREFUSED' }) : new Error('outer', { cause: deep(levels - 1) });
		expect([1, 8, 9, 10].map((levels) => networkFailureOf(deep(levels)).mayHaveArrived)).toEqual([
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
			expect(networkFailureOf(error).mayHaveArrived).toBe(true);
	});
});

describe('A gateway that says when to come back', () => {
	it.each([
		['120', 121_000],
		['0', 1_000],
		['86400', 86_401_000],
		['Thu, 01 Jan 1970 00:01:01 GMT', 61_000],
	])('may say it in seconds or as a date: %j', (header, at) => {
		expect(readRetryAfter(header, 1_000)).toBe(at);
	});

	it.each([
		...[
			undefined,
			['1'],
			'',
			'soon',
			'-5',
			'1.5',
			'1e3',
			'0x10',
			'a GMT',
			'Fri, 02 Jan 2026 00:00:00 GMT+0200',
		],
	])('says nothing that can be used by the header %j', (header) =>
		expect(readRetryAfter(header, 0)).toBeNull(),
	);
});
