import type { AnswerFacts, Fate, Interruption } from './facts';
import { LARGEST_BODY, LONGEST_REQUEST, MEGABYTE } from '../lib/limits';
import { redactLink } from '../lib/redact';
import { joinSentences } from '../lib/text';
import { CODE_ADVICE } from './codeAdvice';
import { KEY_REJECTED, NOT_THE_SERVICE, textOfItemFault } from './credentialFaults';
import { ALLOW_HOST, CHECK_ADDRESS, explainHindrance } from './hindrances';
import { ADVICE, type Audience, againWithCredential, getWithCredential } from './advice';
import { describeMoment, LIMITS_SENTENCE, NOT_CREATED, type ProblemText } from './problemText';

/*
 * Answers of the service that give no project.
 */

export interface AnswerProblemFacts {
	answer: AnswerFacts;
}

export const NOT_LOST = 'The project is not lost.';

const MEANINGS: Record<Fate, string> = {
	notCreated: NOT_CREATED,
	mayHaveCreated: 'The video was not sent again.',
	unaffected: NOT_LOST,
	unknownProject:
		"Asking for a project is free, but 'Create Clips' may submit the video again and pay for it.",
	failed: 'The service does not say whether a failed project costs minutes: look at your account.',
	mayHaveFailed:
		'The service sent an unknown code, and may have charged minutes: first look at this project in the service.',
};

export const INTERRUPTIONS: Record<Interruption, string> = {
	disconnected: 'the connection was interrupted',
	stopped: 'the execution was stopped',
	tooLarge: `an answer of more than ${LARGEST_BODY / MEGABYTE} MB`,
	tooSlow: `no complete answer within ${LONGEST_REQUEST / 1_000} s`,
};

/** The message of the service, its code or status, and the project. */
export function describeAnswer(
	{ code, hindrance, httpStatus, interruption, message: given, projectId }: AnswerFacts,
	which = 'The answer',
): string {
	// A refusal without a code of the service may be that of a server in front.
	const isOfService = code !== null || (httpStatus ?? 0) < 300;
	const speaker = hindrance === 'n8nRules' ? 'n8n' : isOfService ? 'The service' : 'The server';
	const message = (interruption ? INTERRUPTIONS[interruption] : given).replace(/\.$/, '');
	const isReason = httpStatus === null && hindrance !== 'n8nRules';
	const quoted = isReason ? `Reason: ${message}` : `${speaker} says: "${message}"`;
	const label = [
		...(code === null ? [] : [`code ${code}`]),
		...(httpStatus === null || httpStatus < 300 ? [] : [`HTTP ${httpStatus}`]),
		...(projectId === null ? [] : [`project ${projectId}`]),
	].join(', ');
	if (label === '') return message === '' ? '' : `${quoted}.`;
	if (message !== '') return `${quoted} (${label}).`;
	return httpStatus === null ? `Details: ${label}.` : `${which}: ${label}.`;
}

const explainHindranceOf = ({ credentialFault, hindrance }: AnswerFacts) => ({
	...explainHindrance(hindrance, 'service'),
	...(credentialFault !== null && textOfItemFault(credentialFault)),
});

/**
 * What is known of a project whose wait is over.
 *
 * @param lastFailure - the last answer; null where it gave a project
 */
export function textOfEndedWait(
	lastFailure: AnswerFacts | null,
	audience: Audience,
): Required<Omit<ProblemText, 'title'>> {
	const { title = '', nextStep = '' } = lastFailure === null ? {} : explainHindranceOf(lastFailure);
	const isUnknown = lastFailure?.fate === 'unknownProject';
	const fate = isUnknown ? 'unknownProject' : 'unaffected';
	return {
		meaning: isUnknown
			? MEANINGS.unknownProject
			: lastFailure === null
				? 'The service is probably still working on it.'
				: NOT_LOST,
		nextStep: joinSentences(
			title === '' ? '' : `${title}.`,
			nextStep,
			adviseNextStep(fate, audience, nextStep === '' ? 'service' : 'credential'),
		),
		background:
			lastFailure === null ? '' : describeAnswer({ ...lastFailure, projectId: null }, 'The last answer'),
	};
}

/** One text for all, or one for each answer. */
type Text = string | ((answer: AnswerFacts) => string);

const textFor = (text: Text, answer: AnswerFacts): string => (typeof text === 'string' ? text : text(answer));

/** The credential, and with it the account that pays; the service, its plan or its state; or the settings of the video. */
type Mend = 'credential' | 'service' | 'settings';

interface FailureTexts {
	title: Text;
	/** What to do, unless the code or what kept the call away says more. */
	nextStep: Text;
	/** What has to change before the same call may succeed; absent where that is the video. */
	mend?: Mend;
	/** Whether the message of the service, if there is one, explains more than our words, and stands first. */
	serviceFirst?: boolean;
}

const makeFailureText =
	({ title: usualTitle, nextStep: usualStep, mend: usualMend, serviceFirst = false }: FailureTexts) =>
	({ answer }: AnswerProblemFacts, audience: Audience): ProblemText => {
		const { fate } = answer;
		const usual = { nextStep: textFor(usualStep, answer), mend: usualMend };
		const advice = (answer.code === null ? undefined : CODE_ADVICE.get(answer.code)) ?? usual;
		const { title = textFor(usualTitle, answer), nextStep = advice.nextStep } = explainHindranceOf(answer);
		// The next step of a changed credential says all, and where nothing is to be mended, there is none.
		const mend = nextStep === '' || answer.credentialFault === 'changed' ? undefined : advice.mend;
		const answerText = describeAnswer(answer);
		const isServiceFirst = serviceFirst && answer.message !== '';
		return {
			title,
			meaning: isServiceFirst ? joinSentences(answerText, MEANINGS[fate]) : MEANINGS[fate],
			nextStep: joinSentences(nextStep, adviseNextStep(fate, audience, mend)),
			background: isServiceFirst ? '' : answerText,
		};
	};

/** How to go on, after the cause is mended. */
function adviseNextStep(fate: Fate, audience: Audience, mend?: Mend): string {
	const { again, withSettings, afterFailureWithSettings, goOn, afterFailure, afterDoubt, ifUnknown } =
		ADVICE[audience];
	switch (fate) {
		case 'notCreated':
			if (mend === undefined) return '';
			if (mend === 'settings') return `Then ${withSettings}.`;
			return mend === 'credential' ? againWithCredential(audience) : `Then ${again}.`;
		case 'mayHaveCreated':
			return ifUnknown;
		case 'unaffected':
			return mend === 'credential' ? getWithCredential(audience) : goOn;
		case 'failed':
			return mend === 'settings' ? afterFailureWithSettings : afterFailure;
		case 'mayHaveFailed':
			return afterDoubt;
		case 'unknownProject':
			return '';
	}
}

const adviseWaiting = ({ retryAt }: AnswerFacts): string =>
	retryAt === null ? 'Wait a few minutes.' : `The service asks to wait until ${describeMoment(retryAt)}.`;

const NOT_CLIPPED = 'The service could not clip this video';
const unreachedTitle = ({ fate }: AnswerFacts): string =>
	fate === 'notCreated'
		? 'The service could not be reached'
		: 'The status of the project could not be checked';

interface UnknownFacts {
	/** What came in place of a confirmation; null where nobody knows any more. */
	answer: AnswerFacts | null;
	/** Absent where nobody knows whether it was submitted. `submittedAt`: epoch milliseconds. */
	video?: { link: string; submittedAt: number };
	/** Why n8n cannot tell at the moment whether it was submitted. */
	databaseReason?: string;
}

export const answerTexts = {
	authentication: makeFailureText({
		title: KEY_REJECTED,
		nextStep: "Check 'API Key' and 'Header Name' in the credential, and that you have a paid plan.",
		mend: 'credential',
	}),
	blocked: makeFailureText({
		title: 'n8n blocks calls to the address of the service',
		nextStep: `${CHECK_ADDRESS} ${ALLOW_HOST}`,
		mend: 'credential',
	}),
	failed: makeFailureText({
		title: ({ fate }) => {
			if (fate === 'notCreated') return 'The service refused to create the project';
			return fate === 'mayHaveFailed' ? 'The service has probably failed to clip this video' : NOT_CLIPPED;
		},
		nextStep: ({ fate }) =>
			fate === 'notCreated'
				? 'If the link and the settings are right, ask the support of the service; otherwise correct them.'
				: '',
		mend: 'settings',
	}),
	invalidRequest: makeFailureText({
		title: ({ fate }) => {
			if (fate === 'notCreated') return 'The service rejected the submission';
			return fate === 'unaffected' ? 'The service rejected the request for this project' : NOT_CLIPPED;
		},
		nextStep: ({ fate }) => (fate === 'notCreated' ? 'Correct the settings.' : ''),
		mend: 'settings',
		serviceFirst: true,
	}),
	notReached: makeFailureText({
		title: unreachedTitle,
		nextStep: "Check 'Base URL' in the credential, or wait a few minutes.",
		mend: 'credential',
	}),
	/** Another server: it has no such address, or answers with a page. */
	notTheService: makeFailureText({ ...NOT_THE_SERVICE, mend: 'credential' }),
	quota: makeFailureText({
		title: 'The account does not have enough processing minutes left',
		nextStep: 'Add minutes, or change the plan in the service.',
		mend: 'service',
	}),
	rateLimited: makeFailureText({
		title: 'The service accepts no more requests at the moment',
		nextStep: (answer) =>
			answer.fate === 'notCreated' && answer.retryAt === null
				? `${LIMITS_SENTENCE}: wait up to an hour.`
				: adviseWaiting(answer),
		mend: 'service',
	}),
	sourceProblem: makeFailureText({
		title: 'The service cannot use this video',
		nextStep: 'Correct the link, or use another video.',
		serviceFirst: true,
	}),
	temporary: makeFailureText({ title: unreachedTitle, nextStep: adviseWaiting, mend: 'service' }),
	unknownProject: ({ answer }: AnswerProblemFacts): ProblemText => ({
		title: 'The service does not know this project',
		meaning: MEANINGS.unknownProject,
		nextStep:
			"Compare the project ID with the one in the service, and check that the API key belongs to the project's workspace. With another 'API Key', earlier videos are paid for again.",
		background: describeAnswer(answer),
	}),
	unknownWhetherCreated: (
		{ answer, video, databaseReason }: UnknownFacts,
		audience: Audience,
	): ProblemText => ({
		// A toast and a list of executions show no more than this.
		title: 'It is unknown whether the project was created: minutes may have been charged',
		meaning: databaseReason === undefined ? MEANINGS.mayHaveCreated : 'This Retry has not sent this video.',
		nextStep:
			databaseReason === undefined
				? adviseNextStep('mayHaveCreated', audience)
				: `n8n's database did not answer (${databaseReason}). Retry again when it does.`,
		background: joinSentences(
			answer === null ? '' : describeAnswer(answer),
			video === undefined
				? ''
				: `Video: ${redactLink(video.link)}, ${answer === null ? 'recorded' : 'submitted'} at ${describeMoment(video.submittedAt)}.`,
		),
	}),
	unreadable: makeFailureText({
		title: 'The answer of the service could not be read',
		nextStep: `${CHECK_ADDRESS} report this answer at github.com/video-clipping/n8n-nodes-video-clipping/issues.`,
		mend: 'credential',
	}),
};

/** Answers that leave nobody in doubt. */
export type AnswerCode = Exclude<keyof typeof answerTexts, 'unknownWhetherCreated'>;

export interface AnswerProblem {
	code: AnswerCode;
	facts: AnswerProblemFacts;
}
