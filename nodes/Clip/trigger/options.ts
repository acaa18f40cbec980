import type { IExecuteFunctions } from 'n8n-workflow';
import { checkSelection, type Output, OUTPUTS, type Selection } from '../get/rules/selection';
import { accept, type Checked, checkOption, problemsIn } from '../lib/checked';
import { readSwitch } from '../lib/values';
import { readCollection } from '../n8n/parameters';
import { readMaxWait } from '../wait/readWait';
import type { Memory } from './duplicates';
import { DEFAULT_WAIT_MINUTES, optionsField } from './trigger.fields';

/** What the user wants of the projects that calls are about. */
export interface Wanted extends Selection {
	output: Output;
	/** Whether a failed project comes out, too. */
	failures: boolean;
	memory: Memory;
	/** For how many milliseconds a call is followed up. */
	maxWait: number;
}

/** What may start the workflow. */
const EVENTS = ['ready', 'readyOrFailed'] as const;

/** Reads what the user wants of the trigger. */
export function readWanted(context: IExecuteFunctions): Checked<Wanted> {
	const options = readCollection(context, optionsField, 0);
	if (!options.ok) return options;
	const { output = 'clips', ignoreDuplicates, maxWait } = options.value;
	const checks = [
		checkOption('event', context.getNodeParameter('event', 0, 'ready'), EVENTS),
		checkOption('output', output, OUTPUTS),
		checkSelection(options.value),
		readMaxWait(maxWait, DEFAULT_WAIT_MINUTES),
	] as const;
	const [event, chosen, selection, wait] = checks;
	if (!event.ok || !chosen.ok || !selection.ok || !wait.ok)
		return { ok: false, problems: problemsIn(checks) };
	return accept({
		output: chosen.value,
		...selection.value,
		failures: event.value === 'readyOrFailed',
		memory: readSwitch(ignoreDuplicates) === 0 ? 'none' : memoryIn(context.getMode()),
		maxWait: wait.value,
	});
}

function memoryIn(mode: string): Memory {
	if (mode === 'manual') return 'none';
	return mode === 'retry' ? 'record' : 'leaveOut';
}
