import { readText } from '../lib/values';
import { reasonOf } from '../n8n/foreignError';
import { isRetryWithKnownStart, startOf } from '../n8n/platform';
import type { Run } from '../n8n/run';
import {
	forgetInProcess,
	keepInProcess,
	recordName,
	findInProcess,
	type SubmissionRecord,
} from './recordsInProcess';
import { type PreviousRecord, type Marks, openDurableStore } from './durableRecord';

/*
 * The record of a submission at a node, in this process and in n8n's memory: first that it is about to be sent, and when; then its project.
 */

/** A record that was found, and what this execution has to do with it. */
export interface FoundRecord extends SubmissionRecord {
	state: 'found';
	/** Whether this execution, or the one that its Retry repeats, has sent it, or used its project again. */
	isOwn: boolean;
	/** Whether another process may be writing it at this moment. */
	mayChange: boolean;
	/** What `takeBack` restores: as n8n's memory has it, or this process if that has nothing; null where that was not asked. */
	asRead: PreviousRecord;
}

/** The note that the video is about to be sent. */
export interface Claim {
	state: 'claimed';
	/** Epoch milliseconds. */
	at: number;
	/** What holds again if the claim is taken back. */
	before: PreviousRecord;
}

/** The video must not be sent, since no note could be made before. */
export interface Unrecorded {
	state: 'unrecorded';
	reason: string;
}

/** Another process has claimed the video first. */
interface Taken {
	state: 'taken';
}

export interface RecordStore {
	/** In this process alone. */
	findHere(): FoundRecord | null;
	/** Claims the video if nothing is noted of it. */
	findOrClaim(): Promise<Claim | FoundRecord | Unrecorded>;
	/** Whether the record may be another one by now. */
	hasChanged(found: FoundRecord): Promise<boolean>;
	/**
	 * Claims the video in place of what was found.
	 *
	 * @param createdNothing - whether what was found has certainly created nothing: then `takeBack` does not restore it
	 */
	replace(found: FoundRecord, createdNothing: boolean): Promise<Claim | Taken | Unrecorded>;
	/** For a claim of which nothing was sent or created. */
	takeBack(claim: Claim): Promise<void>;
	/** @param projectId - null where nobody knows */
	noteProject(claim: Claim, projectId: string | null): Promise<void>;
	/** Writes a time that cannot be read any more. */
	noteTime(found: FoundRecord): Promise<void>;
	/** Notes that this execution uses the project, and mends a record that cannot be read any more. */
	noteUse(found: FoundRecord & { projectId: string }): Promise<void>;
}

/** @param contentKey - what is paid for, see `contentKeyOf` */
export function openRecordStore(run: Run, contentKey: string): RecordStore {
	const { context } = run;
	const name = recordName(context, contentKey);
	const marks = marksOf(run);
	// n8n has no memory for a workflow that was never saved.
	const durable =
		context.getWorkflow().id === undefined
			? null
			: openDurableStore(context, contentKey, marks, !run.isByHand);

	const claim = (at: number, before: PreviousRecord): Claim => {
		keepInProcess(name, { submittedAt: at, projectId: null }, marks.toLeave);
		return { state: 'claimed', at, before };
	};
	const findHere = (): FoundRecord | null => {
		const known = findInProcess(name);
		if (known === null) return null;
		const { submittedAt, projectId } = known;
		const isOwn = isRetryWithoutStart(run) || marks.recognised.some((mark) => known.marks.includes(mark));
		return { state: 'found', submittedAt, projectId, isOwn, mayChange: false, asRead: null };
	};
	/*
	 * n8n's memory   this process   what is found
	 * nothing        nothing        nothing: the video is claimed
	 * nothing        a record       that record, which n8n has forgotten: it is written again
	 * a record       the same       that record, with the project that only this process may know
	 * a record       nothing        that record; without a project, another process may be writing it
	 * a record       another one    the same
	 * unreadable     a record       that record; another process may be writing it
	 * unreadable     nothing        a record that counts as just written; another process may be writing it
	 */
	const findOrClaim = async (): Promise<Claim | FoundRecord> => {
		const now = Date.now();
		const known = findHere();
		if (durable === null) {
			if (known === null) return claim(now, null);
			return { ...known, asRead: { submittedAt: known.submittedAt, projectId: known.projectId } };
		}
		const { before: noted, isMarked } = await durable.findOrClaim(now);
		const before = noted ?? known;
		if (before === null) return claim(now, null);
		if (noted === null) await durable.restore(now, before);
		const { submittedAt, projectId } =
			before === 'unclear' ? (known ?? { submittedAt: now, projectId: null }) : before;
		const isSame = known?.submittedAt === submittedAt;
		const record = { submittedAt, projectId: projectId ?? (isSame ? known.projectId : null) };
		const isOwn = isRetryWithoutStart(run) || isMarked || (isSame && known.isOwn);
		const mayChange = before === 'unclear' || (projectId === null && !isSame);
		// What may change is not kept here, so that it is read again.
		if (!mayChange) keepInProcess(name, record, isOwn ? marks.toLeave : []);
		return { state: 'found', ...record, isOwn, mayChange, asRead: before };
	};
	/** For notes after a submission, or instead of one: one that fails goes to the log, and must not lose a project. */
	const warnOnError = async (subject: string, work: () => Promise<void>): Promise<void> => {
		try {
			await work();
		} catch (error) {
			context.logger.warn(`n8n could not note ${subject}: ${reasonOf(error)}`);
		}
	};

	return {
		findHere,
		findOrClaim: async () => await findOrClaim().catch(asUnrecorded),
		// Where n8n's memory was not asked, or could not be read, it is read again.
		hasChanged: async ({ asRead }) =>
			asRead === null ||
			asRead === 'unclear' ||
			(await durable?.hasChanged(asRead.submittedAt).catch(() => false)) === true,
		replace: async ({ asRead }, createdNothing) => {
			const at = Date.now();
			try {
				if ((await durable?.replace(asRead, at)) === false) return { state: 'taken' };
				return claim(at, createdNothing ? null : asRead);
			} catch (error) {
				return asUnrecorded(error);
			}
		},
		takeBack: async ({ at, before }) => {
			if (before === null || before === 'unclear') forgetInProcess(name);
			else keepInProcess(name, before, []);
			await warnOnError('that nothing was sent', async () => await durable?.restore(at, before));
		},
		noteProject: async ({ at }, projectId) => {
			keepInProcess(name, { submittedAt: at, projectId }, marks.toLeave);
			if (projectId === null) return;
			await warnOnError(`project ${projectId}`, async () => await durable?.noteProject(at, projectId));
		},
		noteTime: async ({ submittedAt, asRead }) => {
			if (asRead !== 'unclear') return;
			await warnOnError('a submission', async () => await durable?.rewriteTime(submittedAt));
		},
		noteUse: async ({ submittedAt, projectId, asRead }) => {
			keepInProcess(name, { submittedAt, projectId }, marks.toLeave);
			// Where n8n's memory was not asked, it is not written.
			if (asRead === null) return;
			await warnOnError('that a project is used again', async () => {
				if (asRead === 'unclear') await durable?.rewriteTime(submittedAt);
				// The database did not take the project when it came.
				if (asRead === 'unclear' || asRead.projectId === null) {
					await durable?.noteProject(submittedAt, projectId);
				}
			});
		},
	};
}

const asUnrecorded = (error: unknown): Unrecorded => ({ state: 'unrecorded', reason: reasonOf(error) });

/**
 * How an execution recognises its own records: by its ID, since n8n may start it again; in n8n's Retry also by its start, which the Retry
 * inherits. A call of n8n's own Agents, or through MCP, may have neither.
 */
function marksOf({ context, isRetry }: Run): Marks {
	const [id, start] = [readText(context.getExecutionId()), startOf(context)];
	const ofId = id === undefined ? [] : [`execution ${id}`];
	const ofStart = start === null ? [] : [`since ${start}`];
	return { toLeave: [...ofId, ...ofStart], recognised: [...ofId, ...(isRetry ? ofStart : [])] };
}

/** Whether n8n does not tell when the execution started that this Retry repeats: then every record may be its own. */
const isRetryWithoutStart = ({ context, isRetry }: Run): boolean =>
	isRetry && !isRetryWithKnownStart(context);
