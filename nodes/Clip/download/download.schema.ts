import { z } from 'zod/v3';
import { amount, aLink, aSwitch, count, field, refuse, type Schema, together } from '../lib/fields';
import { cleaned } from '../lib/text';
import { isUnset, readId, readText } from '../lib/values';
import type { Parameters } from '../n8n/parameters';
import { readProjectId } from '../service/rules/project';
import { DEFAULTS, description, LIMITS, MEGABYTE } from './download.fields';

export interface FileOptions {
	/** The binary field for the file. */
	field: string;
	/** What the files are to be called; empty for the titles of their clips. */
	fileName: string;
	atOnce: number;
	maxBytes: number;
	/** How long the download of a file may take, in milliseconds. */
	maxMs: number;
	refreshExpiredLink: boolean;
}

/** How files are to be downloaded, for whoever wants them. */
export const fileParameters: Schema<FileOptions> = z
	.object({
		binaryPropertyName: field(
			(value) => (typeof value === 'string' && !isUnset(value) ? cleaned(value) : undefined),
			'must be the name of a field',
		).default(DEFAULTS.binaryPropertyName),
		downloadsAtOnce: count(LIMITS.downloadsAtOnce).default(DEFAULTS.downloadsAtOnce),
		maxSize: amount('megabytes', LIMITS.maxSize).default(DEFAULTS.maxSize),
		maxTime: amount('minutes', LIMITS.maxTime).default(DEFAULTS.maxTime),
		refreshExpiredLink: aSwitch.default(DEFAULTS.refreshExpiredLink),
		fileName: field(readText, 'must be text').default(DEFAULTS.fileName),
	})
	.transform(({ binaryPropertyName, fileName, downloadsAtOnce, maxSize, maxTime, refreshExpiredLink }) => ({
		field: binaryPropertyName,
		fileName,
		atOnce: downloadsAtOnce,
		maxBytes: Math.floor(maxSize * MEGABYTE),
		maxMs: maxTime * 60_000,
		refreshExpiredLink,
	}));

export const fileLink: Schema<URL> = aLink(({ url }) =>
	`${url.username}${url.password}` === '' ? null : 'must be a link without a user name or a password',
).transform(({ url }) => url);

/** The clip that an item is about; null or empty where it lacks something. */
interface NamedClip {
	projectId: string | null;
	videoId: string | null;
	title: string;
}

export const namedClip: Schema<NamedClip> = z
	.object({ projectId: z.unknown(), videoId: z.unknown(), title: z.unknown() })
	.transform(({ projectId, videoId, title }) => ({
		projectId: readProjectId(projectId) ?? null,
		videoId: readId(videoId) ?? null,
		title: readText(title) ?? '',
	}));

export interface WantedFile extends FileOptions {
	link: URL;
	clip: NamedClip;
}

const NO_CLIP =
	"is missing, because this item is a project, not a clip. Add Clip: Get before Download, or switch on 'Download Files' in Get";

/** 'Video URL'. What Create and Wait give, of which Download can have no file, has none. */
const linkOfItem = z
	.object({ videoUrl: z.unknown(), item: z.object({ status: z.unknown() }) })
	.superRefine(({ videoUrl, item: { status } }, context) => {
		const isProject = status === 'processing' || status === 'ready';
		if (isUnset(videoUrl) && isProject) refuse(context, NO_CLIP, 'videoUrl');
	})
	.pipe(z.object({ videoUrl: fileLink }))
	.transform(({ videoUrl }) => videoUrl);

export const downloadParameters: Parameters<WantedFile> = {
	fields: description,
	schema: together({
		link: linkOfItem,
		options: fileParameters,
		about: z.object({ item: namedClip }),
	}).transform(({ link, options, about }) => ({ ...options, link, clip: about.item })),
};
