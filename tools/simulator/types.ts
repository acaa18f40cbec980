import type { FaultQueue } from './faults';
import type { Settings } from './settings';

/** How to start a simulator. Everything in {@link Settings} may be changed later with `configure`; the rest is fixed. */
export interface SimulatorOptions extends Partial<Settings> {
	/** TCP port on 127.0.0.1; 0 (the default) takes any free one. */
	port?: number;
	/** The API key of the first account; `sim-key` by default. */
	apiKey?: string;
	/** Keys of further accounts: each has its own projects and its own limits. */
	otherKeys?: readonly string[];
}

/** One POST to `project/create`, whatever became of it. */
export interface LedgerEntry {
	/** Epoch milliseconds. */
	readonly at: number;
	/** The body as parsed JSON; undefined when it is not JSON. */
	readonly body: unknown;
	/** The body as it came. */
	readonly rawBody: string;
	/** The `code` that the service decided on; null when a fault hit before the service, or HTTP status 401 said it. */
	readonly code: number | null;
	/** Which account it came from: 0 is that of `apiKey`, then those of `otherKeys`; -1 is none. */
	readonly account: number;
	/** The project that was created, also when its answer was lost; else null. Exact, whatever `idStyle` says. */
	readonly projectId: string | null;
}

/** One request to the service, to its files, or to an address that does not exist. The two pages are left out. */
export interface RequestEntry {
	/** Epoch milliseconds. */
	readonly at: number;
	readonly method: string;
	/** Path without the query string. */
	readonly path: string;
	/** The value of the authentication header, which is always there, is replaced by `right`, `wrong` or `missing`. */
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A running simulator. */
export interface Simulator {
	/** For example `http://127.0.0.1:4010/service`. */
	readonly baseUrl: string;
	/** For example `http://127.0.0.1:4010`: the page, and below it the files. */
	readonly origin: string;
	readonly apiKey: string;
	/** Keys of further accounts. */
	readonly otherKeys: readonly string[];
	/** Name of the authentication header. */
	readonly headerName: string;
	/** Every POST create that reached the simulator, oldest first. */
	readonly ledger: readonly LedgerEntry[];
	/** Every request, oldest first. */
	readonly requests: readonly RequestEntry[];
	readonly faults: FaultQueue;
	/** Changes settings from now on; projects keep what held when they were submitted. */
	configure(changes: Partial<Settings>): void;
	/** Makes a project ready (or failed, if that is its fate) at once. Throws when there is no such project. */
	finish(projectId: string): void;
	/**
	 * Sends the webhook of a project now (again), with the body of the finished project even if it is not ready yet.
	 *
	 * @returns the HTTP status of the receiver's answer; null if none came within 10 seconds.
	 */
	deliver(projectId: string): Promise<{ status: number | null }>;
	/** Stops listening, ends open connections and pending webhooks. */
	close(): Promise<void>;
}
