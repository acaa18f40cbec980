import { readText } from '../lib/values';
import { reasonOf } from '../n8n/failures';
import { isRetryWithStart, startOf } from '../n8n/host';
import type { Run } from '../n8n/run';
import {
	forgetInProcess,
	keepInProcess,
	recordName,
	recordInProcess,
	type SubmissionRecord,
} from './recordsInProcess';
import { type Before, type Marks, openRow } from './recordRow';

/*
 * The record of a submission at a node: that it is about to be sent, before it is; then its project; and when. This process knows it,
 * and n8n's memory.
 */

/** A record with what it is to this execution. */
export interface FoundRecord extends SubmissionRecord {
	/** Whether this execution, or the one that its Retry repeats, has sent it, or used its project again. */
	isOwn: boolean;
	/** Whether another process may be at it just now. */
	mayChange: boolean;
}

/** Why a submission must not be sent: it could not be noted before. */
export interface Unwritten {
	state: 'unwritten';
	reason: string;
}

/** What a look at a record gives. */
export type Lookup =
	/** Nothing was noted. Now it is noted that the video is about to be sent. */
	{ state: 'begun' } | ({ state: 'found' } & FoundRecord) | Unwritten;

export interface RecordEntry {
	/** What this process knows, without a look at n8n's memory. */
	recallHere(): FoundRecord | null;
	/** Notes that the video is about to be sent, unless something is noted of it. */
	begin(): Promise<Lookup>;
	/** Whether something else may be noted than what was found. */
	hasChanged(): Promise<boolean>;
	/** Notes now as the time of what was found, if its time cannot be read. */
	noteTime(): Promise<void>;
	/** Notes that the video is about to be sent, in place of what was found. */
	replace(): Promise<{ state: 'begun' } | Unwritten>;
	/**
	 * Notes that nothing was sent: what was found, if anything, holds again.
	 *
	 * @returns when it was noted that the video is about to be sent, epoch milliseconds
	 */
	takeBack(): Promise<number>;
	/** Notes which project came of it; null where nobody knows. */
	noteProject(projectId: string | null): Promise<void>;
	/**
	 * Notes that this execution has used the project that was found.
	 *
	 * @param isForEver - true with Never: the record is found without a mark, so no key is spent on one; each new key pushes out an old one
	 */
	noteUse(record: FoundRecord & { projectId: string }, isForEver: boolean): Promise<void>;
}

/** @param content - what is paid for, see {@link contentOf} */
export function openRecord(run: Run, content: string): RecordEntry {
	const { context } = run;
	const name = recordName(context, content);
	const marks = marksOf(run);
	// n8n has no memory for a workflow that was never saved.
	const row = context.getWorkflow().id === undefined ? null : openRow(context, content, marks, !run.isByHand);
	let before: Before = null;
	let begunAt = 0;

	const keepBegun = (): { state: 'begun' } => {
		keepInProcess(name, { at: begunAt, projectId: null }, marks.toLeave);
		return { state: 'begun' };
	};
	const recallHere = (): FoundRecord | null => {
		const known = recordInProcess(name);
		if (known === null) return null;
		const { at, projectId } = known;
		const isOwn = isRetryOfNothing(run) || marks.recognised.some((mark) => known.marks.includes(mark));
		return { at, projectId, isOwn, mayChange: false };
	};
	const begin = async (): Promise<Lookup> => {
		begunAt = Date.now();
		const known = recallHere();
		if (row === null) {
			before = known;
			return known === null ? keepBegun() : { state: 'found', ...known };
		}
		const noted = await row.begin(begunAt);
		({ before } = noted);
		if (before === null) return keepBegun();
		// A record whose time cannot be read counts as just written.
		const { at, projectId } = before === 'unclear' ? (known ?? { at: begunAt, projectId: null }) : before;
		const isSame = known?.at === at;
		const found: FoundRecord = {
			at,
			// A project that could not be noted in n8n's memory is known here.
			projectId: projectId ?? (isSame ? known.projectId : null),
			isOwn: isRetryOfNothing(run) || noted.isMarked || (isSame && known.isOwn),
			mayChange: before === 'unclear' || (projectId === null && !isSame),
		};
		// What another process may be at is asked for again.
		if (!found.mayChange) keepInProcess(name, found, found.isOwn ? marks.toLeave : []);
		return { state: 'found', ...found };
	};
	/** Does what must not keep a project from whoever has paid for it. */
	const warnOnError = async (subject: string, work: () => Promise<void>): Promise<void> => {
		try {
			await work();
		} catch (error) {
			context.logger.warn(`n8n could not note ${subject}: ${reasonOf(error)}`);
		}
	};

	return {
		recallHere,
		begin: async () => await begin().catch(asUnwritten),
		// What cannot be read is read again.
		hasChanged: async () =>
			before === null ||
			before === 'unclear' ||
			(await row?.hasChanged(before.at).catch(() => false)) === true,
		noteTime: async () => {
			if (before === 'unclear')
				await warnOnError('a submission', async () => await row?.replace(before, begunAt, false));
		},
		replace: async () => {
			begunAt = Date.now();
			try {
				await row?.replace(before, begunAt, true);
				return keepBegun();
			} catch (error) {
				return asUnwritten(error);
			}
		},
		takeBack: async () => {
			if (before === null || before === 'unclear') forgetInProcess(name);
			else keepInProcess(name, before, []);
			await warnOnError('that nothing was sent', async () => await row?.takeBack(begunAt, before));
			return begunAt;
		},
		noteProject: async (projectId) => {
			keepInProcess(name, { at: begunAt, projectId }, marks.toLeave);
			if (projectId === null) return;
			await warnOnError(`project ${projectId}`, async () => await row?.noteProject(begunAt, projectId));
		},
		noteUse: async (record, isForEver) => {
			keepInProcess(name, record, marks.toLeave);
			// Where this process knew it, n8n's memory was not asked, and is not written.
			if (begunAt === 0) return;
			const { at, projectId } = record;
			await warnOnError('that a project is used again', async () => {
				if (before === 'unclear') await row?.replace(before, at, record.isOwn);
				// The database did not take the project when it came.
				if (before === 'unclear' || before?.projectId === null) await row?.noteProject(at, projectId);
				if (!record.isOwn && !isForEver) await row?.mark();
			});
		},
	};
}

const asUnwritten = (error: unknown): Unwritten => ({ state: 'unwritten', reason: reasonOf(error) });

/**
 * By what an execution knows its own: its ID, since n8n may start it again from nothing; in n8n's Retry also its start, which the Retry
 * takes over. A call of n8n's own Agents, and one through MCP, may have neither.
 */
function marksOf({ context, isRetry }: Run): Marks {
	const [id, start] = [readText(context.getExecutionId()), startOf(context)];
	const ofId = id === undefined ? [] : [`execution ${id}`];
	const ofStart = start === null ? [] : [`since ${start}`];
	return { toLeave: [...ofId, ...ofStart], recognised: [...ofId, ...(isRetry ? ofStart : [])] };
}

/** Whether this is a Retry of an execution of which n8n has not even kept when it started: whatever is noted may be its own. */
const isRetryOfNothing = ({ context, isRetry }: Run): boolean => isRetry && !isRetryWithStart(context);
