import type { IExecuteFunctions } from 'n8n-workflow';
import {
	accept,
	checkAmount,
	checkCount,
	type Checked,
	checkSwitch,
	problemsIn,
	refuse,
} from '../lib/checked';
import type { JsonObject } from '../lib/json';
import { readText, shown } from '../lib/values';
import { DEFAULTS, LIMITS, MEGABYTE } from './download.fields';

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

/**
 * Checks how files are to be downloaded.
 *
 * @param options - the options that the user has added
 */
export function checkFileOptions(
	context: IExecuteFunctions,
	itemIndex: number,
	options: JsonObject,
): Checked<FileOptions> {
	const given = { ...DEFAULTS, ...options };
	const checks = [
		checkField(context.getNodeParameter('binaryPropertyName', itemIndex, 'data')),
		checkCount('downloadsAtOnce', given.downloadsAtOnce, LIMITS.downloadsAtOnce),
		checkAmount('maxSize', given.maxSize, 'megabytes', LIMITS.maxSize),
		checkAmount('maxTime', given.maxTime, 'minutes', LIMITS.maxTime),
		checkSwitch('refreshExpiredLink', given.refreshExpiredLink),
		checkFileName(given.fileName),
	] as const;
	const [field, atOnce, megabytes, minutes, refreshes, fileName] = checks;
	const optionsAreValid = atOnce.ok && megabytes.ok && minutes.ok && refreshes.ok && fileName.ok;
	if (!field.ok || !optionsAreValid) return { ok: false, problems: problemsIn(checks) };
	return accept({
		field: field.value,
		fileName: fileName.value,
		atOnce: atOnce.value,
		maxBytes: Math.floor(megabytes.value * MEGABYTE),
		maxMs: minutes.value * 60_000,
		refreshExpiredLink: refreshes.value,
	});
}

const checkField = (value: unknown): Checked<string> =>
	typeof value === 'string' && value.trim() !== ''
		? accept(value.trim())
		: refuse('binaryPropertyName', `must be the name of a field, but is ${shown(value)}`);

function checkFileName(value: unknown): Checked<string> {
	const name = readText(value);
	return name === undefined ? refuse('fileName', `must be text, but is ${shown(value)}`) : accept(name);
}
