import { readText } from '../../lib/values';
import { reasonOf } from '../../n8n/foreignError';
import type { NodeExecution } from '../../n8n/nodeExecution';
import { type Marks, DatabaseRecord } from './databaseRecord';
import { findInProcess, forgetInProcess, keepInProcess, recordName } from './recordsInProcess';
import {
	type FoundRecord,
	reconcileRecords,
	type KnownRecord,
	type PreviousRecord,
	type WithProject,
} from '../rules/foundRecord';

/*
 * The record of a video at a node, in this process and in n8n's memory. What becomes of it:
 *
 * before                      what happens                                   after
 * nothing                     it is about to be sent: `claim`                a claim
 * a record that counts        its project is used again: `noteReuse`         the same
 * one that does not count     it is about to be sent again: `replace`        a claim
 * a claim                     the service has accepted it: `noteProject`     a record with its project
 * a claim                     nobody knows what came of it                   the claim: a record without a project
 * a claim                     nothing was created: `releaseClaim`            what was there before, if that may have created something
 */

/** The note that the video is about to be sent. */
export interface Claim {
	state: 'claimed';
	/** Epoch milliseconds. */
	submittedAt: number;
	/** What holds again if the claim is taken back. */
	previous: PreviousRecord;
}

/** The video must not be sent, since no note could be made before. */
export interface RecordingFailure {
	state: 'unrecorded';
	reason: string;
}

export class VideoRecord {
	/** Of the record in this process; whoever submits the video takes turns by it. */
	readonly name: string;

	private readonly marks: Marks;

	/** Null for a workflow that was never saved: n8n has no memory for it. */
	private readonly databaseRecord: DatabaseRecord | null;

	/** @param contentKey - what is paid for, see `contentKeyOf` */
	constructor(
		private readonly execution: NodeExecution,
		contentKey: string,
	) {
		const { context, isManual } = execution;
		this.name = recordName(context, contentKey);
		this.marks = marksOf(execution);
		const isSaved = context.getWorkflow().id !== undefined;
		this.databaseRecord = isSaved ? new DatabaseRecord(context, contentKey, this.marks, !isManual) : null;
	}

	/** In this process alone. */
	findInThisProcess(): KnownRecord | null {
		const known = findInProcess(this.name);
		if (known === null) return null;
		const { submittedAt, projectId } = known;
		const isOwn =
			isRetryWithoutStart(this.execution) || this.marks.toMatch.some((mark) => known.marks.includes(mark));
		return { submittedAt, projectId, isOwn };
	}

	/** Claims the video if nothing is noted of it. */
	async claim(): Promise<Claim | FoundRecord | RecordingFailure> {
		const now = Date.now();
		const inProcess = this.findInThisProcess();
		try {
			const nothing = { previous: null, isMarked: false };
			const { previous: inDatabase, isMarked } = (await this.databaseRecord?.claim(now)) ?? nothing;
			const found = reconcileRecords(
				inDatabase,
				inProcess,
				isMarked || isRetryWithoutStart(this.execution),
				now,
			);
			if (found === null) return this.keepClaim(now, null);
			// n8n has forgotten what this process knows, and has just noted a claim in its place.
			if (inDatabase === null) await this.databaseRecord?.releaseClaim(now, inProcess);
			const { submittedAt, projectId, isOwn, mayChange } = found;
			// A record that may change is not kept in this process, so that it is read again.
			if (!mayChange) keepInProcess(this.name, { submittedAt, projectId }, isOwn ? this.marks.toWrite : []);
			return found;
		} catch (error) {
			return recordingFailureOf(error);
		}
	}

	/** Whether the record may be another one by now. */
	async probeForChange({ previous }: FoundRecord): Promise<boolean> {
		// What could not be read is read again.
		if (previous === 'damaged') return true;
		return (await this.databaseRecord?.probeForChange(previous.submittedAt).catch(() => false)) === true;
	}

	/**
	 * Claims the video in place of what was found.
	 *
	 * @param createdNothing - whether what was found has certainly created nothing: then `releaseClaim` does not restore it
	 * @returns `taken`: another process has claimed the video first
	 */
	async replace(
		{ previous }: FoundRecord,
		createdNothing: boolean,
	): Promise<Claim | RecordingFailure | { state: 'taken' }> {
		const at = Date.now();
		try {
			if ((await this.databaseRecord?.replace(previous, at)) === false) return { state: 'taken' };
			return this.keepClaim(at, createdNothing ? null : previous);
		} catch (error) {
			return recordingFailureOf(error);
		}
	}

	/** Undoes a claim, where nothing was sent or created. */
	async releaseClaim({ submittedAt, previous }: Claim): Promise<void> {
		if (previous === null || previous === 'damaged') forgetInProcess(this.name);
		else keepInProcess(this.name, previous, []);
		await this.warnOnError(
			'that nothing was sent',
			async () => await this.databaseRecord?.releaseClaim(submittedAt, previous),
		);
	}

	/** @param projectId - null where nobody knows */
	async noteProject({ submittedAt }: Claim, projectId: string | null): Promise<void> {
		keepInProcess(this.name, { submittedAt, projectId }, this.marks.toWrite);
		if (projectId === null) return;
		await this.warnOnError(
			`project ${projectId}`,
			async () => await this.databaseRecord?.noteProject(submittedAt, projectId),
		);
	}

	/** Writes the time again, where it can no longer be read in n8n's memory. */
	async repairTime({ submittedAt, previous }: FoundRecord): Promise<void> {
		if (previous !== 'damaged') return;
		await this.warnOnError('a submission', async () => await this.databaseRecord?.repairTime(submittedAt));
	}

	/** Notes in this process that the execution uses the project, and mends a record in n8n's memory that cannot be read any more. */
	async noteReuse(record: WithProject<KnownRecord | FoundRecord>): Promise<void> {
		const { submittedAt, projectId } = record;
		keepInProcess(this.name, { submittedAt, projectId }, this.marks.toWrite);
		if (!('previous' in record)) return;
		const { previous } = record;
		await this.warnOnError('that a project is used again', async () => {
			if (previous === 'damaged') await this.databaseRecord?.repairTime(submittedAt);
			// The database did not take the project when it came.
			if (previous === 'damaged' || previous.projectId === null) {
				await this.databaseRecord?.noteProject(submittedAt, projectId);
			}
		});
	}

	private keepClaim(submittedAt: number, previous: PreviousRecord): Claim {
		keepInProcess(this.name, { submittedAt, projectId: null }, this.marks.toWrite);
		return { state: 'claimed', submittedAt, previous };
	}

	/** Notes that fail are only logged, so that they never hide a project that is paid for. */
	private async warnOnError(subject: string, work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.execution.context.logger.warn(`n8n could not note ${subject}: ${reasonOf(error)}`);
		}
	}
}

const recordingFailureOf = (error: unknown): RecordingFailure => ({
	state: 'unrecorded',
	reason: reasonOf(error),
});

/**
 * How an execution recognises its own records: by its ID, since n8n may start it again; in n8n's Retry also by its start, which the Retry
 * inherits. A call of n8n's own Agents, or through MCP, may have neither.
 */
function marksOf({ context, isRetry, executionStartedAt: start }: NodeExecution): Marks {
	const id = readText(context.getExecutionId());
	const idMark = id === undefined ? [] : [`execution ${id}`];
	const startMark = start === null ? [] : [`since ${start}`];
	return { toWrite: [...idMark, ...startMark], toMatch: [...idMark, ...(isRetry ? startMark : [])] };
}

/** Whether n8n does not tell when the execution started that this Retry repeats: then every record may be its own. */
const isRetryWithoutStart = ({ isRetry, executionStartedAt }: NodeExecution): boolean =>
	isRetry && executionStartedAt === null;
