import { recipes } from './recipes';

/** Where the pictures are, below the project's folder. */
export const FOLDER = 'docs/pictures';

/** Each picture is made for light pages and for dark ones. */
export const THEMES = ['light', 'dark'] as const;

/** The names of all pictures. */
export const pictureNames = (): string[] => [
	...['canvas', 'credential', 'create', 'get', 'trigger', 'executions', 'helper-note', 'stopped-check'],
	...recipes().map(({ name }) => name),
];

/**
 * The file of a picture, below the project's folder.
 *
 * @param name - the name of the picture
 * @param theme - for which pages
 */
export const fileOf = (name: string, theme: (typeof THEMES)[number]): string =>
	`${FOLDER}/${name}${theme === 'dark' ? '-dark' : ''}.png`;
