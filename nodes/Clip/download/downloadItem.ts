import type { IExecuteFunctions } from 'n8n-workflow';
import { accept, type Checked, problemsIn, refuse } from '../values/checked';
import { readWishedName, safeStem, type WishedName } from './rules/fileName';
import { checkProjectId } from '../interface/project';
import { parseLink } from '../values/link';
import { MEGABYTE } from './rules/transfer';
import { isUnset, readId, readNumber, readSwitch, readText, readWholeNumber, shown } from '../values/values';
import {
	DEFAULT_AT_ONCE,
	DEFAULT_MAX_SIZE,
	DEFAULT_MAX_TIME,
	description,
	MOST_AT_ONCE,
	optionsField,
} from './download.fields';
import { inputFailure, type ItemFailure } from '../n8n/failures';
import { readCollection } from '../n8n/parameters';

/** The clip that an input item is about, as far as the item says. */
export interface ClipIdentity {
	projectId: string | null;
	videoId: string | null;
}

/** An input item that has passed all checks. */
export interface FileItem {
	itemIndex: number;
	link: URL;
	/** The binary field for the file. */
	field: string;
	/** The file's name without its extension, safe, but maybe that of another item too. */
	stem: string;
	/** The extension that the user wishes; null when it follows from the file. */
	ext: string | null;
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
	wished: WishedName | null;
}

/** A million megabytes: no clip is larger. */
const LARGEST = 1_000_000;

/** Minutes of a week: nobody waits longer for a clip. */
const LONGEST = 10_080;

/** Checks the parameters for one input item. */
export function checkFile(context: IExecuteFunctions, itemIndex: number): FileItem | ItemFailure {
	const json = context.getInputData()[itemIndex]?.json ?? {};
	const title = readText(json.title) ?? '';
	const checks = [
		checkLink(context.getNodeParameter('videoUrl', itemIndex)),
		checkField(context.getNodeParameter('binaryPropertyName', itemIndex, 'data')),
		readOptions(context, itemIndex, title),
	] as const;
	const [link, field, options] = checks;
	if (!link.ok || !field.ok || !options.ok) {
		return inputFailure(context, itemIndex, problemsIn(checks), description);
	}
	const projectId = checkProjectId(json.projectId);
	const clip = { projectId: projectId.ok ? projectId.value : null, videoId: readId(json.videoId) ?? null };
	const { stem, ext } = options.value.wished ?? { stem: title, ext: null };
	const fallback = safeStem(`clip-${clip.videoId ?? itemIndex + 1}`, 'clip');
	return {
		itemIndex,
		link: link.value,
		field: field.value,
		stem: safeStem(stem, fallback),
		ext,
		options: options.value,
		clip,
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
	typeof value === 'string' && value.trim() !== '' && value.trim() !== '__proto__'
		? accept(value.trim())
		: refuse('binaryPropertyName', `must be the name of a field, but is ${shown(value)}`);

function readOptions(context: IExecuteFunctions, itemIndex: number, title: string): Checked<DownloadOptions> {
	const options = readCollection(context, optionsField, itemIndex);
	if (!options.ok) return options;
	const { downloadsAtOnce, fileName, maxSize, maxTime, refreshExpiredLink } = options.value;
	const atOnce = isUnset(downloadsAtOnce) ? DEFAULT_AT_ONCE : readWholeNumber(downloadsAtOnce);
	const megabytes = isUnset(maxSize) ? DEFAULT_MAX_SIZE : readNumber(maxSize);
	const minutes = isUnset(maxTime) ? DEFAULT_MAX_TIME : readNumber(maxTime);
	const refreshes = isUnset(refreshExpiredLink) ? 1 : readSwitch(refreshExpiredLink);
	const name = isUnset(fileName) ? '' : readText(fileName);
	if (atOnce === undefined || atOnce < 1 || atOnce > MOST_AT_ONCE) {
		return refuse(
			'downloadsAtOnce',
			`must be a whole number from 1 to ${MOST_AT_ONCE}, but is ${shown(downloadsAtOnce)}`,
		);
	}
	if (megabytes === undefined || megabytes <= 0 || megabytes > LARGEST) {
		return refuse(
			'maxSize',
			`must be a number of megabytes above 0 and at most ${LARGEST}, but is ${shown(maxSize)}`,
		);
	}
	if (minutes === undefined || minutes <= 0 || minutes > LONGEST) {
		return refuse(
			'maxTime',
			`must be a number of minutes above 0 and at most ${LONGEST}, but is ${shown(maxTime)}`,
		);
	}
	if (refreshes === undefined) return refuse('refreshExpiredLink', 'must be true or false');
	if (name === undefined) return refuse('fileName', `must be text, but is ${shown(fileName)}`);
	return accept({
		atOnce,
		maxBytes: Math.floor(megabytes * MEGABYTE),
		maxMs: minutes * 60_000,
		refreshExpiredLink: refreshes === 1,
		wished: name === '' ? null : readWishedName(name, title),
	});
}
