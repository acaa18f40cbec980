/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { basename } from 'node:path';
import { exampleFiles } from '../host';

/** The picture of a workflow that is offered for import. */
export interface Recipe {
	/** The name of the picture. */
	name: string;
	/** The file of the workflow. */
	file: string;
}

/** The pictures of all workflows in `examples/`. */
export const recipes = (): Recipe[] =>
	exampleFiles().map((file) => ({ name: `recipe-${basename(file, '.json')}`, file }));
