import { isJsonObject, type JsonObject, parseJson } from '../../lib/json';
import { LARGEST_CALL, MEGABYTE } from '../../lib/limits';
import { redact } from '../../lib/redact';
import { projectIdIn } from '../../service/rules/project';

/** In bytes. A hundred clips, with the transcripts of three minutes, take less than 2 MB in any script. */
export const LARGEST_WEBHOOK_BODY = LARGEST_CALL * MEGABYTE;

/** What is read of a call. `fields`: the names of its fields, where it has no project ID. */
type WebhookCall = { projectId: string } | { fields: string[] };

/** @param text - the body as it came, since n8n rounds long IDs; null for what is no text, such as a form with files */
export function readCall(text: string | null): WebhookCall {
	// A byte order mark, which JSON does not know, is white space, too.
	const body = text === null ? undefined : parseJson(text.trim());
	if (!isJsonObject(body)) return { fields: [] };
	const projectId = projectIdIn(body);
	return projectId === undefined ? { fields: fieldsIn(body) } : { projectId };
}

/** How many names of fields the log shows. */
const FIELDS_SHOWN = 20;

/** The names of the fields of a call, safe to show. */
const fieldsIn = (body: JsonObject): string[] =>
	Object.keys(body)
		.slice(0, FIELDS_SHOWN)
		.map((name) => redact(name, 40));
