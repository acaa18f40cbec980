import type { FaultInput, PendingFault } from './faults';
import type { Settings } from './settings';

/** How to start a simulator. Everything in {@link Settings} may be changed later with `configure`; the rest is fixed. */
export interface SimulatorOptions extends Partial<Settings> {
	/** TCP port on 127.0.0.1; 0 (the default) takes any free one. */
	port?: number;
	/** The only API key that is accepted; `sim-key` by default. */
	apiKey?: string;
	/** What links in its answers begin with; its own address by default. Links to files then lead nowhere. */
	linkOrigin?: string;
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
	/** The project that was created, also when its answer was lost; else null. Exact, whatever `idStyle` says. */
	readonly projectId: string | null;
	/** The kind of fault that hit this request, if any. */
	readonly fault: string | null;
}

/** One request to the service, to its files, or to an address that does not exist. The page and the control route are left out. */
export interface RequestEntry {
	/** Epoch milliseconds. */
	readonly at: number;
	readonly method: string;
	/** Path without the query string. */
	readonly path: string;
	/** HTTP status; null while unanswered, and for ever after a reset or a hang. */
	readonly status: number | null;
	/** Lower-case names. The authentication header is always there, its value replaced by `right`, `wrong` or `missing`. */
	readonly headers: Readonly<Record<string, string>>;
}

/** One webhook call. */
export interface Delivery {
	/** Epoch milliseconds at which the call began. */
	readonly at: number;
	/** HTTP status of the receiver's answer; null if none came within 10 seconds. */
	readonly status: number | null;
}

/** Faults to come, in the order in which they were added; the first that matches a request is used up by it. */
export interface FaultPlan {
	/** Adds faults at the end. Throws a ZodError for one that makes no sense. */
	add(...faults: FaultInput[]): void;
	/** Drops all that are left, or those of them that are chosen. */
	clear(which?: (fault: PendingFault) => boolean): void;
	/** What is left; `times` counts down. */
	readonly pending: readonly PendingFault[];
}

/** A running simulator. */
export interface Simulator {
	/** For example `http://127.0.0.1:4010/service`. */
	readonly baseUrl: string;
	/** For example `http://127.0.0.1:4010`: the page, the control route and the files. */
	readonly origin: string;
	readonly apiKey: string;
	/** Name of the authentication header. */
	readonly headerName: string;
	/** Every POST create that reached the simulator, oldest first. */
	readonly ledger: readonly LedgerEntry[];
	/** Every request, oldest first. */
	readonly requests: readonly RequestEntry[];
	readonly faults: FaultPlan;
	/** Changes settings from now on; projects keep what held when they were submitted. Throws a ZodError for a bad value. */
	configure(changes: Partial<Settings>): void;
	/** Makes a project ready (or failed, if that is its fate) at once. Throws when there is no such project. */
	finish(projectId: string): void;
	/**
	 * Sends the webhook of a project now (again), with the body of the finished project even if it is not ready yet.
	 * Rejects when there is no such project, or no webhook URL was set when it was submitted.
	 */
	deliver(projectId: string): Promise<Delivery>;
	/** Stops listening, ends open connections and pending webhooks. */
	close(): Promise<void>;
}
