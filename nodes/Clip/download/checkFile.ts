import type { IExecuteFunctions } from 'n8n-workflow';
import { checkProjectId } from '../service/rules/project';
import {
	accept,
	allAccepted,
	checkAmount,
	checkCount,
	type Checked,
	checkLink,
	checkSwitch,
	problemsIn,
	refuse,
} from '../lib/checked';
import type { JsonObject } from '../lib/json';
import { isUnset, readId, readText, shown } from '../lib/values';
import { cleaned } from '../lib/text';
import { inputFailure, type ItemFailure, itemFailure } from '../n8n/failures';
import { DEFAULTS, description, LIMITS, MEGABYTE, optionsField } from './download.fields';
import { readCollection } from '../n8n/parameters';

/** How files are downloaded. */
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

/** Checks how files are to be downloaded. */
export function checkFileOptions(
	context: IExecuteFunctions,
	itemIndex: number,
	options: JsonObject,
): Checked<FileOptions> {
	const given = { ...DEFAULTS, ...options };
	const checks = {
		field: checkField(context.getNodeParameter('binaryPropertyName', itemIndex, 'data')),
		atOnce: checkCount('downloadsAtOnce', given.downloadsAtOnce, LIMITS.downloadsAtOnce),
		megabytes: checkAmount('maxSize', given.maxSize, 'megabytes', LIMITS.maxSize),
		minutes: checkAmount('maxTime', given.maxTime, 'minutes', LIMITS.maxTime),
		refreshes: checkSwitch('refreshExpiredLink', given.refreshExpiredLink),
		fileName: checkFileName(given.fileName),
	};
	if (!allAccepted(checks)) return { ok: false, problems: problemsIn(checks) };
	return accept({
		field: checks.field.value,
		fileName: checks.fileName.value,
		atOnce: checks.atOnce.value,
		maxBytes: Math.floor(checks.megabytes.value * MEGABYTE),
		maxMs: checks.minutes.value * 60_000,
		refreshExpiredLink: checks.refreshes.value,
	});
}

const checkField = (value: unknown): Checked<string> =>
	typeof value === 'string' && !isUnset(value)
		? accept(cleaned(value))
		: refuse('binaryPropertyName', `must be the name of a field, but is ${shown(value)}`);

function checkFileName(value: unknown): Checked<string> {
	const name = readText(value);
	return name === undefined ? refuse('fileName', `must be text, but is ${shown(value)}`) : accept(name);
}

/** A file that has passed all checks. */
export interface FileItem extends FileOptions {
	/** The input item that it belongs to. */
	itemIndex: number;
	link: URL;
	/** The clip; null or empty where the item lacks it. */
	clip: { projectId: string | null; videoId: string | null; title: string };
}

/** Checks the parameters of Download for one input item. */
export function checkFile(context: IExecuteFunctions, itemIndex: number): FileItem | ItemFailure {
	const json = context.getInputData()[itemIndex]?.json ?? {};
	const collection = readCollection(context, optionsField, itemIndex);
	const videoUrl = context.getNodeParameter('videoUrl', itemIndex);
	const checks = {
		link: isUnset(videoUrl) && isProject(json) ? NO_CLIP : checkFileLink(videoUrl),
		options: checkFileOptions(context, itemIndex, collection.ok ? collection.value : {}),
		collection,
	};
	if (!allAccepted(checks)) return inputFailure(context, itemIndex, problemsIn(checks), description);
	return { itemIndex, link: checks.link.value, ...checks.options.value, clip: clipIn(json) };
}

/** Checks a clip whose file is wanted. */
export function checkClip(
	context: IExecuteFunctions,
	itemIndex: number,
	clip: JsonObject,
	options: FileOptions,
): FileItem | ItemFailure {
	const link = checkFileLink(clip.videoUrl);
	const known = clipIn(clip);
	const { projectId, videoId, title } = known;
	if (link.ok) return { itemIndex, link: link.value, ...options, clip: known };
	const advice = {
		title: `The service gave no link to the file of clip ${videoId ?? title}`,
		description: "Look at the clip in the service, or execute 'Get' again later.",
	};
	const failure = itemFailure(context, itemIndex, projectId, advice, 'notFound');
	return { ...failure, details: { ...failure.details, videoId } };
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

function checkFileLink(value: unknown): Checked<URL> {
	const link = checkLink('videoUrl', value);
	if (!link.ok) return link;
	const { url } = link.value;
	return `${url.username}${url.password}` === ''
		? accept(url)
		: refuse('videoUrl', `must be a link without a user name or a password, but is ${shown(value)}`);
}
