import { z } from 'zod/v3';
import { fetchOnce } from './ports';
import { stuckAfter } from './until';

/** A call to n8n that failed; the message says method, path, status and how the answer begins. */
export class RestError extends Error {
	/** @param status - The HTTP status, or 0 when there was no answer. */
	constructor(
		message: string,
		readonly status: number,
	) {
		super(message);
		this.name = 'RestError';
	}
}

/** What is called. */
interface Call {
	method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	body?: object;
}

const enveloped = z.object({ data: z.unknown() });

/** Talks to n8n's REST interface as the editor does: with a browser id and the login's cookie, which is bound to it. */
export class RestSession {
	private cookie = '';

	constructor(readonly url: string) {}

	/**
	 * Makes a call, and reads what is in the `data` of its answer.
	 * @throws RestError when there is no answer, or a bad status; ZodError when the answer has another shape.
	 */
	async call<T>({ read, ...call }: Call & { read: z.ZodType<T, z.ZodTypeDef, unknown> }): Promise<T> {
		const text = (await this.file(call)).toString();
		return read.parse(text === '' ? undefined : enveloped.parse(JSON.parse(text)).data);
	}

	/**
	 * Makes a call, and gets its answer as it is.
	 * @throws RestError when there is no answer, or a bad status.
	 */
	async file({ method = 'GET', path, body }: Call): Promise<Buffer> {
		const headers = { 'browser-id': 'test-host', cookie: this.cookie, 'content-type': 'application/json' };
		const signal = AbortSignal.timeout(stuckAfter);
		const call = { method, headers, signal, body: body === undefined ? null : JSON.stringify(body) };
		const answer = await fetchOnce(`${this.url}${path}`, call).catch((error: unknown) => {
			throw new RestError(`${method} ${path}: no answer (${String(error)})`, 0);
		});
		const bytes = Buffer.from(await answer.arrayBuffer());
		if (!answer.ok) {
			const shown = bytes.toString().slice(0, 500);
			throw new RestError(`${method} ${path}: HTTP ${answer.status} ${shown}`, answer.status);
		}
		const login = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
		this.cookie = login?.split(';')[0] ?? this.cookie;
		return bytes;
	}
}
