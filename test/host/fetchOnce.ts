/**
 * Fetches over a connection of its own. A server closes one that was kept after some seconds, and on a busy machine the next
 * request may be on its way then; nobody may send it again.
 */
export async function fetchOnce(url: string, init: RequestInit = {}): Promise<Response> {
	const headers = new Headers(init.headers);
	headers.set('connection', 'close');
	return await fetch(url, { ...init, headers });
}
