import { z } from 'zod/v3';
import type { Hindrance } from '../problems/facts';

/** What n8n's HTTP helper throws: its own error, or one of the network, which it wraps. */
const thrownSchema = z.object({
	name: z.string().catch(''),
	message: z.string().catch(''),
	description: z.string().catch(''),
	code: z.string().optional().catch(undefined),
	syscall: z.string().optional().catch(undefined),
	cause: z.unknown(),
	/** One for each address of a host that has several. */
	errors: z.array(z.unknown()).catch([]),
});

/** The codes of Node.js for a certificate that it does not trust, which it checks before it sends anything. */
const CERTIFICATE =
	/^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_SELF_SIGNED_|ERR_TLS_CERT_|(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$)/;

/** Whether nothing has left this machine. Other failures of TLS may come after the request has arrived. */
const isNotSent = (code: string, syscall = ''): boolean =>
	/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_INVALID_CHAR)$/.test(code) ||
	CERTIFICATE.test(code) ||
	['connect', 'getaddrinfo'].includes(syscall);

interface NetworkFailure {
	/** A code such as ECONNRESET, or words; null where there are none. */
	reason: string | null;
	/** Whether the request may have reached the service. */
	mayHaveArrived: boolean;
	hindrance: Hindrance | null;
}

/** Errors are wrapped some levels deep; one may even be its own cause. */
const DEEPEST = 8;

/** For what n8n's HTTP helper throws, or a body that breaks off. A request may have arrived unless the error proves that it never left. */
export const networkFailureOf = (error: unknown): NetworkFailure =>
	unwrap(error, 0) ?? { reason: null, mayHaveArrived: true, hindrance: null };

function unwrap(error: unknown, depth: number): NetworkFailure | null {
	const parsed = thrownSchema.safeParse(error);
	if (!parsed.success || depth > DEEPEST) return null;
	const { name, message, description, code, syscall, cause, errors } = parsed.data;
	// n8n's protection against calls into its own network.
	if (name.startsWith('Ssrf')) {
		return { reason: `${message}. ${description}`.trim(), mayHaveArrived: false, hindrance: 'n8nRules' };
	}
	const inner = errors.length > 0 ? unwrapAll(errors, depth) : unwrap(cause, depth + 1);
	if (inner !== null || code === undefined) return inner;
	const hindrance = CERTIFICATE.test(code) ? 'certificate' : code === 'ENOTFOUND' ? 'host' : null;
	return { reason: code, mayHaveArrived: !isNotSent(code, syscall), hindrance };
}

/** A host may have several addresses: nothing was sent if nothing was sent to any of them. */
function unwrapAll(errors: readonly unknown[], depth: number): NetworkFailure {
	const all = errors.map((each) => unwrap(each, depth + 1));
	return {
		reason: [...new Set(all.flatMap((each) => each?.reason ?? []))].join(', ') || null,
		mayHaveArrived: all.some((each) => each?.mayHaveArrived !== false),
		hindrance: null,
	};
}

/**
 * @param header - of a gateway that says when to come back: seconds, or a date
 * @returns epoch milliseconds; null when it says nothing that can be read
 */
export function readRetryAfter(header: unknown, now: number): number | null {
	if (typeof header !== 'string') return null;
	if (/^\d{1,9}$/.test(header)) return now + Number(header) * 1000;
	return (/GMT$/.test(header) && Date.parse(header)) || null;
}
