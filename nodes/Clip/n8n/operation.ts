import type { INodePropertyOptions } from 'n8n-workflow';
import type { ItemParameters } from './readParameters';
import type { ResultsOrFatal, OutputItem } from './results';
import type { NodeExecution } from './nodeExecution';

/** What the node does with its input items. */
export type Execute = (execution: NodeExecution) => Promise<ResultsOrFatal<OutputItem>>;

/** One of the operations that the panel offers. */
export interface Operation {
	/** Shown in the list of operations; n8n names a new node after its `action`. */
	option: INodePropertyOptions & { value: string };
	/** The expression for what stands below the node. */
	subtitle: string;
	parameters: ItemParameters<unknown>;
	execute: Execute;
}
