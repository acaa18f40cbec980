/**
 * A path as people write it.
 *
 * @returns the path as it is when its escapes make no sense
 */
export function decodePath(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/**
 * Reads a link as a user gives it. Stricter than `new URL`, which finds a host in `https:///video.mp4` and silently
 * drops line breaks.
 *
 * @param text - the link, already trimmed
 * @returns the link; null when it is not http(s) or has no host
 */
export function parseLink(text: string): URL | null {
	// eslint-disable-next-line no-control-regex -- control characters are what this looks for
	if (!/^https?:\/\/[^\s/?#\\.]/i.test(text) || /[\u0000-\u001f\u007f]/.test(text)) return null;
	const url = URL.canParse(text) ? new URL(text) : null;
	return url !== null && /[^.]/.test(url.hostname) ? url : null;
}

/** The statuses of redirects; others from 300 to 399 lead nowhere. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Whether a status sends whoever asks elsewhere. */
export const isRedirect = (status: number): boolean => REDIRECTS.has(status);
