/*
 * What is known of a video before it is submitted, where n8n's memory and this process may differ:
 *
 * n8n's memory   this process   what is found
 * nothing        nothing        nothing
 * nothing        a record       that record, which n8n has forgotten
 * a record       the same       that record, with the project that only this process may know
 * a record       nothing        the one of n8n's memory; without a project, another process may be writing it
 * a record       another one    the one of n8n's memory; without a project, another process may be writing it
 * damaged        a record       that record; another process may be writing it
 * damaged        nothing        a record that counts as just written; another process may be writing it
 */

export interface SubmissionRecord {
	/** When it was submitted, or about to be, epoch milliseconds. */
	submittedAt: number;
	/** Null until it is noted. */
	projectId: string | null;
}

/** What was noted before, null for nothing. `damaged`: by another process, or by one that was killed while it was reading. */
export type PreviousRecord = SubmissionRecord | 'damaged' | null;

/** A record, and what this execution has to do with it. */
export interface KnownRecord extends SubmissionRecord {
	/** Whether this execution, or the one that its Retry repeats, has sent it, or used its project again. */
	isOwn: boolean;
}

/** A record for which n8n's memory was asked, too. */
export interface FoundRecord extends KnownRecord {
	state: 'found';
	/** Whether another process may be writing it at this moment. */
	mayChange: boolean;
	/** What is restored if the claim that replaces this record is taken back. */
	previous: Exclude<PreviousRecord, null>;
}

export type WithProject<T extends KnownRecord> = T & { projectId: string };

export const hasProject = <T extends KnownRecord>(record: T): record is WithProject<T> =>
	record.projectId !== null;

/**
 * @param inDatabase - in n8n's memory
 * @param inProcess - in this process
 * @param isMarked - whether the execution has left its mark in n8n's memory
 * @returns null for a video of which nothing is noted
 */
export function reconcileRecords(
	inDatabase: PreviousRecord,
	inProcess: KnownRecord | null,
	isMarked: boolean,
	now: number,
): FoundRecord | null {
	const processRecord =
		inProcess === null ? null : { submittedAt: inProcess.submittedAt, projectId: inProcess.projectId };
	const previous = inDatabase ?? processRecord;
	if (previous === null) return null;
	const { submittedAt, projectId } =
		previous === 'damaged' ? (processRecord ?? { submittedAt: now, projectId: null }) : previous;
	const isSame = inProcess?.submittedAt === submittedAt;
	return {
		state: 'found',
		submittedAt,
		projectId: projectId ?? (isSame ? inProcess.projectId : null),
		isOwn: isMarked || (isSame && inProcess.isOwn),
		mayChange: previous === 'damaged' || (projectId === null && !isSame),
		previous,
	};
}
