import { sideBySide } from '../sideBySide';
import type { Stage } from '../stage';
import { forgedCases } from './triggerForged';
import { killedTriggerCases, type Killing } from './triggerKilled';
import { latencyCases } from './triggerLatency';
import { outageCases } from './triggerOutage';
import { repeatCases, type Rounds } from './triggerRepeats';

/** What differs between the kinds of n8n that a Clip Trigger is tried on. */
export interface TriggerBench extends Rounds, Killing {
	/** How many runs may wait for the service at once, where each of them holds a slot of a worker. */
	slots?: number;
}

/** A Clip Trigger that others call, that is called again and again, and whose service or n8n is down. */
export function hostileTriggerCases(stage: Stage, bench: TriggerBench): void {
	describe('called while all runs', () => {
		describe('by others', () => forgedCases(stage));
		describe('again and again', () => repeatCases(stage, bench));
		describe('fifty times', () => latencyCases(stage));
		// They begin before all of these, and wait beside them.
		const outages = Object.entries(outageCases(stage)).slice(0, bench.slots);
		sideBySide(Object.fromEntries(outages), 6 * 60_000);
	});
	describe('losing its n8n', () => killedTriggerCases(stage, bench));
}
