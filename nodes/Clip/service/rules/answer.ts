import { z } from 'zod/v3';
import { isJsonObject, type JsonObject, parseJson } from '../../lib/json';
import type { CredentialFault } from '../../problems/credentialFaults';
import type { AnswerFacts, FailureKind, Hindrance, Interruption } from '../../problems/facts';
import {
	type Endpoint,
	fateAfter,
	isSuccessCode,
	kindOfCode,
	kindOfStatus,
	type Standing,
	standingOf,
	SUCCESS_CODE,
} from './codes';
import { isNoProject, MESSAGE_FIELDS, type Project, projectIdIn, readProject } from './project';
import { maskKeyInJson } from '../../lib/apiKey';
import { type Secrets, redact } from '../../lib/redact';
import { isUnset, readText, readWholeNumber } from '../../lib/values';

/*
 * What an answer says. What that means for a wait, a record or a person is decided where it is used.
 */

export interface ProjectAnswer {
	progress: 'accepted' | 'processing' | 'ready';
	/** Its `projectId` is the one that was asked for, even if the answer names another: people find what they paid for under that ID. */
	project: Project;
	/** The project's ID in the answer; null when it gives none. The service may accept several spellings of one ID. */
	idInAnswer: string | null;
}

export interface FailedAnswer extends AnswerFacts {
	standing: Standing;
	/** Whether the body is not JSON. As a rule, it is then a page of a server in front of the service. */
	isNotJson: boolean;
	/** The project's ID in the answer; null when it gives none. */
	idInAnswer: string | null;
}

export type Answer = ProjectAnswer | FailedAnswer;

interface AnswerOptions {
	/** The project, in a query. */
	queriedProjectId?: string | undefined;
	/** What must not be shown. */
	secrets?: Secrets | undefined;
}

interface HttpResponse {
	httpStatus: number;
	/** The body as it came. */
	text: string;
}

/** What came instead of a whole answer. */
interface RequestFailure {
	/** In words of the network or n8n; null or absent where they have none. */
	reason?: string | null;
	interruption?: Interruption | null;
	/** Whether the request may have reached the service. */
	mayHaveArrived: boolean;
	hindrance?: Hindrance | null | undefined;
	credentialFault?: CredentialFault | null;
}

/** How many characters an error shows of a message and of an unreadable body. */
const EXCERPT_LENGTH = 300;

/** Whether the clips of an answer can be read: their list must be a list, or missing. */
const isInShape = (json: unknown): boolean =>
	isJsonObject(json) && (Array.isArray(json.videos) || (json.videos ?? null) === null);

/** An object in a list, in JSON or in text that holds JSON. */
const LISTS_OBJECTS = /[[,]\s*\{/;

/** A response whose body is read as JSON. */
interface ParsedResponse extends HttpResponse {
	/** Undefined where the body is not JSON. */
	json: unknown;
	/** Empty where the body is no object. */
	body: JsonObject;
	/** Undefined where there is no code, or none that can be read. */
	code: number | undefined;
}

/**
 * Reads the service's answer to a call; never throws, and masks the key.
 *
 * Codes that mean failure count with any HTTP status, because refusals arrive with 200 as well as with 4xx; codes that mean success count
 * only with 2xx (field notes, Envelope).
 */
export function readAnswer(endpoint: Endpoint, response: HttpResponse, options: AnswerOptions = {}): Answer {
	const parsed = parseResponse(response);
	const failure = failureIn(endpoint, parsed);
	const success = failure === null ? readSuccess(endpoint, parsed, options) : null;
	return success ?? makeFailedAnswer(endpoint, failure ?? 'unreadable', parsed, options);
}

const isErrorStatus = (httpStatus: number): boolean => httpStatus < 200 || httpStatus > 299;

function parseResponse({ httpStatus, text }: HttpResponse): ParsedResponse {
	const json = parseJson(text);
	const body = isJsonObject(json) ? json : {};
	// The service's codes are numbers. A server in front may give letters, or repeat its status: its status says more.
	const isRepeated = isErrorStatus(httpStatus) && readWholeNumber(body.code) === httpStatus;
	return { httpStatus, text, json, body, code: isRepeated ? undefined : readWholeNumber(body.code) };
}

/** @returns null for an answer that may be read as a success */
function failureIn(endpoint: Endpoint, response: ParsedResponse): FailureKind | null {
	const { httpStatus, json, code } = response;
	const fromCode = code === undefined ? null : kindOfCode(endpoint, code);
	if (fromCode !== null && fromCode !== 'temporary') return fromCode;
	if (isErrorStatus(httpStatus)) return kindOfRefusal(endpoint, response, fromCode);
	// A page of a server in front, or half an answer: the next answer may be whole (field notes, Query).
	if (fromCode !== null || json === undefined) return 'temporary';
	return isReadable(endpoint, response) ? null : 'unreadable';
}

/** @param fromCode - what the code says */
function kindOfRefusal(
	endpoint: Endpoint,
	{ httpStatus, json, code }: ParsedResponse,
	fromCode: 'temporary' | null,
): FailureKind {
	const kind = kindOfStatus(httpStatus);
	// The status decides, unless it only says "invalid request", or 429 for a submission: an unknown code outweighs these.
	const codeMayContradict = kind === 'invalidRequest' || (endpoint === 'create' && kind === 'rateLimited');
	if (!codeMayContradict) return kind;
	if (code !== undefined) return fromCode ?? 'unreadable';
	// A page of a server in front says nothing of the project: the next answer may come from the service again.
	return endpoint === 'query' && json === undefined && httpStatus >= 400 ? 'unreadable' : kind;
}

function isReadable(endpoint: Endpoint, { text, json, body, code }: ParsedResponse): boolean {
	// A code that cannot be read may mean anything, unlike a missing code.
	if (code === undefined && !isUnset(body.code)) return false;
	// For a project that is still processing, the code says everything.
	if (endpoint === 'query' && code === SUCCESS_CODE.processing) return true;
	// If the clips stand under another name, this must not count as a project without clips.
	const maySayMore = endpoint === 'query' && isUnset(body.videos) && LISTS_OBJECTS.test(text);
	return isInShape(json) && !maySayMore;
}

function makeFailedAnswer(
	endpoint: Endpoint,
	kind: FailureKind,
	{ httpStatus, text, json, body, code }: ParsedResponse,
	{ queriedProjectId, secrets }: AnswerOptions,
): FailedAnswer {
	const idInAnswer = projectIdIn(body) ?? null;
	const message = readMessage(body, secrets);
	const isDoubtful = kind === 'temporary' || kind === 'unreadable';
	const saysEnough = code !== undefined && kind !== 'unreadable' && message !== '';
	// A refusal that names a project contradicts itself; some deployments send 0 for none.
	const mayHaveCreated = isDoubtful || isSuccessCode(code) || !isNoProject(body.projectId);
	return {
		kind,
		fate: fateAfter(endpoint, code ?? null, mayHaveCreated),
		standing: standingOf(endpoint, kind, code ?? null),
		code: code ?? null,
		message,
		interruption: null,
		httpStatus,
		hindrance: null,
		credentialFault: null,
		isNotJson: json === undefined,
		excerpt: saysEnough ? '' : redact(text, EXCERPT_LENGTH, secrets),
		projectId: queriedProjectId ?? idInAnswer,
		idInAnswer,
		retryAt: null,
	};
}

/** The IDs by which whoever has paid finds a project and its clips again: the key is not masked in them. */
const ID_FIELDS: ReadonlySet<string> = new Set(['projectId', 'videoId']);

/** @returns null where the answer names no project, or its code means neither acceptance nor clips */
function readSuccess(
	endpoint: Endpoint,
	{ body, code }: ParsedResponse,
	{ queriedProjectId, secrets }: AnswerOptions,
): ProjectAnswer | null {
	const idInAnswer = projectIdIn(body) ?? null;
	const projectId = queriedProjectId ?? idInAnswer;
	const progress = progressOf(endpoint, body, code);
	if (projectId === null || progress === null) return null;
	if (secrets !== undefined) maskKeyInJson(body, secrets.apiKey, ID_FIELDS);
	const project = readProject(body, projectId, progress === 'ready' ? 'ready' : 'processing');
	return { progress, project, idInAnswer };
}

function progressOf(
	endpoint: Endpoint,
	{ videos }: JsonObject,
	code: number | undefined,
): ProjectAnswer['progress'] | null {
	// The interface shows no code at all: without one, an ID means accepted, and clips mean ready.
	if (endpoint === 'create') return code === undefined || isSuccessCode(code) ? 'accepted' : null;
	if (code === SUCCESS_CODE.processing) return 'processing';
	if (code === undefined) return Array.isArray(videos) && videos.length > 0 ? 'ready' : null;
	return code === SUCCESS_CODE.finished ? 'ready' : null;
}

/** Where no whole answer came: no connection, a reset, a timeout, too many bytes. */
export function makeFailedAnswerWithoutResponse(
	endpoint: Endpoint,
	{ reason, interruption = null, mayHaveArrived, hindrance = null, credentialFault = null }: RequestFailure,
	{ queriedProjectId, secrets }: AnswerOptions = {},
): FailedAnswer {
	const kind = kindOfHindrance(endpoint, hindrance);
	return {
		kind,
		fate: fateAfter(endpoint, null, mayHaveArrived),
		standing: standingOf(endpoint, kind, null, hindrance),
		code: null,
		message: redact(reason ?? '', EXCERPT_LENGTH, secrets),
		interruption,
		httpStatus: null,
		hindrance,
		credentialFault,
		isNotJson: false,
		excerpt: '',
		projectId: queriedProjectId ?? null,
		idInAnswer: null,
		retryAt: null,
	};
}

function kindOfHindrance(endpoint: Endpoint, hindrance: Hindrance | null): FailureKind {
	// A second try would be blocked, too.
	if (hindrance === 'n8nRules' || hindrance === 'certificate') return 'blocked';
	return hindrance === 'credential' && endpoint === 'query' ? 'authentication' : 'temporary';
}

/** For an answer that this package has stored: its `kind` is enough to recognise it. */
export const storedFailureSchema = z.custom<FailedAnswer>(
	(value) => isJsonObject(value) && typeof value.kind === 'string',
);

export const isProjectAnswer = (answer: Answer): answer is ProjectAnswer => 'project' in answer;

/** @returns empty when an answer has none */
function readMessage(body: JsonObject, secrets?: Secrets): string {
	const texts = MESSAGE_FIELDS.map((name) => readText(body[name])?.trim() ?? '');
	return redact(texts.find((text) => text !== '') ?? '', EXCERPT_LENGTH, secrets);
}
