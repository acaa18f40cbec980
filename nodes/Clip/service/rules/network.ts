import { z } from 'zod/v3';

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
	/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL|ERR_INVALID_CHAR)$/.test(code) ||
	CERTIFICATE.test(code);

/** Whether a failure of the network is the same the next time. */
export const isFinalFailure = (code: string): boolean => code === 'ERR_INVALID_URL' || CERTIFICATE.test(code);

/** What Node.js does before it has a connection. */
const BEFORE_SENDING = new Set(['connect', 'getaddrinfo']);

/** A request of Node.js that never got a connection, or whose connection was not yet encrypted when it ended. */
const unsentRequest = z.object({
	socket: z.union([z.null(), z.object({ secureConnecting: z.literal(true) })]),
});

/** Why no answer came. */
interface NetworkFailure {
	/** The network's own code, such as ECONNRESET, or n8n's reason for refusing the call. */
	reason: string;
	/** Whether the request may have reached the service. */
	sent: boolean;
	/** n8n itself does not allow the call: it is the same the next time. */
	blocked?: boolean;
}

/** Errors are wrapped some levels deep, not for ever. */
const DEEPEST = 8;

/**
 * Explains what n8n's HTTP helper throws, or the body of an answer that breaks off. In doubt the request counts as sent; once
 * a part of an answer has come, the caller knows that it was.
 */
export function explainNetwork(error: unknown): NetworkFailure {
	return unwrap(error, 0) ?? { reason: 'the connection was interrupted', sent: true };
}

function unwrap(error: unknown, depth: number): NetworkFailure | null {
	const parsed = thrown.safeParse(error);
	if (!parsed.success || depth > DEEPEST) return null;
	const { name, message, description, code, syscall, cause, errors, request } = parsed.data;
	// n8n's protection against calls into its own network.
	if (name.startsWith('Ssrf')) {
		return { reason: `${message}. ${description}`.trim(), sent: false, blocked: true };
	}
	const inner = errors.length > 0 ? unwrapAll(errors, depth) : unwrap(cause, depth + 1);
	if (code === undefined && inner === null) return null;
	const failure = inner ?? {
		reason: code ?? '',
		sent: !isNotSent(code ?? '') && !BEFORE_SENDING.has(syscall ?? ''),
	};
	return { ...failure, sent: failure.sent && !unsentRequest.safeParse(request).success };
}

/** One error for each address that was tried: nothing was sent if none of them sent anything. */
function unwrapAll(errors: readonly unknown[], depth: number): NetworkFailure {
	const all = errors.map((each) => unwrap(each, depth + 1));
	return {
		reason: [...new Set(all.flatMap((each) => each?.reason ?? []))].join(', '),
		sent: all.some((each) => each === null || each.sent),
		...(all.every((each) => each?.blocked === true) && { blocked: true }),
	};
}

/** The longest time that a gateway may ask for, in milliseconds. A longer one is ignored. */
const LONGEST_PAUSE = 24 * 60 * 60_000;

/**
 * Reads the header in which a gateway says when to come back.
 *
 * @param header - its value; a date of HTTP, which no service is known to send, says nothing
 * @returns milliseconds from now; null when it says nothing that can be meant
 */
export function readRetryAfter(header: unknown): number | null {
	const wait = typeof header === 'string' && /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : NaN;
	return wait <= LONGEST_PAUSE ? wait : null;
}
