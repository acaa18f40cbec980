import { itemsOf, type Execution } from '../host';
import { clipCounts } from '../e2e/cases/durableRuns';
import type { LedgerEntry } from '../simulator';
import type { Batch } from './batch';
import type { Evidence } from './evidence';
import type { Moment } from './plan';
import { placeOf } from './traffic';
import type { Verdict } from './verdict';
import type { Victim } from './victim';

const unknown = /unknown whether/i;

/** Lists of the other projects of a run, which errors carry along: they are about other items. */
const others = /\d+ \(item \d+\)/g;

/**
 * The errors that name a video: by its place in the input, or by its URL.
 *
 * @param errors - their texts
 * @param label - how the video's URL begins, below the host
 * @param place - its item, from 0
 */
export function errorsAbout(errors: readonly string[], label: string, place: number): string[] {
	const byPlace = new RegExp(`\\bitem ${place}\\b`);
	return errors.filter((text) => text.includes(`/${label}/`) || byPlace.test(text.replace(others, '')));
}

/** What the errors of all executions say of each video. */
interface Said {
	label: string;
	entries: LedgerEntry[];
	/** Whether an error that names it says "unknown". */
	unknown: boolean;
	/** Whether any error names it. */
	named: boolean;
}

function whatIsSaid(batch: Batch, evidence: readonly Evidence[]): Said[] {
	const errors = evidence.flatMap((one) => one.errors);
	return batch.videos.map(({ label }, place) => {
		const about = errorsAbout(errors, label, place);
		const entries = batch.submissionsOf(label).filter(({ projectId }) => projectId !== null);
		return { label, entries, unknown: about.some((text) => unknown.test(text)), named: about.length > 0 };
	});
}

/** n8n has lost the status check of a run, and handed on an item with words of its own, which name no project. */
const isLostByN8n = ({ text }: Evidence): boolean => text.includes('resumeError');

/** The videos of which the last node of a successful run has not all clips, and no error says why. */
function missingIn(
	execution: Execution,
	said: readonly Said[],
	counts: ReadonlyMap<string, number>,
): string[] {
	const posts = itemsOf(execution, 'Post').map(({ json }) => json);
	const clipsOf = (id: string | null) => posts.filter(({ projectId }) => projectId === id).length;
	return said.flatMap(({ label, entries, named }) => {
		const whole = entries.some(({ projectId }) => counts.get(projectId ?? '') === clipsOf(projectId));
		return whole || named ? [] : [label];
	});
}

/**
 * Whether n8n may have died before it got the answer: submissions come one by one, so it had the answer to each but the last
 * before a kill. A project may come into being some moments after the kill.
 */
function mayHaveBeenUnanswered(batch: Batch, entry: LedgerEntry): boolean {
	const { submissions } = batch.seen;
	const next = submissions[submissions.indexOf(entry) + 1]?.at ?? Infinity;
	return batch.hits.some(
		({ at, moment }) =>
			at >= entry.at - thinking &&
			at <= next &&
			(at <= entry.at + thinking || mayEndSubmission.includes(moment)),
	);
}

/** When a run may be waiting for the answer to a submission. */
const mayEndSubmission: readonly Moment[] = ['starting', 'submitting', 'pausing', 'heldBack', 'retrying'];

/** Milliseconds that the service thinks about a submission at most, and many more for a busy machine. */
const thinking = 1_500;

/** Looks for each project in the executions, then in the log, and else for what n8n knew before it died. */
async function tracesOf(
	{ logs, processedBy }: Victim,
	batch: Batch,
	evidence: readonly Evidence[],
): Promise<Verdict['traces']> {
	const created = batch.seen.submissions.filter(({ projectId }) => projectId !== null);
	const inExecutions = created.filter(({ projectId }) =>
		evidence.some(({ text }) => text.includes(projectId ?? '')),
	);
	const elsewhere = created.filter((entry) => !inExecutions.includes(entry));
	const log = elsewhere.length === 0 ? '' : logs();
	const inLogs = elsewhere.filter(({ projectId }) => log.includes(projectId ?? ''));
	const left = elsewhere.filter((entry) => !inLogs.includes(entry));
	const intents = left.length === 0 ? 0 : await processedBy(batch.workflowId);
	const allIntended = intents >= new Set(created.map(placeOf)).size;
	const isIntended = (entry: LedgerEntry) =>
		mayHaveBeenUnanswered(batch, entry) &&
		(allIntended || log.includes(`/${batch.videos[placeOf(entry)]?.label ?? ''}/`));
	const intended = left.filter(isIntended);
	return {
		executions: inExecutions.length,
		logs: inLogs.length,
		intents: intended.length,
		none: left.filter((entry) => !intended.includes(entry)).map(({ projectId }) => projectId ?? ''),
	};
}

/**
 * Judges what became of a batch, by the simulator's ledger, n8n's executions and its logs.
 *
 * @param evidence - all executions of its workflow
 */
export async function judge(victim: Victim, batch: Batch, evidence: readonly Evidence[]): Promise<Verdict> {
	const { stage } = victim;
	const { mark, startedBy, errorOutput, perMinute } = batch.kind;
	const lastSeen = evidence.find(({ id }) => id === batch.attempts.at(-1));
	const last = lastSeen?.read;
	const isLost = lastSeen !== undefined && isLostByN8n(lastSeen);
	const said = whatIsSaid(batch, evidence);
	const unknownItems = said.filter((one) => one.unknown).length;
	const isRefused = batch.retried.asked === 'refused';
	// One that crashes again and again ends as little as one that hangs.
	const isStuck = last === undefined || !batch.isOver || (last.status === 'crashed' && !isRefused);
	const succeeded = last?.status === 'success';
	const missing = succeeded && !isLost ? missingIn(last, said, await clipCounts(stage)) : [];
	const twice = said.filter(({ entries }) => entries.length > 1);
	const labelsOf = (some: readonly Said[]) =>
		some.map(({ label, entries }) => `${label} (${entries.length})`);
	const error = last?.error;
	return {
		type: 'batch',
		mark,
		startedBy,
		errorOutput,
		perMinute,
		attempts: batch.attempts.length,
		refusal: isRefused ? batch.retried.reason : '',
		status: last?.status ?? batch.status,
		error: error === undefined ? '' : `${error.message} ${error.description ?? ''}`.trim(),
		outcome: isStuck
			? 'stuck'
			: unknownItems > 0
				? 'unknown'
				: succeeded && !isLost && missing.length === 0
					? 'complete'
					: isRefused
						? 'refused'
						: 'failed',
		unknownItems,
		projects: said.reduce((sum, { entries }) => sum + entries.length, 0),
		paidTwice: {
			said: labelsOf(twice.filter((one) => one.unknown)),
			unsaid: labelsOf(twice.filter((one) => !one.unknown)),
		},
		traces: await tracesOf(victim, batch, evidence),
		missing,
	};
}
