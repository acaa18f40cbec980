import { sideBySide } from '../sideBySide';
import type { Stage } from '../stage';
import { type Flood, floodCases } from './triggerFlood';
import { forgedCases } from './triggerForged';
import { killedTriggerCases, type Killing } from './triggerKilled';
import { latencyCases } from './triggerLatency';
import { outageCases } from './triggerOutage';
import { repeatCases, type Rounds } from './triggerRepeats';

/** What differs between the kinds of n8n that a Clip Trigger is tried on. */
export type TriggerBench = Rounds & Killing & Flood;

/** A Clip Trigger that others call, that is called again and again, and whose service or n8n is down. */
export function hostileTriggerCases(stage: Stage, bench: TriggerBench): void {
	describe('called while all runs', () => {
		describe('by others', () => forgedCases(stage));
		describe('again and again', () => repeatCases(stage, bench));
		describe('in a flood', () => floodCases(stage, bench));
		describe('fifty times', () => latencyCases(stage));
		// They begin before all of these, and wait beside them.
		sideBySide(outageCases(stage));
	});
	describe('losing its n8n', () => killedTriggerCases(stage, bench));
}
