import { isJsonObject, parseJson } from '../../lib/json';
import { LARGEST_CALL, MEGABYTE } from '../../lib/limits';
import { projectIdIn } from '../../service/rules/project';

/** In bytes. A hundred clips, with the transcripts of three minutes, take less than 2 MB in any script. */
export const LARGEST_WEBHOOK_BODY = LARGEST_CALL * MEGABYTE;

/**
 * @param text - the body as it came, since n8n rounds long IDs
 * @returns undefined where it names no project
 */
export function projectIdInCall(text: string): string | undefined {
	// A byte order mark, which JSON does not know, is white space, too.
	const body = parseJson(text.trim());
	return isJsonObject(body) ? projectIdIn(body) : undefined;
}
