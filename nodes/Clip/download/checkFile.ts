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
import type { ClipIdentity } from './freshLink';

/** An input item that has passed all checks. */
export interface FileItem {
	itemIndex: number;
	link: URL;
	/** The binary field for the file. */
	field: string;
	/** What the file is to be called: the user's wish, or the title of the clip. */
	wish: string;
	options: DownloadOptions;
	clip: ClipIdentity;
}

/** The options of a download, read. */
interface DownloadOptions {
	atOnce: number;
	maxBytes: number;
	/** How long a download may take, in milliseconds. */
	maxMs: number;
	refreshExpiredLink: boolean;
	/** Empty when the user has none. */
	fileName: string;
}

/** Checks the parameters for one input item. */
export function checkFile(context: IExecuteFunctions, itemIndex: number): FileItem | ItemFailure {
	const json = context.getInputData()[itemIndex]?.json ?? {};
	const checks = [
		checkLink(context.getNodeParameter('videoUrl', itemIndex)),
		checkField(context.getNodeParameter('binaryPropertyName', itemIndex, 'data')),
		readOptions(context, itemIndex),
	] as const;
	const [link, field, options] = checks;
	if (!link.ok || !field.ok || !options.ok) {
		return inputFailure(context, itemIndex, problemsIn(checks), description);
	}
	const projectId = checkProjectId(json.projectId);
	return {
		itemIndex,
		link: link.value,
		field: field.value,
		wish: options.value.fileName || (readText(json.title) ?? ''),
		options: options.value,
		clip: { projectId: projectId.ok ? projectId.value : null, videoId: readId(json.videoId) ?? null },
	};
}

function checkLink(value: unknown): Checked<URL> {
	const link = typeof value === 'string' ? parseLink(value.trim()) : null;
	if (link === null) {
		return refuse(
			'videoUrl',
			`must be a link that starts with http:// or https://, but is ${shown(value ?? undefined)}`,
		);
	}
	if (`${link.username}${link.password}` !== '') {
		return refuse(
			'videoUrl',
			'must not contain a user name or a password: the node sends none to the host of a file',
		);
	}
	link.hash = '';
	return accept(link);
}

const checkField = (value: unknown): Checked<string> =>
	typeof value === 'string' && value.trim() !== ''
		? accept(value.trim())
		: refuse('binaryPropertyName', `must be the name of a field, but is ${shown(value)}`);

function readOptions(context: IExecuteFunctions, itemIndex: number): Checked<DownloadOptions> {
	const collection = readCollection(context, optionsField, itemIndex);
	if (!collection.ok) return collection;
	const given = { ...DEFAULTS, ...collection.value };
	const fileName = readText(given.fileName);
	const checks = [
		checkCount('downloadsAtOnce', given.downloadsAtOnce, LIMITS.downloadsAtOnce),
		checkAmount('maxSize', given.maxSize, 'megabytes', LIMITS.maxSize),
		checkAmount('maxTime', given.maxTime, 'minutes', LIMITS.maxTime),
		checkSwitch('refreshExpiredLink', given.refreshExpiredLink),
		fileName === undefined
			? refuse('fileName', `must be text, but is ${shown(given.fileName)}`)
			: accept(fileName),
	] as const;
	const [atOnce, megabytes, minutes, refreshes, name] = checks;
	if (!atOnce.ok || !megabytes.ok || !minutes.ok || !refreshes.ok || !name.ok) {
		return { ok: false, problems: problemsIn(checks) };
	}
	return accept({
		atOnce: atOnce.value,
		maxBytes: Math.floor(megabytes.value * MEGABYTE),
		maxMs: minutes.value * 60_000,
		refreshExpiredLink: refreshes.value,
		fileName: name.value,
	});
}
