/** A step of an answer on the wire. Pauses are milliseconds of the tests' time. */
export type Step =
	| { send: Buffer }
	| { pause: number }
	/** The same again and again, until the other end has enough. */
	| { send: Buffer; every: number }
	/** The end: `hold` leaves the connection open and says no more. */
	| { end: 'close' | 'hold' | 'keep' | 'reset' };

/** An answer as it goes over the wire, and what a careful reader may take from it. */
export interface Wire {
	/** What it is, for people. */
	name: string;
	steps: readonly Step[];
	/** The status; null where none can be read. */
	status: number | null;
	/** The body, unpacked; null where there is no telling where it ends, or what it is. */
	body: Buffer | null;
	/** The body as it was meant, also where nobody can tell. */
	said: Buffer;
	/** Whether it takes longer than anybody has to wait for an answer of the service. */
	late?: boolean;
}
