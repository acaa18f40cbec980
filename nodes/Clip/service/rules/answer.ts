import { z } from 'zod/v3';
import { isJsonObject, type JsonObject, parseJson } from '../../lib/json';
import type { CredentialFault } from '../../problems/credential';
import type { AnswerFacts, FailureKind, Hindrance } from '../../problems/facts';
import {
	type Endpoint,
	isAcceptance,
	kindOfCode,
	kindOfStatus,
	CODE,
	type Standing,
	standingOf,
} from './codes';
import {
	isNoProject,
	MESSAGE_FIELDS,
	type Project,
	projectIdIn,
	readProject,
	readProjectId,
} from './project';
import { maskKeyInJson, type Secrets, redact } from '../../lib/redact';
import { isUnset, readId, readText, readWholeNumber } from '../../lib/values';

/*
 * What an answer says. What that means for a wait, a record or a person is decided where it is used.
 */

export interface ProjectAnswer {
	kind: 'accepted' | 'processing' | 'ready';
	/** Its `projectId` is the one that was asked for, even if the answer names another: people find what they paid for under that ID. */
	project: Project;
	/** The project's ID in the answer; null when it gives none. The service may accept several spellings of one ID. */
	idInAnswer: string | null;
}

export interface FailedAnswer extends AnswerFacts {
	kind: FailureKind;
	standing: Standing;
	/** Whether the body is not JSON. As a rule, it is then a page of a server in front of the service. */
	isNotJson: boolean;
	/** The project's ID in the answer; null when it gives none. */
	idInAnswer: string | null;
	/** Whether there may be a project that costs money, although the submission failed. */
	mayHaveCreated: boolean;
}

export type Answer = ProjectAnswer | FailedAnswer;

interface CallContext {
	/** The project, in a query. */
	askedFor?: string | undefined;
	/** What must not be shown. */
	secrets?: Secrets | undefined;
}

interface HttpAnswer {
	httpStatus: number;
	/** The body as it came. */
	text: string;
}

/** What came instead of a whole answer. */
interface Trouble {
	/** The words of the network, n8n or the client. */
	reason: string;
	/** Whether the request may have reached the service. */
	mayHaveArrived: boolean;
	hindrance?: Hindrance | null | undefined;
	credentialFault?: CredentialFault | null;
}

/** How many characters an error shows of words and of an unreadable body, and how many of a code and an ID. */
const EXCERPT_LENGTH = 300;
const NAME_LENGTH = 80;

/** Whether the clips of an answer can be read: their list must be a list, or missing. */
const isInShape = (json: unknown): boolean =>
	isJsonObject(json) && (Array.isArray(json.videos) || (json.videos ?? null) === null);

/** An object in a list, in JSON or in text that holds JSON. */
const LISTS_OBJECTS = /[[,]\s*\{/;

/**
 * Reads the service's answer to a call; never throws, and masks the key.
 *
 * Codes that mean failure count with any HTTP status, because refusals arrive with 200 as well as with 4xx; codes that mean success count
 * only with 2xx (field notes, Envelope).
 */
export function readAnswer(
	endpoint: Endpoint,
	{ httpStatus, text }: HttpAnswer,
	{ askedFor, secrets }: CallContext = {},
): Answer {
	const json = parseJson(text);
	const body = isJsonObject(json) ? json : {};
	const isRefused = httpStatus < 200 || httpStatus > 299;
	// A server in front may repeat its status as a code, which is then no code of the service.
	const rawCode = isRefused && readWholeNumber(body.code) === httpStatus ? undefined : body.code;
	const code = readWholeNumber(rawCode);
	const accepted = isAcceptance(code);
	const named = projectIdIn(body) ?? readId(body.projectId);
	const idInAnswer = isNoProject(named) ? null : showableId(named, secrets);
	const words = readMessage(body, secrets);
	const shownCode = code ?? showableName(readText(rawCode), secrets);
	const fail = (kind: FailureKind): FailedAnswer => ({
		kind,
		standing: standingOf(endpoint, kind, shownCode),
		code: shownCode,
		words,
		httpStatus,
		hindrance: null,
		credentialFault: null,
		isNotJson: json === undefined,
		excerpt:
			code === undefined || kind === 'unreadable' || words === ''
				? redact(text, EXCERPT_LENGTH, secrets)
				: '',
		projectId: askedFor ?? idInAnswer,
		idInAnswer,
		retryAt: null,
		// A refusal that names a project contradicts itself; some deployments send 0 for none.
		mayHaveCreated:
			endpoint === 'create' && (accepted || MAY_HAVE_CREATED.has(kind) || !isNoProject(body.projectId)),
	});

	const fromCode = code === undefined ? null : kindOfCode(endpoint, code);
	const isTemporary = fromCode === 'temporary';
	if (fromCode !== null && !isTemporary) return fail(fromCode);
	if (isRefused) {
		const kind = kindOfStatus(httpStatus);
		// The status holds, unless it only says "invalid request" or, for a submission, 429: then a code that is not known outweighs it.
		const codeMayContradict = kind === 'invalidRequest' || (endpoint === 'create' && kind === 'rateLimited');
		if (!codeMayContradict) return fail(kind);
		if (isTemporary) return fail('temporary');
		if (code !== undefined) return fail('unreadable');
		// A page of a server in front says nothing of the project: the next answer may come from the service again.
		return fail(endpoint === 'query' && json === undefined && httpStatus >= 400 ? 'unreadable' : kind);
	}
	if (isTemporary) return fail('temporary');
	// A page of a server in front, or half an answer: the next answer may be whole (field notes, Query).
	if (json === undefined) return fail('temporary');

	// A code that cannot be read may mean anything, unlike a missing code.
	const unknownCode = code === undefined && !isUnset(body.code);
	// For a project that is still processing, the code says everything.
	const isProcessing = endpoint === 'query' && code === CODE.processing;
	if (unknownCode || (!isProcessing && !isInShape(json))) return fail('unreadable');
	// If the clips stand under another name, this must not count as a project without clips.
	const maySayMore = endpoint === 'query' && !isProcessing && isUnset(body.videos);
	if (maySayMore && LISTS_OBJECTS.test(text)) return fail('unreadable');
	if (secrets !== undefined) maskKeyInJson(body, text, secrets.key);
	return readSuccess(endpoint, body, code, askedFor) ?? fail('unreadable');
}

/** A valid ID is shown as it is, even if it happens to hold letters of a secret. */
const showableId = (id: string | undefined, secrets: Secrets | undefined): string | null =>
	readProjectId(id) ?? showableName(id, secrets);

const showableName = (text: string | undefined, secrets: Secrets | undefined): string | null =>
	text === undefined ? null : redact(text, NAME_LENGTH, secrets) || null;

const MAY_HAVE_CREATED: ReadonlySet<FailureKind> = new Set(['temporary', 'unreadable']);

function readSuccess(
	endpoint: Endpoint,
	body: JsonObject,
	code: number | undefined,
	askedFor: string | undefined,
): ProjectAnswer | null {
	const idInAnswer = projectIdIn(body) ?? null;
	const projectId = askedFor ?? idInAnswer;
	if (projectId === null) return null;
	const kind = kindOf(endpoint, body, code);
	if (kind === null) return null;
	const project = readProject(body, projectId, kind === 'ready' ? 'ready' : 'processing');
	return { kind, project, idInAnswer };
}

function kindOf(
	endpoint: Endpoint,
	{ videos }: JsonObject,
	code: number | undefined,
): ProjectAnswer['kind'] | null {
	// The interface shows no code at all: without one, an ID means accepted, and clips mean ready.
	if (endpoint === 'create') return code === undefined || isAcceptance(code) ? 'accepted' : null;
	if (code === CODE.processing) return 'processing';
	if (code === undefined) return Array.isArray(videos) && videos.length > 0 ? 'ready' : null;
	return code === CODE.finished ? 'ready' : null;
}

/** Where no whole answer came: no connection, a reset, a timeout, too many bytes. */
export function failureWithoutAnswer(
	endpoint: Endpoint,
	{ reason, mayHaveArrived, hindrance = null, credentialFault = null }: Trouble,
	{ askedFor, secrets }: CallContext = {},
): FailedAnswer {
	const kind = kindOfHindrance(endpoint, hindrance);
	return {
		kind,
		standing: standingOf(endpoint, kind, null, hindrance),
		code: null,
		words: redact(reason, EXCERPT_LENGTH, secrets),
		httpStatus: null,
		hindrance,
		credentialFault,
		isNotJson: false,
		excerpt: '',
		projectId: askedFor ?? null,
		idInAnswer: null,
		retryAt: null,
		mayHaveCreated: endpoint === 'create' && mayHaveArrived,
	};
}

function kindOfHindrance(endpoint: Endpoint, hindrance: Hindrance | null): FailureKind {
	// n8n does not allow or trust it the next time, either.
	if (hindrance === 'n8nRules' || hindrance === 'certificate') return 'blocked';
	return hindrance === 'credential' && endpoint === 'query' ? 'authentication' : 'temporary';
}

/** For an answer that this package has stored: its `kind` is enough to recognise it. */
const storedSchema = <A extends Answer>() =>
	z.custom<A>((value) => isJsonObject(value) && typeof value.kind === 'string');
export const storedAnswer = storedSchema<Answer>();
export const storedFailure = storedSchema<FailedAnswer>();

export const isSuccess = (answer: Answer): answer is ProjectAnswer => 'project' in answer;

/** @returns empty when an answer has no words for people */
function readMessage(body: JsonObject, secrets?: Secrets): string {
	const texts = MESSAGE_FIELDS.map((name) => readText(body[name])?.trim() ?? '');
	return redact(texts.find((text) => text !== '') ?? '', EXCERPT_LENGTH, secrets);
}
