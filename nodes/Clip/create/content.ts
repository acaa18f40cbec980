import { createHash } from 'node:crypto';
import { isJsonObject } from '../lib/json';
import { unsignedVideo } from '../service/rules/source';
import type { Submission } from '../service/rules/submission';

/**
 * What is paid for once by an account: the video, however its link is signed, with all settings but the name of the project, which
 * is often made of the time.
 *
 * @param account - a hash of it
 */
export function contentOf(submission: Submission, account: string): string {
	const { videoUrl } = submission;
	const paidFor = { ...submission, projectName: undefined, videoUrl: unsignedVideo(videoUrl) };
	const text = `${account}\n${JSON.stringify(paidFor, inOrder)}`;
	return createHash('sha256').update(text).digest('base64url');
}

/** Custom fields may come in any order, also inside of one. */
const inOrder = (_key: string, value: unknown): unknown =>
	isJsonObject(value)
		? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
		: value;
