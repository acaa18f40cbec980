import { z } from 'zod/v3';

/** What n8n's HTTP helper throws: the network's own failure is wrapped once or twice. */
const networkFailure = z.object({
	code: z.string().optional(),
	syscall: z.string().optional(),
	cause: z.unknown(),
});

/**
 * Failures that come before anything left this machine: no address, no connection, a certificate that is not trusted.
 * Other failures of TLS may come after the request has arrived, so they are not among them.
 */
const NOT_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'ERR_INVALID_URL',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Why no answer came. */
interface NetworkFailure {
	/** The network's own code, such as ECONNRESET. */
	reason: string;
	/** Whether the request may have reached the service. */
	sent: boolean;
}

/** Explains what n8n's HTTP helper throws when no answer comes. In doubt the request counts as sent. */
export function explainNetwork(error: unknown): NetworkFailure {
	for (let level: unknown = error, depth = 0; depth < 5; depth += 1) {
		const parsed = networkFailure.safeParse(level);
		if (!parsed.success) break;
		const { code, syscall, cause } = parsed.data;
		if (code !== undefined) {
			return { reason: code, sent: !NOT_SENT.has(code) && syscall !== 'connect' };
		}
		level = cause;
	}
	return { reason: 'the connection broke off', sent: true };
}
