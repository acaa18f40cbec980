import type { NextFunction, Request, Response } from 'express';
import type { RequestEntry } from './types';

/** What the key of a request is worth. */
export type KeyState = 'right' | 'wrong' | 'missing';

/** Judges the authentication header of a request. */
export function keyState(request: Request, headerName: string, apiKey: string): KeyState {
	const key = request.header(headerName);
	if (key === undefined) return 'missing';
	return key === apiKey ? 'right' : 'wrong';
}

/** Notes every request that passes it, in the order of arrival. */
export class Recorder {
	readonly requests: RequestEntry[] = [];

	constructor(
		private readonly headerName: string,
		private readonly apiKey: string,
	) {}

	/** The middleware. */
	readonly handle = (request: Request, response: Response, next: NextFunction): void => {
		const { method, path } = request;
		const headers: Record<string, string> = {};
		for (const [name, value] of Object.entries(request.headers)) headers[name] = [value].flat().join(', ');
		headers[this.headerName.toLowerCase()] = keyState(request, this.headerName, this.apiKey);

		let open: Response | undefined = response;
		let final: number | null = null;
		this.requests.push({
			at: Date.now(),
			method,
			path,
			headers,
			// A client may look right after its answer came, which can be before this side hears that it is done.
			get status() {
				return open?.headersSent ? open.statusCode : final;
			},
		});
		response.on('close', () => {
			final = response.headersSent ? response.statusCode : null;
			open = undefined;
		});
		next();
	};
}
