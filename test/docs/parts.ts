/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import {
	CLIP_NUMBER,
	EXTENSIONS,
	SUBMISSION_LIMITS,
	VIDEO_LIMITS,
} from '../../nodes/Clip/service/rules/vocabulary';
import { faultTable } from '../engine/faultTable';
import { callErrors, credentialErrors, downloadErrors, nodeErrors } from './errors';
import { faultMarkdown } from './faults';
import { table, withPart } from './markdown';
import { parameterTable } from './parameters';
import { withBothThemes } from './pictures';

const clip = new Clip().description.properties;
const trigger = new ClipTrigger().description.properties;

/** What the service takes, in one place for all that name it. */
function limits(): string {
	const { length, size, resolution } = VIDEO_LIMITS;
	const { perMinute, perHour } = SUBMISSION_LIMITS;
	return table(
		['What', 'Limit'],
		[
			['Length of a video', `${length.minMinutes} to ${length.maxMinutes} minutes`],
			['Size of a video', `at most ${size}`],
			['Resolution', `up to ${resolution}; clips keep the resolution of the video`],
			['Kinds of remote files', EXTENSIONS.join(', ')],
			[
				'Clips of a project',
				`at most ${CLIP_NUMBER.max} with **Max Clip Number**; otherwise all that the service finds`,
			],
			['Length of a clip', 'up to 3 minutes'],
			[
				'Submissions',
				`${perMinute} a minute and ${perHour} an hour, as published; Create keeps to both by itself`,
			],
			['Sources', 'no live broadcasts; the video must be open to everyone who has the link'],
		],
	);
}

/** The parts of the pages that are made from the code, by page and name. */
const PARTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
	'docs/create.md': { create: () => parameterTable(clip, 'create') },
	'docs/wait.md': { wait: () => parameterTable(clip, 'wait') },
	'docs/get.md': { get: () => parameterTable(clip, 'get') },
	'docs/download.md': { download: () => parameterTable(clip, 'download') },
	'docs/trigger.md': { trigger: () => parameterTable(trigger, null) },
	'docs/limits-and-privacy.md': { limits },
	'docs/credential.md': { 'errors-credential': credentialErrors },
	'docs/errors.md': {
		'errors-create': () => callErrors('create'),
		'errors-query': () => callErrors('query'),
		'errors-node': nodeErrors,
		'errors-download': downloadErrors,
	},
	'test/engine/FAULTS.md': { faults: () => faultMarkdown(faultTable) },
};

/** A file that is made from the code, in whole or in part. */
export interface Generated {
	/** Its path below the project's folder. */
	file: string;
	/**
	 * What it has to hold.
	 *
	 * @param current - what it holds; empty when there is none yet
	 */
	wanted: (current: string) => string;
}

const root = join(__dirname, '../..');

/** The pages that may show pictures. */
const PAGES = [
	'README.md',
	...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
	...readdirSync(join(root, 'examples')).map((name) => `examples/${name}`),
].filter((file) => file.endsWith('.md'));

/** All files that `npm run docs` writes. */
export const GENERATED: readonly Generated[] = [
	...Object.entries(PARTS).map(([file, parts]) => ({
		file,
		wanted: (current: string) =>
			Object.entries(parts).reduce((page, [name, part]) => withPart(page, name, part()), current),
	})),
	...PAGES.map((file) => ({ file, wanted: (page: string) => withBothThemes(file, page) })),
];
