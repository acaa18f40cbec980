import type { AnswerFacts } from './facts';
import { VIDEO_LIMITS } from '../lib/limits';
import { redactLink } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { CODE_STEPS } from './codeAdvice';
import { NOT_THE_SERVICE, titleOfFault } from './credential';
import { ALLOW_HOST, explainHindrance } from './hindrances';
import { ADVICE, type Reader, SUBMIT_ALONE } from './advice';
import { LIMITS_SENTENCE, type Words } from './words';

/*
 * Answers of the service that give no project.
 */

export interface AnswerProblemFacts {
	answer: AnswerFacts;
	/** `none`: it was not created. `goesOn`: the answer says nothing of it. `failed`: its video may be submitted again. */
	project: 'none' | 'goesOn' | 'failed' | 'mayHaveFailed';
}

export const NOT_LOST = 'The project is not lost.';

function meaningOf({ project }: AnswerProblemFacts, reader: Reader): string {
	if (project === 'none') return 'No project was created and nothing was charged.';
	if (project === 'goesOn') return joinSentences(NOT_LOST, ADVICE[reader].goOn);
	return joinSentences(
		'Whether the failed project costs minutes is not documented: look at your account.',
		project === 'failed' ? ADVICE[reader].afterFailure : `To submit the video again, ${SUBMIT_ALONE}`,
	);
}

/** Beside advice that may lead to another account. */
const PAYING_AGAIN =
	"With another 'Base URL' than at the submission, 'Create Clips' submits the video again.";

/**
 * @param usual - where the code does not say more
 * @param isAboutAddress - whether that may be to change the address
 */
function todoAfter(
	{ answer: { code }, project }: AnswerProblemFacts,
	usual: string,
	isAboutAddress: boolean,
): string {
	const known = code === null ? undefined : CODE_STEPS.get(code);
	if (known !== undefined) return known;
	return project === 'goesOn' && isAboutAddress ? `${usual} ${PAYING_AGAIN}` : usual;
}

/** The status or the service's own words, and the project. */
export function wordsOfAnswer({ code, hindrance, words, httpStatus, projectId }: AnswerFacts): string {
	const speaker = hindrance === 'n8nRules' ? 'n8n' : 'The service';
	const text = words.replace(/\.$/, '');
	const quoted =
		httpStatus === null && hindrance !== 'n8nRules' ? `Reason: ${text}.` : `${speaker} says: "${text}".`;
	// A refusal of the service itself has a code.
	const status =
		code === null && httpStatus !== null && httpStatus >= 300 ? `The answer was HTTP ${httpStatus}.` : '';
	return joinSentences(
		status,
		words === '' ? '' : quoted,
		projectId === null ? '' : `Project ID: ${projectId}.`,
	);
}

const explainHindranceOf = ({ credentialFault, hindrance }: AnswerFacts) => ({
	...explainHindrance(hindrance, 'service'),
	...(credentialFault !== null && { title: titleOfFault(credentialFault) }),
});

/** For the last answer of a wait that is over; empty where it gave a project. */
export function lastWordsOf(answer: AnswerFacts | null): string {
	if (answer === null) return '';
	const { title = '', todo = '' } = explainHindranceOf(answer);
	return joinSentences(title === '' ? '' : `${title}.`, todo, wordsOfAnswer(answer));
}

/** The raw facts, for the details of an error: code, message, HTTP status, the beginning of an unreadable body, the project. */
export function evidenceOf({ code, excerpt, hindrance, httpStatus, projectId, words }: AnswerFacts): string {
	if (hindrance === 'n8nRules') return `n8n says: "${words}"`;
	const facts = [
		code === null ? '' : `code ${code}`,
		words === '' ? '' : `message "${words}"`,
		httpStatus === null ? 'no answer' : `HTTP ${httpStatus}`,
		excerpt === '' ? '' : `body "${excerpt}"`,
		projectId === null ? '' : `project ID ${projectId}`,
	].filter((fact) => fact !== '');
	return `Answer of the service: ${facts.join(', ')}.`;
}

/** Several, by what the answer means for the project. */
type Title = string | { none: string; goesOn: string; over?: string };

function titleFor(title: Title, { project }: AnswerProblemFacts): string {
	if (typeof title === 'string') return title;
	const { none, goesOn, over = goesOn } = title;
	return project === 'none' ? none : project === 'goesOn' ? goesOn : over;
}

const failureWords =
	(title: Title, todo: string, isAboutAddress = false) =>
	(facts: AnswerProblemFacts, reader: Reader): Words => ({
		title: titleFor(title, facts),
		meaning: meaningOf(facts, reader),
		todo: todoAfter(facts, todo, isAboutAddress),
		background: wordsOfAnswer(facts.answer),
		...explainHindranceOf(facts.answer),
	});

const rejectedKey = failureWords(
	'The service rejected the API key',
	"Check 'API Key' and 'Header Name' in the credential. API access needs a paid plan of the service.",
);

/** With a new key, to execute again would submit the video again. */
function rejectedKeyOfProject(facts: AnswerProblemFacts, reader: Reader): Words {
	if (facts.project === 'none') return rejectedKey(facts, reader);
	return {
		...rejectedKey(facts, reader),
		meaning: joinSentences(
			NOT_LOST,
			ADVICE[reader].withSameKey,
			`With a new key, 'Get Clips' with project ID ${facts.answer.projectId ?? ''} brings the clips; 'Create Clips' would submit the video again.`,
		),
	};
}

const tooManyRequests = failureWords(
	'The service accepts no more requests at the moment',
	`Wait a few minutes before the next try. ${LIMITS_SENTENCE}.`,
);
const { minMinutes, maxMinutes } = VIDEO_LIMITS.length;
const unusableVideo = failureWords(
	'The service cannot use this video',
	`Videos must be ${minMinutes} to ${maxMinutes} minutes long and at most ${VIDEO_LIMITS.size}, not live, and open to everyone who has the link.`,
);
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
	authentication: rejectedKeyOfProject,
	blocked: failureWords(
		'n8n blocks calls to the address of the service',
		`Check 'Base URL' in the credential. If it is right, ${ALLOW_HOST}`,
		true,
	),
	failed: failureWords(
		{
			none: 'The service refused to create the project',
			goesOn: NOT_CLIPPED,
		},
		'Look at the project in the web interface of the service, or try another video.',
	),
	invalidRequest: failureWords(
		{
			none: 'The service rejected the submission',
			goesOn: 'The service rejected the request for this project',
			over: NOT_CLIPPED,
		},
		'Compare the fields with the message of the service below.',
	),
	notReached: failureWords(
		UNREACHED,
		"Check 'Base URL' in the credential, or try again in a few minutes.",
		true,
	),
	/** Another server: it has no such address, or answers with a page. */
	notTheService: failureWords(NOT_THE_SERVICE.title, NOT_THE_SERVICE.todo, true),
	quota: failureWords(
		'The account does not have enough processing minutes left',
		'Add minutes to the account, or change the plan in the service, before the next try.',
	),
	rateLimited: (facts: AnswerProblemFacts, reader: Reader): Words => {
		const { retryAt } = facts.answer;
		const words = tooManyRequests(facts, reader);
		return retryAt === null
			? words
			: { ...words, todo: `The service asks to wait until ${new Date(retryAt).toISOString()}.` };
	},
	sourceProblem: (facts: AnswerProblemFacts, reader: Reader): Words => {
		const { meaning = '', background = '', todo = '', ...words } = unusableVideo(facts, reader);
		if (facts.answer.words === '') return { ...words, meaning, todo, background };
		// What the service says of a video is exact, unlike a list of what may be wrong with one.
		const next = facts.answer.code === 4005 ? 'Correct the link, or use another video.' : todo;
		return { ...words, meaning: joinSentences(background, meaning), todo: next };
	},
	temporary: failureWords(UNREACHED, 'Try again in a few minutes.'),
	unknownProject: ({ answer }: AnswerProblemFacts): Words => ({
		title: 'The service does not know this project',
		meaning: 'Asking costs nothing, but executing Create by hand may submit the video again.',
		todo: 'Compare the project ID with the one in the service, and check that the API key belongs to the same workspace.',
		background: wordsOfAnswer(answer),
	}),
	unknownWhetherCreated: ({ answer, video, unread }: UnknownFacts, reader: Reader): Words => ({
		// A toast and a list of executions show no more than this.
		title: 'It is unknown whether the project was created: minutes may have been charged',
		meaning:
			unread === undefined
				? `${answer === null ? 'n8n has no note of an answer' : 'No readable confirmation came back'}, and the video was not sent again.`
				: 'Whether the earlier execution sent this video could not be read, and it was not sent now.',
		todo:
			unread === undefined
				? ADVICE[reader].ifUnknown
				: `n8n's database did not answer (${unread}). Retry again when it does.`,
		background: joinSentences(
			answer === null ? '' : wordsOfAnswer(answer),
			video === undefined
				? ''
				: `Video: ${redactLink(video.link)}, ${answer === null ? 'noted' : 'submitted'} at ${new Date(video.submittedAt).toISOString()}.`,
		),
	}),
	unreadable: failureWords(
		'The answer of the service could not be read',
		"Check 'Base URL' in the credential. If it is right, try again later, and report this answer to the makers of the package.",
		true,
	),
};

/** Answers that leave nobody in doubt. */
export type AnswerCode = Exclude<keyof typeof answerWords, 'unknownWhetherCreated'>;

export interface AnswerProblem {
	code: AnswerCode;
	facts: AnswerProblemFacts;
}
