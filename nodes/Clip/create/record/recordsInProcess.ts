import type { IExecuteFunctions } from 'n8n-workflow';
import type { SubmissionRecord } from '../rules/foundRecord';

/*
 * What this process knows of submissions. Where n8n has no memory for the node, nothing else is known.
 */

/** A record with the executions that have sent it, or used its project again. */
interface MarkedRecord extends SubmissionRecord {
	marks: readonly string[];
}

/** How many records a process keeps, and how many marks of each; the oldest are forgotten first. */
const MOST_RECORDS = 5_000;
const MOST_MARKS = 50;

const records = new Map<string, MarkedRecord>();

/** The name of a record in this process. The node that n8n's own Agents call is of no saved workflow, and has another ID each time. */
export function recordName(context: IExecuteFunctions, contentKey: string): string {
	const { id: workflowId } = context.getWorkflow();
	const { id, name } = context.getNode();
	return `${workflowId ?? ''}/${workflowId === undefined ? name : id}/${contentKey}`;
}

export const findInProcess = (name: string): MarkedRecord | null => records.get(name) ?? null;

/** @param marks - of this execution; those of others stay if it is the same submission */
export function keepInProcess(name: string, record: SubmissionRecord, marks: readonly string[]): void {
	const known = records.get(name);
	const others = known?.submittedAt === record.submittedAt ? known.marks : [];
	// Moves it to the end: the first one is the oldest.
	records.delete(name);
	records.set(name, { ...record, marks: [...new Set([...others, ...marks])].slice(-MOST_MARKS) });
	const [oldest] = records.keys();
	if (records.size > MOST_RECORDS && oldest !== undefined) records.delete(oldest);
}

export const forgetInProcess = (name: string): void => void records.delete(name);
