import { isJsonObject, type JsonObject, parseJson } from '../../lib/json';
import { LARGEST_CALL, MEGABYTE } from '../../lib/limits';
import { redact } from '../../lib/redact';
import { projectIdIn } from '../../service/rules/project';

/**
 * The largest body of a webhook call that is taken, in bytes. A hundred clips, each with some dozen short fields and the
 * transcript of three minutes, have some 300 kB, and in any script less than 2 MB.
 */
export const LARGEST_WEBHOOK_BODY = LARGEST_CALL * MEGABYTE;

/** What a webhook call says: the project that it is about, a checked ID; or else the names of its fields. Nothing else of it is used. */
type WebhookCall = { projectId: string } | { fields: string[] };

/**
 * @param text - the body exactly as it came: n8n has rounded long ids in the one that it has parsed. Null for what is no text, such as a
 * form with files
 */
export function readCall(text: string | null): WebhookCall {
	// A byte order mark, which JSON does not know, is white space, too.
	const body = text === null ? undefined : parseJson(text.trim());
	if (!isJsonObject(body)) return { fields: [] };
	const projectId = projectIdIn(body);
	return projectId === undefined ? { fields: fieldsIn(body) } : { projectId };
}

/** How many names of fields the log shows. */
const FIELDS_SHOWN = 20;

/** The names of the fields of a body, safe to show; of what is in them, nothing. */
const fieldsIn = (body: JsonObject): string[] =>
	Object.keys(body)
		.slice(0, FIELDS_SHOWN)
		.map((name) => redact(name, 40));
