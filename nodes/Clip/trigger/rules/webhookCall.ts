import { isJsonObject, type JsonObject, parseJson } from '../../lib/json';
import { LARGEST_CALL, MEGABYTE } from '../../lib/limits';
import { redact } from '../../lib/redact';
import { projectIdIn } from '../../service/rules/project';

/**
 * The largest body of a webhook call that is taken, in bytes. A hundred clips, each with some dozen short fields and the
 * transcript of three minutes, have some 300 kB, and in any script less than 2 MB.
 */
export const LARGEST_WEBHOOK_BODY = LARGEST_CALL * MEGABYTE;

/** What a webhook call says. */
type WebhookCall =
	/** The project that it is about, a checked ID; nothing else of the call is used. */
	| { projectId: string }
	/** Somebody tries whether the address answers: nothing in the body looks like an ID. `fields`: the names of what is in it. */
	| { isTrial: true; fields: string[] }
	/** It should name a project, and does not. */
	| { isTrial: false; fields: string[] };

/**
 * @param text - the body exactly as it came: n8n has rounded long ids in the one that it has parsed. Null for what is no text, such as a
 * form with files
 */
export function readCall(text: string | null): WebhookCall {
	// A byte order mark, which JSON does not know, is white space, too.
	const plain = text?.trim() ?? 'none';
	const body = plain === '' ? {} : parseJson(plain);
	if (!isJsonObject(body)) return { isTrial: false, fields: [] };
	const projectId = projectIdIn(body);
	return projectId === undefined ? { isTrial: !NAMES_ID.test(plain), fields: fieldsIn(body) } : { projectId };
}

/** Whether something in JSON looks as if it stood for an ID: `id`, `uuid`, `task_id`, `videoId`; whatever is called a project may be one, too. */
const NAMES_ID = /[Pp]roject|PROJECT|"(?:\w*_)?(?:uu)?(?:id|ID)"|[a-z]I[dD]"/;

/** How many names of fields the log shows. */
const FIELDS_SHOWN = 20;

/** The names of the fields of a body, safe to show; of what is in them, nothing. */
const fieldsIn = (body: JsonObject): string[] =>
	Object.keys(body)
		.slice(0, FIELDS_SHOWN)
		.map((name) => redact(name, 40));
