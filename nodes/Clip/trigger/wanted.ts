import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { OUTPUTS } from '../get/get.fields';
import { readCollection } from '../n8n/parameters';
import { readMaxWait } from '../wait/readWait';
import { accept, type Checked, checkOption, problemsIn } from '../lib/checked';
import { checkSelection } from '../get/rules/selection';
import { readSwitch } from '../lib/values';
import { DEFAULT_WAIT_MINUTES, optionsField } from './trigger.fields';

/** What the user wants of the projects that calls speak of. A parked run keeps it, so it is plain data. */
export type Wanted = z.output<typeof wanted>;

const wanted = z.object({
	output: z.enum(OUTPUTS),
	minViralScore: z.number().nullable(),
	limit: z.number().nullable(),
	/** Whether a failed project comes out, too. */
	failures: z.boolean(),
	/**
	 * Whether clips that were delivered before are left out. A run that somebody retries has recorded its clips, but may not
	 * have come to hand them on, so it only records; test runs do neither.
	 */
	memory: z.enum(['leaveOut', 'record', 'none']),
	/** Whether a failure becomes an item instead of the end of the run. */
	continues: z.boolean(),
});

/**
 * Reads back what was stored with a parked run.
 *
 * @param stored - anything
 * @returns null when it is nothing of that kind
 */
export function restoreWanted(stored: unknown): Wanted | null {
	const read = wanted.safeParse(stored);
	return read.success ? read.data : null;
}

/**
 * Reads the options of the trigger.
 *
 * @returns what is wanted, and for how many milliseconds a call is followed up
 */
export function readWanted(context: IExecuteFunctions): Checked<Wanted & { maxWait: number }> {
	const options = readCollection(context, optionsField, 0);
	if (!options.ok) return options;
	const { output = 'clips', ignoreDuplicates, alsoStartOnFailure, maxWait } = options.value;
	const checks = [
		checkOption('output', output, OUTPUTS),
		checkSelection(options.value),
		readMaxWait(maxWait, DEFAULT_WAIT_MINUTES),
	] as const;
	const [chosen, selection, wait] = checks;
	if (!chosen.ok || !selection.ok || !wait.ok) return { ok: false, problems: problemsIn(checks) };
	const mode = context.getMode();
	return accept({
		output: chosen.value,
		...selection.value,
		failures: readSwitch(alsoStartOnFailure) === 1,
		memory:
			mode === 'manual' || readSwitch(ignoreDuplicates) === 0
				? 'none'
				: mode === 'retry'
					? 'record'
					: 'leaveOut',
		continues: context.continueOnFail(),
		maxWait: wait.value,
	});
}
