import { readText } from '../lib/values';
import { reasonOf } from '../n8n/foreignError';
import { isRetryWithKnownStart, startOf } from '../n8n/platform';
import type { Run } from '../n8n/run';
import { type Marks, NodeMemory } from './nodeMemory';
import { findInProcess, forgetInProcess, keepInProcess, recordName } from './recordsInProcess';
import { type FoundRecord, foundIn, type PreviousRecord } from './rules/foundRecord';

/*
 * The record of a video at a node, in this process and in n8n's memory. It says first that the video is about to be sent, and when; then
 * which project it has.
 */

/** The note that the video is about to be sent. */
export interface Claim {
	state: 'claimed';
	/** Epoch milliseconds. */
	at: number;
	/** What holds again if the claim is taken back. */
	previous: PreviousRecord;
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

export interface VideoRecord {
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
	/** Undoes a claim, where nothing was sent or created. */
	takeBack(claim: Claim): Promise<void>;
	/** @param projectId - null where nobody knows */
	noteProject(claim: Claim, projectId: string | null): Promise<void>;
	/** Writes the time again, where it can no longer be read in n8n's memory. */
	noteTime(found: FoundRecord): Promise<void>;
	/** Notes that this execution uses the project, and mends a record that cannot be read any more. */
	noteUse(found: FoundRecord & { projectId: string }): Promise<void>;
}

/** @param contentKey - what is paid for, see `contentKeyOf` */
export function openVideoRecord(run: Run, contentKey: string): VideoRecord {
	const { context } = run;
	const name = recordName(context, contentKey);
	const marks = marksOf(run);
	// n8n has no memory for a workflow that was never saved.
	const memory =
		context.getWorkflow().id === undefined ? null : new NodeMemory(context, contentKey, marks, !run.isByHand);

	const claim = (at: number, previous: PreviousRecord): Claim => {
		keepInProcess(name, { submittedAt: at, projectId: null }, marks.toLeave);
		return { state: 'claimed', at, previous };
	};
	const findHere = (): FoundRecord | null => {
		const known = findInProcess(name);
		if (known === null) return null;
		const { submittedAt, projectId } = known;
		const isOwn = isRetryWithoutStart(run) || marks.recognised.some((mark) => known.marks.includes(mark));
		return { state: 'found', submittedAt, projectId, isOwn, mayChange: false, previous: null };
	};
	const findOrClaim = async (): Promise<Claim | FoundRecord> => {
		const now = Date.now();
		const known = findHere();
		const { previous: noted, isMarked } =
			memory === null ? { previous: null, isMarked: false } : await memory.findOrClaim(now);
		const found = foundIn(noted, known, isMarked || isRetryWithoutStart(run), now);
		if (found === null) return claim(now, null);
		// n8n has forgotten what this process knows, and has just noted a claim in its place.
		if (noted === null) await memory?.restore(now, found.previous);
		const { submittedAt, projectId, isOwn, mayChange } = found;
		// A record that may change is not kept in this process, so that it is read again.
		if (!mayChange) keepInProcess(name, { submittedAt, projectId }, isOwn ? marks.toLeave : []);
		return found;
	};
	/** Notes that fail are only logged, so that they never hide a project that is paid for. */
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
		hasChanged: async ({ previous }) =>
			previous === null ||
			previous === 'unclear' ||
			(await memory?.hasChanged(previous.submittedAt).catch(() => false)) === true,
		replace: async ({ previous }, createdNothing) => {
			const at = Date.now();
			try {
				if ((await memory?.replace(previous, at)) === false) return { state: 'taken' };
				return claim(at, createdNothing ? null : previous);
			} catch (error) {
				return asUnrecorded(error);
			}
		},
		takeBack: async ({ at, previous }) => {
			if (previous === null || previous === 'unclear') forgetInProcess(name);
			else keepInProcess(name, previous, []);
			await warnOnError('that nothing was sent', async () => await memory?.restore(at, previous));
		},
		noteProject: async ({ at }, projectId) => {
			keepInProcess(name, { submittedAt: at, projectId }, marks.toLeave);
			if (projectId === null) return;
			await warnOnError(`project ${projectId}`, async () => await memory?.noteProject(at, projectId));
		},
		noteTime: async ({ submittedAt, previous }) => {
			if (previous !== 'unclear') return;
			await warnOnError('a submission', async () => await memory?.rewriteTime(submittedAt));
		},
		noteUse: async ({ submittedAt, projectId, previous }) => {
			keepInProcess(name, { submittedAt, projectId }, marks.toLeave);
			// Where n8n's memory was not asked, it is not written.
			if (previous === null) return;
			await warnOnError('that a project is used again', async () => {
				if (previous === 'unclear') await memory?.rewriteTime(submittedAt);
				// The database did not take the project when it came.
				if (previous === 'unclear' || previous.projectId === null) {
					await memory?.noteProject(submittedAt, projectId);
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
