import type { IExecuteFunctions } from 'n8n-workflow';
import { checkProjectId } from '../service/rules/project';
import { accept, allAccepted, type Checked, problemsIn, refuse } from '../lib/checked';
import type { JsonObject } from '../lib/json';
import { parseLink } from '../lib/link';
import { isUnset, readId, readText, shown } from '../lib/values';
import { inputFailure, type ItemFailure, ownFailure } from '../n8n/failures';
import { description, optionsField } from './download.fields';
import { readCollection } from '../n8n/parameters';
import { checkFileOptions, type FileOptions } from './fileOptions';

/** A file that has passed all checks. */
export interface FileItem extends FileOptions {
	/** The input item that it belongs to. */
	itemIndex: number;
	link: URL;
	/** The clip, as far as it is known which one it is. */
	clip: { projectId: string | null; videoId: string | null; title: string };
}

/** Checks the parameters of Download for one input item. */
export function checkFile(context: IExecuteFunctions, itemIndex: number): FileItem | ItemFailure {
	const json = context.getInputData()[itemIndex]?.json ?? {};
	const collection = readCollection(context, optionsField, itemIndex);
	const videoUrl = context.getNodeParameter('videoUrl', itemIndex);
	const checks = {
		link: isUnset(videoUrl) && isProject(json) ? NO_CLIP : checkLink(videoUrl),
		options: checkFileOptions(context, itemIndex, collection.ok ? collection.value : {}),
		collection,
	};
	if (!allAccepted(checks)) return inputFailure(context, itemIndex, problemsIn(checks), description);
	return { itemIndex, link: checks.link.value, ...checks.options.value, clip: clipIn(json) };
}

/**
 * Checks a clip whose file is wanted.
 *
 * @param clip - an item of Get
 * @param options - how to download it
 */
export function checkClip(
	context: IExecuteFunctions,
	itemIndex: number,
	clip: JsonObject,
	options: FileOptions,
): FileItem | ItemFailure {
	const link = checkLink(clip.videoUrl);
	const { projectId, videoId, title } = clipIn(clip);
	if (link.ok) return { itemIndex, link: link.value, ...options, clip: { projectId, videoId, title } };
	const advice = {
		title: `The service gave no link to the file of clip ${videoId ?? title}`,
		description: "Look at the clip in the service, or execute 'Get' again later.",
	};
	const { error, details } = ownFailure(context, itemIndex, projectId, advice, 'notFound');
	return { error, details: { ...details, videoId } };
}

/** What Create and Wait give, of which Download can have no file. */
const isProject = (json: JsonObject): boolean => json.status === 'processing' || json.status === 'ready';

const NO_CLIP = refuse(
	'videoUrl',
	"is missing, because this item is a project, not a clip. Add Clip: Get before Download, or switch on 'Download Files' in Get",
);

function clipIn(json: JsonObject): FileItem['clip'] {
	const projectId = checkProjectId(json.projectId);
	return {
		projectId: projectId.ok ? projectId.value : null,
		videoId: readId(json.videoId) ?? null,
		title: readText(json.title) ?? '',
	};
}

function checkLink(value: unknown): Checked<URL> {
	const link = typeof value === 'string' ? parseLink(value.trim()) : null;
	return link !== null && `${link.username}${link.password}` === ''
		? accept(link)
		: refuse(
				'videoUrl',
				`must be a link that starts with http:// or https://, without a user name or a password, but is ${shown(value ?? undefined)}`,
			);
}
