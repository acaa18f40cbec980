import { NOT_THE_SERVICE } from '../../../../credentials/VideoClippingApi.credentials';
import type { Call, FailedAnswer } from './answer';
import type { Hindrance } from './network';
import { FAILED_PROJECT_CODES, type FailureKind, isServiceCode, UNKNOWN_PROJECT_CODES } from './failureKind';
import { joined } from '../../lib/text';
import type { Advice, Executor, NothingDone } from '../../lib/advice';
import { isRedirect } from '../../lib/link';
import { EXTENSIONS, SUBMISSION_LIMITS, VIDEO_LIMITS } from './vocabulary';

/*
 * What is said of the answers to calls stands in one place, so that one text does not contradict another.
 */

const TITLES: Record<FailureKind, string | Record<Call, string>> = {
	authentication: 'The service rejected the API key',
	blocked: 'n8n blocks calls to the address of the service',
	failed: {
		create: 'The service refused to create the project',
		query: 'The service could not clip this video',
	},
	invalidRequest: {
		create: 'The service rejected the submission',
		query: 'The service rejected the request for this project',
	},
	quota: 'The account does not have enough processing minutes left',
	rateLimited: 'The service accepts no more requests at the moment',
	sourceProblem: 'The service cannot use this video',
	temporary: {
		create: 'The service could not be reached',
		query: 'The status of the project could not be checked',
	},
	unreadable: 'The answer of the service could not be read',
};

/** A submission of which nobody knows what came. */
export const UNKNOWN_CREATION: Advice = {
	// A toast and a list of executions show no more than this.
	title: 'It is unknown whether the project was created: minutes may have been charged',
	meaning:
		'The submission was sent, or may have been, and no readable confirmation came back. It was not sent again.',
	todo: '',
};

/** What to do where nobody knows whether a project was created. */
export const LOOK_FOR_PROJECT: Record<Executor, string> = {
	person:
		"Look for the project in the web interface of the service. If there is none, set 'Submit Again' in 'Options' to 'Each Time' for one execution, and back afterwards.",
	publisher:
		"Look for the project in the web interface of the service. If there is none, set 'Submit Again' in 'Options' to 'Each Time' for one execution, and back afterwards. After two hours, the next execution submits the video again.",
	caller:
		'Look for the project in the web interface of the service. For two hours, this video is not submitted again.',
};

/** What is said of a project that could not be asked for. */
export const NOT_LOST = 'The project is not lost.';

/** How to go on with a project that exists. */
const GO_ON: Record<Executor, string> = {
	person: 'Execute again. It costs nothing and goes on where it was.',
	publisher: 'Retry this execution: it costs nothing.',
	caller: '',
};

/** What becomes of the video of a failed project. */
const AFTER_FAILURE: Record<Executor, string> = {
	person: 'Executing again submits the video again.',
	publisher: 'Within two hours, only a person who executes by hand submits the video again.',
	caller: 'For two hours, this video is not submitted again.',
};

const { minMinutes, maxMinutes } = VIDEO_LIMITS.length;

const KIND_TODOS: Record<FailureKind, string> = {
	authentication:
		"Check 'API Key' and 'Header Name' in the credential. API access also needs a paid plan of the service.",
	blocked:
		"Check 'Base URL' in the credential. If it is right, the administrator of n8n can allow its host in N8N_SSRF_ALLOWED_HOSTNAMES, or its address in N8N_SSRF_ALLOWED_IP_RANGES.",
	failed: 'Look at the project in the web interface of the service, or try another video.',
	invalidRequest: 'Compare the fields with the message of the service below.',
	quota: 'Add minutes to the account, or change the plan in the service, before the next try.',
	rateLimited: `Wait a few minutes before the next try. Published limits are ${SUBMISSION_LIMITS.perMinute} submissions a minute and ${SUBMISSION_LIMITS.perHour} an hour.`,
	sourceProblem: `Videos must be ${minMinutes} to ${maxMinutes} minutes long and at most ${VIDEO_LIMITS.size}, not live, and open to everyone who has the link.`,
	temporary: 'Try again in a few minutes.',
	unreadable:
		"Check 'Base URL' in the credential. If it is right, the service gives an answer that this package does not understand.",
};

/** What to do about what keeps calls away, whoever is called. */
const CERTIFICATE_TODO =
	"If the certificate is your company's, or that of a proxy that reads calls on their way, the administrator of n8n names its authority in NODE_EXTRA_CA_CERTS and starts n8n again. If it has expired, whoever runs the server has to renew it.";

/**
 * What is said of a hindrance, instead of what is said of the kind of failure.
 *
 * @param whose - who is called: "the service"
 * @param field - where its address was entered
 */
export const explainHindrance = (
	hindrance: Hindrance | null,
	whose: string,
	field: string,
): { title?: string; todo?: string } => {
	switch (hindrance) {
		case 'certificate':
			return { title: `n8n does not trust the certificate of ${whose}`, todo: CERTIFICATE_TODO };
		case 'credential':
			return {
				title: 'n8n could not read the credential',
				todo: 'It was deleted or emptied, or n8n cannot open it at the moment. Mend it, or choose another one.',
			};
		case 'host':
			return {
				todo: `There is no host of this name. Check '${field}'. If it is right, n8n cannot look up names at the moment: try again in a few minutes.`,
			};
		default:
			return {};
	}
};

const hindering = ({ hindrance }: FailedAnswer) => explainHindrance(hindrance, 'the service', 'Base URL');

/** Replaces the text of the kind of failure. Meanings drift, so the raw code and message always stand beside it. */
const CODE_TODOS: ReadonlyMap<number | string, string> = new Map([
	[
		4004,
		`The video format is not supported: use one of ${EXTENSIONS.join(', ')}. Live videos are not supported either.`,
	],
	[
		4005,
		`The link is invalid, the file is broken, or the video is shorter than ${minMinutes} minute, longer than ${maxMinutes} minutes or larger than ${VIDEO_LIMITS.size}. Or the host of the file does not announce its length (Content-Length).`,
	],
	[
		4006,
		"A parameter is not allowed. Often this is a 'Template ID' whose ratio differs from 'Aspect Ratio', or a file without 'File Extension'.",
	],
	[
		4008,
		'The service cannot download the video: the link must be open to everyone, without a login. A signed link may have been made for GET alone: then a HEAD request, by which the service may look first, is refused (HTTP 403).',
	],
	[4009, 'The video link is not valid for this kind of source.'],
	[4010, "The spoken language was not detected: choose it in 'Language'."],
]);

const STATUS_TODOS: ReadonlyMap<number | null, string> = new Map(
	[413, 414, 431].map((status) => [status, 'The request is too large.'] as const),
);

const NOT_REACHED_TODO = "Check 'Base URL' in the credential, or try again in a few minutes.";

/** Of a page that forbids a call: nobody may have looked at the key. */
export const REFUSED_ON_THE_WAY = 'The call was refused, by the service or on the way to it';
const FIREWALL_TODO =
	'The answer is a page, not what the service says: a proxy or a firewall between n8n and the service may have refused the call.';

const isRefusedOnTheWay = ({ code, excerpt, httpStatus, isPage }: FailedAnswer): boolean =>
	httpStatus === 403 && code === null && isPage && excerpt !== '';

/** Whether a refusal is that of a server that is not the service: it has no such address, or answers with a page. */
const isNotTheService = ({ code, httpStatus, isPage, kind }: FailedAnswer): boolean => {
	if (httpStatus === null || httpStatus < 400 || typeof code === 'number') return false;
	if (httpStatus === 404 || httpStatus === 405) return true;
	return isPage && !STATUS_TODOS.has(httpStatus) && (kind === 'invalidRequest' || kind === 'unreadable');
};

const UNKNOWN_PROJECT: Advice = {
	title: 'The service does not know this project',
	meaning: 'Asking costs nothing.',
	todo: "Compare 'Project ID' with the one that Create returned, and check that the API key belongs to the same workspace.",
};

/** @param address - what to enter, where that is known */
const redirectTodo = (address: string | null): string =>
	`The address redirects. The node does not follow redirects, because they could send the API key elsewhere. Enter ${address ?? 'the final address'} as 'Base URL' in the credential.`;

/** What to do about a project that is not ready yet. */
export const projectContinues = (executor: Executor): string =>
	joined('As far as n8n knows, the service continues with the project.', GO_ON[executor]);

/** What it means that nothing was done in Wait, Get and Download, which submit nothing. */
export const NOTHING_ASKED: NothingDone = {
	money: 'This cost no minutes',
	meaning: '',
	todo: 'Correct the parameter and execute again.',
	next: 'Then execute again.',
};

/** What a failure means, without the service's own words, as the manual prints it for a person in the editor. */
export function explain(call: Call, failure: FailedAnswer, executor: Executor = 'person'): Advice {
	if (failure.mayHaveCreated) return { ...UNKNOWN_CREATION, todo: LOOK_FOR_PROJECT[executor] };
	if (call === 'query' && UNKNOWN_PROJECT_CODES.has(failure.code)) return UNKNOWN_PROJECT;
	const meaning = costOf(call, failure, executor);
	if (isNotTheService(failure)) return { ...NOT_THE_SERVICE, meaning };
	const title = isRefusedOnTheWay(failure) ? REFUSED_ON_THE_WAY : TITLES[failure.kind];
	return {
		title: typeof title === 'string' ? title : title[call],
		todo: todoFor(failure),
		...hindering(failure),
		meaning,
	};
}

/** The same with the service's own words. */
export function adviceOn(call: Call, failure: FailedAnswer, executor: Executor): Advice {
	const advice = explain(call, failure, executor);
	// What the service says of a video is exact, unlike a list of what may be wrong with one.
	return failure.kind === 'sourceProblem' && failure.words !== '' && !failure.mayHaveCreated
		? { ...advice, meaning: joined(wordsOf(failure), advice.meaning), todo: '' }
		: { ...advice, facts: wordsOf(failure) };
}

/** Failures of a query that do not say that the project failed. */
const NOT_ABOUT_THE_PROJECT: ReadonlySet<FailureKind> = new Set([
	'authentication',
	'blocked',
	'rateLimited',
	'temporary',
	'unreadable',
]);

function costOf(call: Call, failure: FailedAnswer, executor: Executor): string {
	const { code, kind, projectId } = failure;
	if (call === 'create') return 'No project was created and nothing was charged.';
	if (kind === 'authentication' && !isRefusedOnTheWay(failure)) {
		return `${NOT_LOST} With a new key, 'Get Clips' with project ID ${projectId ?? ''} brings the clips; 'Create Clips' would submit the video again.`;
	}
	// Without a code of the service the answer is not its own, and says nothing of the project itself.
	if (!isServiceCode(code) || NOT_ABOUT_THE_PROJECT.has(kind)) {
		return joined(NOT_LOST, GO_ON[executor]);
	}
	return joined(
		'Whether the failed project costs minutes is not documented: look at your account.',
		FAILED_PROJECT_CODES.has(code) ? AFTER_FAILURE[executor] : '',
	);
}

function todoFor(failure: FailedAnswer): string {
	const { address, code, httpStatus, kind, retryAt } = failure;
	if (kind === 'rateLimited' && retryAt !== null) {
		return `The service asks to wait until ${new Date(retryAt).toISOString()}.`;
	}
	if (code !== null) return CODE_TODOS.get(code) ?? KIND_TODOS[kind];
	if (httpStatus !== null && isRedirect(httpStatus)) return redirectTodo(address);
	if (httpStatus === null && kind === 'temporary') return NOT_REACHED_TODO;
	const todo = STATUS_TODOS.get(httpStatus) ?? KIND_TODOS[kind];
	return isRefusedOnTheWay(failure) ? joined(FIREWALL_TODO, todo) : todo;
}

/** What a person reads of an answer: its status or the service's own words, and the project. */
export function wordsOf({ code, hindrance, words, httpStatus, projectId }: FailedAnswer): string {
	const speaker = hindrance === 'policy' ? 'n8n' : 'The service';
	const said =
		httpStatus === null && hindrance !== 'policy' ? `Reason: ${words}.` : `${speaker} says: "${words}".`;
	// A refusal of the service itself has a code.
	const status =
		code === null && httpStatus !== null && httpStatus >= 300 ? `The answer was HTTP ${httpStatus}.` : '';
	return joined(status, words === '' ? '' : said, projectId === null ? '' : `Project ID: ${projectId}.`);
}

/** The same for the last answer of a wait that is over, with what kept the calls away. */
export function lastWordsOf(failure: FailedAnswer): string {
	const { title = '', todo = '' } = hindering(failure);
	return joined(title === '' ? '' : `${title}.`, todo, wordsOf(failure));
}

/** The raw facts, for the details of an error: code, message, HTTP status, the beginning of an unreadable body, the project. */
export function evidenceOf(failure: FailedAnswer): string {
	if (failure.hindrance === 'policy') return `n8n says: "${failure.words}"`;
	const facts = [
		failure.code === null ? '' : `code ${failure.code}`,
		failure.words === '' ? '' : `message "${failure.words}"`,
		failure.httpStatus === null ? 'no answer' : `HTTP ${failure.httpStatus}`,
		failure.excerpt === '' ? '' : `body "${failure.excerpt}"`,
		failure.projectId === null ? '' : `project ID ${failure.projectId}`,
	].filter((fact) => fact !== '');
	return `Answer of the service: ${facts.join(', ')}.`;
}
