import type { IExecuteFunctions } from 'n8n-workflow';
import {
	accept,
	allAccepted,
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
	typeof value === 'string' && value.trim() !== ''
		? accept(value.trim())
		: refuse('binaryPropertyName', `must be the name of a field, but is ${shown(value)}`);

function checkFileName(value: unknown): Checked<string> {
	const name = readText(value);
	return name === undefined ? refuse('fileName', `must be text, but is ${shown(value)}`) : accept(name);
}
