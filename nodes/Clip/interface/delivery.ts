import { type Failure, isSuccess, readParsed } from './answer';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../lib/json';
import type { FailureClass } from './outcome';
import { checkProjectId, type Project } from './project';
import { isUnset, readId, readWholeNumber } from '../lib/values';

/**
 * The largest call that is taken, in bytes, and what it may hold when it is taken at its word. The service documents at most 100
 * clips for a project, each with some dozen short fields and the transcript of three minutes: some 300 kB, in any script less
 * than 2 MB. Without that limit of the user a project of ten hours has a few hundred.
 */
export const LARGEST_CALL = 4 * 1024 * 1024;
const MOST_CLIPS = 1_000;
const MOST_VALUES = 50_000;

/**
 * The project that a webhook call speaks of; the only thing in it that is used when calls are verified.
 *
 * @param body - the body as n8n has parsed it, which rounds long ids
 * @param readText - gives the body exactly as it came; it is read again only for such an id
 * @returns a checked ID; null when the body names none
 */
export function readDeliveredId(body: unknown, readText: () => string): string | null {
	const given = idIn(body);
	const wasRounded = Number.isInteger(given) && !Number.isSafeInteger(given);
	const projectId = checkProjectId(readId(wasRounded ? exactId(readText(), given) : given));
	return projectId.ok ? projectId.value : null;
}

/** An id that is written plainly, once or always the same, is found without parsing megabytes again. */
function exactId(text: string, rounded: unknown): unknown {
	const found = Array.from(text.matchAll(/"projectId"\s*:\s*(-?\d{16,128})(?=[\s,}])/g), ([, id]) => id);
	const [id] = found;
	return id !== undefined && Number(id) === rounded && found.every((other) => other === id)
		? id
		: idIn(parseJson(text));
}

/** A key may be inherited from a prototype that somebody has sent. */
const idIn = (body: unknown): unknown =>
	isJsonObject(body) && Object.hasOwn(body, 'projectId') ? body.projectId : undefined;

/** What a webhook call tells of its project: its clips, or why there are none. */
export type Delivery = { project: Project } | { failure: Failure };

/**
 * What a webhook call tells, for users who take calls at their word. The body equals the answer of a query for a ready
 * project; a body with a code that means failure was seen, too (field notes, Webhook).
 *
 * @param body - the body as {@link parseJson} gives it
 * @param projectId - the project that it names
 * @returns null when the body is in no known shape, or about a project that is neither ready nor failed
 */
export function readDelivery(body: unknown, projectId: string): Delivery | null {
	const answer = readParsed('query', { httpStatus: 200, json: body, text: '' }, projectId);
	if (!isSuccess(answer)) return hasFailed(answer) ? { failure: answer } : null;
	return answer.outcome === 'ready' ? { project: answer.project } : null;
}

/** What a call is about, as far as that can be told without reading its clips; `tooMuch`: it holds more than a project can. */
export type Outline = 'failed' | 'neither' | 'ready' | 'tooMuch';

/**
 * What {@link readDelivery} will make of a call: anybody may send one, so little is built of it before it is taken.
 *
 * @param body - the body as n8n has parsed it
 * @param projectId - the project that it names
 */
export function outlineOf(body: JsonObject, projectId: string): Outline {
	const { videos } = body;
	if ((Array.isArray(videos) && videos.length > MOST_CLIPS) || look(body).tooMuch) return 'tooMuch';
	const outline = {
		projectId,
		code: isUnset(body.code) ? null : (readWholeNumber(body.code) ?? 'unknown'),
		videos: Array.isArray(videos) ? videos.slice(0, 1).map(() => null) : videos && 'no list',
	};
	const delivery = readDelivery(outline, projectId);
	if (delivery === null) return 'neither';
	return 'failure' in delivery ? 'failed' : 'ready';
}

/**
 * A call that is taken at its word, as {@link parseJson} reads it. Most are the same as n8n has parsed them, so that nothing is
 * built a second time.
 *
 * @param body - the body as n8n has parsed it, of which {@link outlineOf} tells something
 * @param readText - gives the body exactly as it came
 */
export function exactBody(body: JsonObject, readText: () => string): JsonObject | null {
	const exact = look(body).exact ? body : parseJson(readText());
	return isJsonObject(exact) ? exact : null;
}

/** Whether a body holds more than a project can; and whether {@link parseJson} would make the same of its text. */
function look(body: object): { tooMuch: boolean; exact: boolean } {
	const left: object[] = [body];
	let values = 0;
	let exact = true;
	for (let part = left.pop(); part !== undefined; part = left.pop()) {
		const entries: unknown[] = Object.values(part);
		values += entries.length;
		if (values > MOST_VALUES) return { tooMuch: true, exact };
		for (const value of entries) {
			if (typeof value === 'number') exact &&= Number.isSafeInteger(value) || !Number.isInteger(value);
			else if (typeof value === 'object' && value !== null) left.push(value);
		}
	}
	return { tooMuch: false, exact };
}

/** Codes by which the service says that it has no such project, rather than that the project failed. */
const UNKNOWN_PROJECT: ReadonlySet<string | null> = new Set(['-1000', '4006']);

const FAILED: ReadonlySet<FailureClass> = new Set(['failed', 'invalidRequest', 'quota', 'sourceProblem']);

/**
 * Whether the service itself says that a project has failed. Without a code it was not the service that spoke, but a
 * server in front of it.
 *
 * @param failure - the answer to a query
 */
export const hasFailed = ({ outcome, code }: Failure): boolean =>
	code !== null && FAILED.has(outcome) && !UNKNOWN_PROJECT.has(code);

/**
 * Whether the service itself says that it has no such project.
 *
 * @param failure - the answer to a query
 */
export const isUnknown = ({ code }: Failure): boolean => UNKNOWN_PROJECT.has(code);

/** A project without clips, as the trigger hands it on when the user wants to know of failures, too. */
export interface FailedProject {
	projectId: string;
	status: 'failed';
	/** The service's code and words, as they came. */
	code: string | null;
	message: string;
	[field: string]: JsonValue;
}

/**
 * A failed project as an output item.
 *
 * @param projectId - the project
 * @param failure - what the service said of it
 */
export const failedProject = (projectId: string, { code, serviceMessage }: Failure): FailedProject => ({
	projectId,
	status: 'failed',
	code,
	message: serviceMessage,
});
