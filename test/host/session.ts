import { z } from 'zod/v3';
import { reasonOf } from './errors';
import { fetchOnce } from './fetchOnce';
import { stuckAfter } from './until';

/** A call to n8n that failed; the message says method, path, status and how the answer begins. */
export class RestError extends Error {
	/** The HTTP status, or 0 when there was no answer. */
	readonly status: number;

	constructor(message: string, status: number) {
		super(message);
		this.name = 'RestError';
		this.status = status;
	}
}

function parsedJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}

const enveloped = z.object({ data: z.unknown() });

/** What is called and how its answer is read. */
export interface Call<Output> {
	method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	body?: unknown;
	/** Reads the answer, or what is in its `data` envelope. */
	read: z.ZodType<Output, z.ZodTypeDef, unknown>;
	/** The answer has no `data` envelope. */
	bare?: boolean;
}

/** Talks to n8n's REST interface as the editor does: with a browser id and the login's cookie, which is bound to it. */
export class RestSession {
	private cookie = '';

	constructor(readonly url: string) {}

	/**
	 * Makes a call and reads its answer.
	 * @throws RestError when there is no answer, a bad status, or an answer of another shape.
	 */
	async call<Output>(wanted: Call<Output>): Promise<Output> {
		const { method = 'GET', path, body, read, bare = false } = wanted;
		const failed = (what: string, status: number) => new RestError(`${method} ${path}: ${what}`, status);
		const { status, text } = await this.send(method, path, body).catch((error: unknown) =>
			Promise.reject(failed(`no answer from ${this.url} (${reasonOf(error)})`, 0)),
		);
		const shown = text.slice(0, 500);
		if (status < 200 || status > 299) throw failed(`HTTP ${status} ${shown}`, status);
		const parsed = parsedJson(text);
		const answer = bare ? parsed : enveloped.safeParse(parsed).data?.data;
		const result = read.safeParse(answer);
		if (!result.success) {
			const issue = result.error.issues[0];
			const where = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`;
			throw failed(`HTTP ${status}, but the answer is not as expected (${where}) ${shown}`, status);
		}
		return result.data;
	}

	/**
	 * Gets a file.
	 * @throws RestError with a status other than 200.
	 */
	async file(path: string): Promise<Buffer> {
		const answer = await this.ask('GET', path, undefined);
		if (answer.status !== 200) throw new RestError(`GET ${path}: HTTP ${answer.status}`, answer.status);
		return Buffer.from(await answer.arrayBuffer());
	}

	private async send(method: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
		const answer = await this.ask(method, path, body);
		return { status: answer.status, text: await answer.text() };
	}

	private async ask(method: string, path: string, body: unknown): Promise<Response> {
		const answer = await fetchOnce(`${this.url}${path}`, {
			method,
			headers: {
				'browser-id': 'test-host',
				cookie: this.cookie,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			signal: AbortSignal.timeout(stuckAfter),
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		for (const cookie of answer.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.cookie = cookie.split(';')[0] ?? '';
		}
		return answer;
	}
}
