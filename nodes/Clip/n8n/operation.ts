import type { INodePropertyOptions } from 'n8n-workflow';
import type { ItemParameters } from './parameters';
import type { Judged, OutputItem } from './results';
import type { Run } from './run';

/** What the node does with the items of a run. */
export type Execute = (run: Run) => Promise<Judged<OutputItem>>;

/** One of the operations that the panel offers. */
export interface Operation {
	/** Shown in the list of operations; n8n names a new node after its `action`. */
	option: INodePropertyOptions & { value: string };
	/** The expression for what stands below the node. */
	subtitle: string;
	parameters: ItemParameters<unknown>;
	execute: Execute;
}
