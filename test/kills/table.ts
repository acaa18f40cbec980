import { table } from '../docs/markdown';
import { allMoments, moments, targets, type Mode } from './plan';
import type { Settled } from './state';
import type { Verdict } from './verdict';

const head = [
	'Moment of the kill',
	'Kills',
	'Runs hit',
	'Complete',
	'Ended with "unknown" (items)',
	'n8n refuses a Retry',
	'Other error',
	'Stuck',
	'Retried',
	'Paid twice without "unknown"',
	'Without a trace',
];

const distinct = (verdicts: readonly Verdict[]): Verdict[] => [
	...new Map(verdicts.map((verdict) => [verdict.mark, verdict])).values(),
];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function cells(name: string, kills: number, hit: readonly Verdict[]): string[] {
	const runs = distinct(hit);
	const ended = (outcome: Verdict['outcome']) => runs.filter((run) => run.outcome === outcome);
	const unknown = ended('unknown');
	return [
		name,
		kills,
		runs.length,
		ended('complete').length,
		unknown.length === 0 ? 0 : `${unknown.length} (${sum(unknown.map((run) => run.unknownItems))})`,
		ended('refused').length,
		ended('failed').length,
		ended('stuck').length,
		runs.filter((run) => run.attempts > 1).length,
		sum(runs.map(({ paidTwice }) => paidTwice.unsaid.length)),
		sum(runs.map(({ traces }) => traces.none.length)),
	].map(String);
}

/**
 * The kills of a mode as a table in Markdown. A run that was hit at two moments stands in both rows, and once in the last.
 *
 * @param settled - the kills, those of other modes included
 */
export function killsTable(mode: Mode, settled: readonly Settled[]): string {
	const own = settled.filter((kill) => kill.mode === mode);
	const all = own.flatMap(({ verdicts }) => verdicts);
	const rows = allMoments.flatMap((moment) => {
		const kills = own.filter((kill) => kill.moment === moment).length;
		const hit = all.filter((one) => one.moment === moment).map((one) => one.verdict);
		return kills + hit.length === 0 ? [] : [cells(moments[moment], kills, hit)];
	});
	const total = cells(
		'all',
		own.length,
		all.map((one) => one.verdict),
	);
	const killed = targets[mode].map(
		(target) => `${target} ${own.filter((kill) => kill.target === target).length}`,
	);
	return `${mode} mode; killed: ${killed.join(', ')}\n\n${table(head, [...rows, total])}`;
}
