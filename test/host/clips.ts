import { z } from 'zod/v3';
import { itemsOf, type Execution } from './execution';
import { typePrefix, type Workflow } from './workflow';

const clip = z.object({
	projectName: z.string().optional(),
	rank: z.number(),
	viralScore: z.number().nullable(),
	durationSeconds: z.number().nullable(),
	title: z.string().nullish(),
});

/** The fields of a clip item that the table shows. */
export type Clip = z.output<typeof clip>;

/** The clips that the Clip: Get nodes of a workflow gave out. Other items, such as a project's status, are left out. */
export const clipsOf = (workflow: Workflow, execution: Execution): Clip[] =>
	workflow.nodes
		.filter(({ type, parameters }) => type === `${typePrefix}clip` && parameters.operation === 'get')
		.flatMap(({ name }) => itemsOf(execution, name))
		.flatMap(({ json }) => clip.safeParse(json).data ?? []);
