/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { basename } from 'node:path';
import { exampleFiles } from '../host';

/** Where the pictures are, below the project's folder. */
export const FOLDER = 'docs/pictures';

/** Each picture is made for light pages and for dark ones. */
export const THEMES = ['light', 'dark'] as const;

/** The workflows that are offered for import, by the names of their pictures. */
export const recipes = (): Map<string, string> =>
	new Map(exampleFiles().map((file) => [`recipe-${basename(file, '.json')}`, file]));

/** The names of all pictures. */
export const pictureNames = (): string[] => [
	...['actions', 'credential', 'create', 'get', 'canvas', 'executions', 'helper-note', 'stopped-check'],
	...['trigger', 'agent-tool', ...recipes().keys()],
];

/**
 * The file of a picture, below the project's folder.
 *
 * @param name - the name of the picture
 * @param theme - for which pages
 */
export const fileOf = (name: string, theme: (typeof THEMES)[number]): string =>
	`${FOLDER}/${name}${theme === 'dark' ? '-dark' : ''}.png`;
