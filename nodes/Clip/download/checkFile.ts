import type { IExecuteFunctions } from 'n8n-workflow';
import { checkProjectId } from '../service/rules/project';
import {
	accept,
	checkAmount,
	checkCount,
	type Checked,
	checkSwitch,
	problemsIn,
	refuse,
} from '../lib/checked';
import { parseLink } from '../lib/link';
import { readId, readText, shown } from '../lib/values';
import { inputFailure, type ItemFailure } from '../n8n/failures';
import { readCollection } from '../n8n/parameters';
import { DEFAULTS, description, LIMITS, optionsField } from './download.fields';
import { MEGABYTE } from './fileStream';

/** An input item that has passed all checks. */
export interface FileItem {
	itemIndex: number;
	link: URL;
	/** The binary field for the file. */
	field: string;
	/** What the file is to be called: the user's wish, or the title of the clip. */
	wish: string;
	/** The clip, as far as the item says which one it is. */
	clip: { projectId: string | null; videoId: string | null };
	atOnce: number;
	maxBytes: number;
	/** How long the download may take, in milliseconds. */
	maxMs: number;
	refreshExpiredLink: boolean;
}

/** Checks the parameters for one input item. */
export function checkFile(context: IExecuteFunctions, itemIndex: number): FileItem | ItemFailure {
	const json = context.getInputData()[itemIndex]?.json ?? {};
	const collection = readCollection(context, optionsField, itemIndex);
	const given = { ...DEFAULTS, ...(collection.ok && collection.value) };
	const checks = [
		checkLink(context.getNodeParameter('videoUrl', itemIndex)),
		checkField(context.getNodeParameter('binaryPropertyName', itemIndex, 'data')),
		checkCount('downloadsAtOnce', given.downloadsAtOnce, LIMITS.downloadsAtOnce),
		checkAmount('maxSize', given.maxSize, 'megabytes', LIMITS.maxSize),
		checkAmount('maxTime', given.maxTime, 'minutes', LIMITS.maxTime),
		checkSwitch('refreshExpiredLink', given.refreshExpiredLink),
		checkFileName(given.fileName),
	] as const;
	const [link, field, atOnce, megabytes, minutes, refreshes, fileName] = checks;
	const optionsAreValid = atOnce.ok && megabytes.ok && minutes.ok && refreshes.ok && fileName.ok;
	if (!link.ok || !field.ok || !collection.ok || !optionsAreValid) {
		return inputFailure(context, itemIndex, problemsIn([...checks, collection]), description);
	}
	const projectId = checkProjectId(json.projectId);
	return {
		itemIndex,
		link: link.value,
		field: field.value,
		wish: fileName.value || (readText(json.title) ?? ''),
		clip: { projectId: projectId.ok ? projectId.value : null, videoId: readId(json.videoId) ?? null },
		atOnce: atOnce.value,
		maxBytes: Math.floor(megabytes.value * MEGABYTE),
		maxMs: minutes.value * 60_000,
		refreshExpiredLink: refreshes.value,
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

const checkField = (value: unknown): Checked<string> =>
	typeof value === 'string' && value.trim() !== ''
		? accept(value.trim())
		: refuse('binaryPropertyName', `must be the name of a field, but is ${shown(value)}`);

function checkFileName(value: unknown): Checked<string> {
	const name = readText(value);
	return name === undefined ? refuse('fileName', `must be text, but is ${shown(value)}`) : accept(name);
}
