import type { AnswerFacts, Fate } from './facts';
import { VIDEO_LIMITS } from '../lib/limits';
import { redactLink } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { CODE_ADVICE } from './codeAdvice';
import { NOT_THE_SERVICE, wordsOnFault } from './credential';
import { ALLOW_HOST, explainHindrance } from './hindrances';
import { ADVICE, type Audience } from './advice';
import { LIMITS_SENTENCE, type Words } from './words';

/*
 * Answers of the service that give no project.
 */

export interface AnswerProblemFacts {
	answer: AnswerFacts;
	fate: Fate;
}

export const NOT_LOST = 'The project is not lost.';

const MEANINGS: Record<Fate, string> = {
	none: 'No project was created for this video, and nothing was charged for it.',
	goesOn: NOT_LOST,
	unknown: "Asking costs nothing, but executing 'Create Clips' by hand may submit the video again.",
	failed: 'Whether the failed project costs minutes is not documented: look at your account.',
	mayHaveFailed: 'This code is not documented, nor whether it costs minutes: look at your account.',
};

/** How to go on, after the cause is mended. */
function nextStep({ fate }: AnswerProblemFacts, audience: Audience): string {
	if (fate === 'goesOn') return ADVICE[audience].goOn;
	if (fate === 'failed') return ADVICE[audience].afterFailure;
	return fate === 'mayHaveFailed' ? ADVICE[audience].afterDoubt : '';
}

/** After advice that may lead to another account. */
const PAYING_AGAIN =
	"With another 'Base URL' than at the submission, 'Create Clips' would submit the video again.";

/** The status where it has no code, the message of the service, and the project. */
export function describeAnswer(
	{ code, hindrance, httpStatus, message, projectId }: AnswerFacts,
	which = 'The answer',
): string {
	const speaker = hindrance === 'n8nRules' ? 'n8n' : 'The service';
	const text = message.replace(/\.$/, '');
	const quoted =
		httpStatus === null && hindrance !== 'n8nRules' ? `Reason: ${text}.` : `${speaker} says: "${text}".`;
	// A refusal of the service itself has a code.
	const status =
		code === null && httpStatus !== null && httpStatus >= 300 ? `${which} was HTTP ${httpStatus}.` : '';
	return joinSentences(
		status,
		message === '' ? '' : quoted,
		projectId === null ? '' : `Project ID: ${projectId}.`,
	);
}

const explainHindranceOf = ({ credentialFault, hindrance }: AnswerFacts) => ({
	...explainHindrance(hindrance, 'service'),
	...(credentialFault !== null && wordsOnFault(credentialFault)),
});

/** For the last answer of a wait that is over; empty where it gave a project. */
export function describeLastAnswer(answer: AnswerFacts | null): string {
	if (answer === null) return '';
	const { title = '', todo = '' } = explainHindranceOf(answer);
	const last = describeAnswer({ ...answer, projectId: null }, 'The last answer');
	return joinSentences(title === '' ? '' : `${title}.`, todo, last);
}

/** The raw facts, for the details of an error: code, message, HTTP status, the beginning of an unreadable body, the project. */
export function evidenceOf({
	code,
	excerpt,
	hindrance,
	httpStatus,
	message,
	projectId,
}: AnswerFacts): string {
	if (hindrance === 'n8nRules') return `n8n says: "${message}"`;
	const facts = [
		code === null ? '' : `code ${code}`,
		message === '' ? '' : `${httpStatus === null ? 'reason' : 'message'} "${message}"`,
		httpStatus === null ? '' : `HTTP ${httpStatus}`,
		excerpt === '' ? '' : `body "${excerpt}"`,
		projectId === null ? '' : `project ID ${projectId}`,
	].filter((fact) => fact !== '');
	if (httpStatus !== null) return `Answer of the service: ${facts.join(', ')}.`;
	return `The call got no answer${facts.map((fact) => `, ${fact}`).join('')}.`;
}

/** The same for all, or by the fate of the project. */
type ByFate = string | { none: string; goesOn: string; over?: string };

function textFor(fate: Fate, text: ByFate): string {
	if (typeof text === 'string') return text;
	const { none, goesOn, over = goesOn } = text;
	return fate === 'none' ? none : fate === 'goesOn' ? goesOn : over;
}

/** What differs between failures, beside the title and the usual advice. */
interface Peculiarities {
	/** Advice on facts that say more than the kind of the failure; null where they do not. */
	special?: (answer: AnswerFacts) => string | null;
	/** Whether what is to be done may be to change the address. */
	isAboutAddress?: boolean;
	/** How to go on afterwards. */
	next?: (facts: AnswerProblemFacts, audience: Audience) => string;
	/** Whether the message of the service, if there is one, explains more than our words, and stands first. */
	serviceFirst?: boolean;
}

const failureWords =
	(
		title: ByFate,
		todo: ByFate,
		{
			special = () => null,
			isAboutAddress = false,
			next = nextStep,
			serviceFirst = false,
		}: Peculiarities = {},
	) =>
	(facts: AnswerProblemFacts, audience: Audience): Words => {
		const { answer, fate } = facts;
		const codeAdvice = answer.code === null ? undefined : CODE_ADVICE.get(answer.code);
		const usual = special(answer) ?? codeAdvice ?? textFor(fate, todo);
		const { title: shownTitle = textFor(fate, title), todo: first = usual } = explainHindranceOf(answer);
		const mayChange = isAboutAddress && answer.hindrance !== 'certificate';
		const caveat = mayChange && fate === 'goesOn' ? PAYING_AGAIN : '';
		const answerText = describeAnswer(answer);
		const isServiceFirst = serviceFirst && answer.message !== '';
		return {
			title: shownTitle,
			meaning: isServiceFirst ? joinSentences(answerText, MEANINGS[fate]) : MEANINGS[fate],
			todo: joinSentences(first, next(facts, audience), caveat),
			background: isServiceFirst ? '' : answerText,
		};
	};

/** With a new key, to execute again would submit the video again. */
const afterRejectedKey = ({ fate }: AnswerProblemFacts, audience: Audience): string =>
	fate === 'none'
		? `Then ${ADVICE[audience].again}.`
		: joinSentences(
				ADVICE[audience].withSameKey,
				"With a new key, 'Get Clips' with the project ID brings the clips; 'Create Clips' would submit the video again.",
			);

const WAIT_A_LITTLE = 'Wait a few minutes before the next try.';

const { minMinutes, maxMinutes } = VIDEO_LIMITS.length;

const NOT_CLIPPED = 'The service could not clip this video';
const NOT_CHECKED = 'The status of the project could not be checked';
const UNREACHED = { none: 'The service could not be reached', goesOn: NOT_CHECKED };

interface UnknownFacts {
	/** What came in place of a confirmation; null where nobody knows any more. */
	answer: AnswerFacts | null;
	/** Absent where nobody knows whether it was submitted. `submittedAt`: epoch milliseconds. */
	video?: { link: string; submittedAt: number };
	/** Why n8n cannot tell at the moment whether it was submitted. */
	unread?: string;
}

export const answerWords = {
	authentication: failureWords(
		'The service rejected the API key',
		"Check 'API Key' and 'Header Name' in the credential, and that your plan of the service is a paid one.",
		{ next: afterRejectedKey },
	),
	blocked: failureWords(
		'n8n blocks calls to the address of the service',
		`Check 'Base URL' in the credential. If it is right, ${ALLOW_HOST}`,
		{ isAboutAddress: true },
	),
	failed: failureWords(
		{
			none: 'The service refused to create the project',
			goesOn: NOT_CLIPPED,
		},
		'Try another video.',
	),
	invalidRequest: failureWords(
		{
			none: 'The service rejected the submission',
			goesOn: 'The service rejected the request for this project',
			over: NOT_CLIPPED,
		},
		{
			none: 'Compare the fields with what the service says.',
			goesOn: 'Look at what the service says.',
		},
	),
	notReached: failureWords(
		UNREACHED,
		"Check 'Base URL' in the credential, or wait a few minutes before the next try.",
		{ isAboutAddress: true },
	),
	/** Another server: it has no such address, or answers with a page. */
	notTheService: failureWords(NOT_THE_SERVICE.title, NOT_THE_SERVICE.todo, { isAboutAddress: true }),
	quota: failureWords(
		'The account does not have enough processing minutes left',
		'Add minutes to the account, or change the plan in the service, before the next try.',
	),
	rateLimited: failureWords(
		'The service accepts no more requests at the moment',
		{ none: `${WAIT_A_LITTLE} ${LIMITS_SENTENCE}.`, goesOn: 'Wait a few minutes.' },
		{
			special: ({ retryAt }) =>
				retryAt === null ? null : `The service asks to wait until ${new Date(retryAt).toISOString()}.`,
		},
	),
	sourceProblem: failureWords(
		'The service cannot use this video',
		`Videos must be ${minMinutes} to ${maxMinutes} minutes long and at most ${VIDEO_LIMITS.size}, not live, and open to everyone who has the link.`,
		{
			// What the service says of a video is exact, unlike a list of what may be wrong with one.
			special: ({ code, message }) =>
				code === 4005 && message !== '' ? 'Correct the link, or use another video.' : null,
			serviceFirst: true,
		},
	),
	temporary: failureWords(UNREACHED, { none: WAIT_A_LITTLE, goesOn: 'Wait a few minutes.' }),
	unknownProject: ({ answer }: AnswerProblemFacts, audience: Audience): Words => ({
		title: 'The service does not know this project',
		meaning: audience === 'caller' ? 'Asking costs nothing.' : MEANINGS.unknown,
		todo: 'Compare the project ID with the one in the service, and check that the API key belongs to the same workspace.',
		background: describeAnswer(answer),
	}),
	unknownWhetherCreated: ({ answer, video, unread }: UnknownFacts, audience: Audience): Words => ({
		// A toast and a list of executions show no more than this.
		title: 'It is unknown whether the project was created: minutes may have been charged',
		meaning:
			unread === undefined
				? `${answer === null ? 'n8n has no note of an answer' : 'No readable confirmation came back'}, and the video was not sent again.`
				: 'Whether the earlier execution sent this video could not be read, and it was not sent now.',
		todo:
			unread === undefined
				? ADVICE[audience].ifUnknown
				: `n8n's database did not answer (${unread}). Retry again when it does.`,
		background: joinSentences(
			answer === null ? '' : describeAnswer(answer),
			video === undefined
				? ''
				: `Video: ${redactLink(video.link)}, ${answer === null ? 'noted' : 'submitted'} at ${new Date(video.submittedAt).toISOString()}.`,
		),
	}),
	unreadable: failureWords(
		'The answer of the service could not be read',
		"Check 'Base URL' in the credential. If it is right, try again later, and report this answer at github.com/video-clipping/n8n-nodes-video-clipping/issues.",
		{ isAboutAddress: true },
	),
};

/** Answers that leave nobody in doubt. */
export type AnswerCode = Exclude<keyof typeof answerWords, 'unknownWhetherCreated'>;

export interface AnswerProblem {
	code: AnswerCode;
	facts: AnswerProblemFacts;
}
