import { z } from 'zod/v3';

/** What keeps a call from the service, where that is known: it decides what a person is told, and how long to go on asking. */
export type Hindrance =
	/** The certificate at the address is not trusted. */
	| 'certificate'
	/** The credential is gone, was emptied, or cannot be read. */
	| 'credential'
	/** There is no host of this name. */
	| 'host'
	/** n8n's own rules do not allow calls to the address. */
	| 'policy'
	/** n8n's proxy cannot be reached, or does not reach the service. */
	| 'proxy'
	/** n8n's proxy wants a login, or does not allow the call; or its address cannot be read. */
	| 'proxyRefusal';

/** What n8n's HTTP helper throws: its own error, or the network's, which is wrapped once or twice. */
const thrown = z.object({
	name: z.string().catch(''),
	message: z.string().catch(''),
	description: z.string().catch(''),
	code: z.string().optional().catch(undefined),
	syscall: z.string().optional().catch(undefined),
	cause: z.unknown(),
	/** One for each address of a host that has several. */
	errors: z.array(z.unknown()).catch([]),
	request: z.unknown(),
});

/** The codes of Node.js for a certificate that it does not trust, which it checks before it sends anything. */
const CERTIFICATE =
	/^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_SELF_SIGNED_|ERR_TLS_CERT_|(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$)/;

/**
 * Whether a failure comes before anything has left this machine: no address, no connection, a certificate that is not trusted.
 * Other failures of TLS may come after the request has arrived.
 */
const isNotSent = (code: string): boolean =>
	/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_INVALID_CHAR)$/.test(code) || CERTIFICATE.test(code);

/** What Node.js does before it has a connection. */
const BEFORE_SENDING = new Set(['connect', 'getaddrinfo']);

/**
 * Whether the address of n8n's proxy cannot be read, such as one with `#` or `%` in its password: addresses of calls are checked
 * before. Then there is no connection.
 */
const isUnreadableProxy = (code: string | undefined, name: string): boolean =>
	code === 'ERR_INVALID_URL' || name === 'URIError';

/** The errors of n8n's proxy agent that have no code: it got no answer to CONNECT, or one that is none of HTTP. */
const NO_TUNNEL = /\bCONNECT response\b/;

/**
 * How far the connection of a request has come. `none`: a proxy was asked for it, since without a proxy Node.js gives each request
 * its socket before that connects. At an https address, nothing is sent before `encrypted`.
 */
type Connection = 'none' | 'plain' | 'encrypting' | 'encrypted';

const holder = z.object({
	socket: z.union([
		z.null(),
		z.object({ encrypted: z.boolean().catch(false), secureConnecting: z.boolean().catch(false) }),
	]),
});

/**
 * @param request - a request of Node.js, or its answer
 * @returns null where that is not known
 */
function connectionOf(request: unknown): Connection | null {
	const read = holder.safeParse(request);
	if (!read.success) return null;
	const { socket } = read.data;
	if (socket === null) return 'none';
	if (socket.secureConnecting) return 'encrypting';
	return socket.encrypted ? 'encrypted' : 'plain';
}

/** Why no answer came. */
interface NetworkFailure {
	/** The network's own code, such as ECONNRESET, or what else says why. */
	reason: string;
	/** Whether the request may have reached the service. */
	sent: boolean;
	hindrance: Hindrance | null;
}

/** Errors are wrapped some levels deep, not for ever. */
const DEEPEST = 8;

/**
 * Explains what n8n's HTTP helper throws, or the body of an answer that breaks off. In doubt the request counts as sent; once
 * a part of an answer has come, the caller knows that it was.
 *
 * @param isEncrypted - whether the address is known to begin with https
 */
export function explainNetwork(error: unknown, isEncrypted = false): NetworkFailure {
	const interrupted = { reason: 'the connection was interrupted', sent: true, hindrance: null };
	return unwrap(error, isEncrypted, 0) ?? interrupted;
}

function unwrap(error: unknown, isEncrypted: boolean, depth: number): NetworkFailure | null {
	const parsed = thrown.safeParse(error);
	if (!parsed.success || depth > DEEPEST) return null;
	const { name, message, description, code, syscall, cause, errors, request } = parsed.data;
	// n8n's protection against calls into its own network.
	if (name.startsWith('Ssrf')) {
		return { reason: `${message}. ${description}`.trim(), sent: false, hindrance: 'policy' };
	}
	if (isUnreadableProxy(code, name)) return { reason: message, sent: false, hindrance: 'proxyRefusal' };
	const inner =
		errors.length > 0 ? unwrapAll(errors, isEncrypted, depth) : unwrap(cause, isEncrypted, depth + 1);
	if (inner === null && NO_TUNNEL.test(message)) return { reason: message, sent: false, hindrance: 'proxy' };
	if (code === undefined && inner === null) return null;
	const failure = inner ?? {
		reason: code ?? '',
		sent: !isNotSent(code ?? '') && !BEFORE_SENDING.has(syscall ?? ''),
		hindrance: hindranceOf(code ?? ''),
	};
	const connection = connectionOf(request);
	const isOfProxy = connection === 'none' || (connection === 'plain' && isEncrypted);
	return {
		...failure,
		sent: failure.sent && !isOfProxy && connection !== 'encrypting',
		// A host that does not exist is then the proxy's.
		hindrance: isOfProxy && (failure.hindrance ?? 'host') === 'host' ? 'proxy' : failure.hindrance,
	};
}

function hindranceOf(code: string): Hindrance | null {
	if (CERTIFICATE.test(code)) return 'certificate';
	return code === 'ENOTFOUND' ? 'host' : null;
}

/** One error for each address that was tried: nothing was sent if none of them sent anything. */
function unwrapAll(errors: readonly unknown[], isEncrypted: boolean, depth: number): NetworkFailure {
	const all = errors.map((each) => unwrap(each, isEncrypted, depth + 1));
	const [hindrance = null, ...others] = new Set(all.map((each) => each?.hindrance ?? null));
	return {
		reason: [...new Set(all.flatMap((each) => each?.reason ?? []))].join(', '),
		sent: all.some((each) => each === null || each.sent),
		hindrance: others.length === 0 ? hindrance : null,
	};
}

const refused = z.object({
	response: z.object({
		status: z.number(),
		headers: z.unknown(),
		data: z.unknown(),
		request: z.unknown(),
	}),
});

/**
 * The statuses at which n8n's HTTP helper is to throw: only its errors carry the request, which tells whether it was a proxy that
 * answered. Not 401: n8n would believe that a credential has run out, and send the call again.
 */
export const THROWN_STATUSES: readonly number[] = Array.from(
	{ length: 300 },
	(_, index) => 300 + index,
).filter((status) => status !== 401);

/**
 * The answer in what n8n's HTTP helper throws at one of the {@link THROWN_STATUSES}, as it would have returned it, with its request.
 *
 * @throws the error itself when there is no answer in it
 */
export function thrownAnswer(error: unknown): object {
	for (let inner = error, depth = 0; depth <= DEEPEST; depth += 1) {
		const read = refused.safeParse(inner);
		if (read.success) {
			const { status, headers, data, request } = read.data.response;
			return { statusCode: status, headers, body: data, request };
		}
		inner = thrown.safeParse(inner).data?.cause;
	}
	throw error;
}

/** The status by which a proxy, and nobody else, asks for a login. */
const PROXY_LOGIN = 407;

/**
 * Whether an answer comes from n8n's proxy, which then has not let the call through. Its answer to CONNECT looks like one of the
 * service, but the connection was never encrypted. At an http address only 407 tells them apart.
 *
 * @param request - a request of Node.js, or its answer; a refusal comes with one
 * @param isEncrypted - whether the address begins with https
 */
export function hindranceInAnswer(
	status: number,
	request: unknown,
	isEncrypted: boolean,
): 'proxy' | 'proxyRefusal' | null {
	const isOfProxy = status === PROXY_LOGIN || (isEncrypted && connectionOf(request) === 'plain');
	if (!isOfProxy) return null;
	// A proxy that cannot reach the service says 502, 503 or 504.
	return status >= 500 ? 'proxy' : 'proxyRefusal';
}

/**
 * Reads the header in which a gateway says when to come back.
 *
 * @param header - its value: seconds, or a date
 * @param now - epoch milliseconds
 * @returns milliseconds from now; null when it says nothing that can be meant
 */
export function readRetryAfter(header: unknown, now: number): number | null {
	if (typeof header !== 'string') return null;
	const isSeconds = /^\s*\d{1,9}\s*$/.test(header);
	const wait = isSeconds ? Number(header) * 1000 : /GMT\s*$/.test(header) ? Date.parse(header) - now : NaN;
	return Number.isNaN(wait) ? null : Math.max(0, wait);
}
