import type { Killed } from '../../kills/state';
import type { Verdict } from '../../kills/verdict';

/** A batch of which all is well. */
export const goodVerdict = (mark: string, changes: Partial<Verdict> = {}): Verdict => ({
	type: 'batch',
	mark,
	startedBy: 'webhook',
	errorOutput: false,
	perMinute: 600,
	attempts: 1,
	refusal: '',
	status: 'success',
	error: '',
	outcome: 'complete',
	unknownItems: 0,
	projects: 12,
	paidTwice: { said: [], unsaid: [] },
	traces: { executions: 12, logs: 0, intents: 0, none: [] },
	missing: [],
	...changes,
});

/** A kill in regular mode that has hit the given batches while they were submitted. */
export const kill = (index: number, marks: string[], changes: Partial<Killed> = {}): Killed => ({
	type: 'kill',
	mode: 'regular',
	index,
	target: 'n8n',
	aimed: 'submitting',
	moment: 'submitting',
	hits: marks.map((mark) => ({ mark, moment: 'submitting' })),
	...changes,
});
