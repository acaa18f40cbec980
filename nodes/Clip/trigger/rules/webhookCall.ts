import { isJsonObject, parseJson } from '../../lib/json';
import { projectIdIn } from '../../service/rules/project';

/**
 * @param text - the body as it came, since n8n rounds long IDs
 * @returns undefined where it names no project
 */
export function projectIdInCall(text: string): string | undefined {
	// A byte order mark, which JSON does not know, is white space, too.
	const body = parseJson(text.trim());
	return isJsonObject(body) ? projectIdIn(body) : undefined;
}
