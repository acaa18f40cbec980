import type { Advice, NothingDone } from '../../lib/advice';
import { adviceOn, lastWordsOf, projectContinues, wordsOf } from '../../service/rules/advice';
import type { FailedAnswer } from '../../service/rules/answer';
import { LARGEST_WEBHOOK_BODY } from './delivery';

/*
 * What the trigger says, but for what answers of the service mean.
 */

/** What it means that the service was not asked. */
export const NOT_FOLLOWED_UP: NothingDone = {
	money: 'This cost no minutes',
	meaning: '',
	todo: 'Correct the parameter.',
	next: '',
};

/** Says how to start the workflow with the clips of a call that is over: the service does not call again. */
export const startAgain = (projectId: string): string =>
	`To start this workflow with its clips later, retry this execution, or send the body {"projectId":"${projectId}"} to the URL of the trigger by POST.`;

/** Names the project of a call, where nothing else does. */
export const calledFor = (projectId: string): string =>
	`The call was for project ${projectId}: use 'Get Clips' with this project ID.`;

/**
 * A call that came while as many executions wait as may.
 *
 * @param most - how many
 * @param last - the answer of the service, if it gave no project
 */
export const adviceOnTooMany = (projectId: string, most: number, last: FailedAnswer | null): Advice => ({
	title: `Not ready yet: project ${projectId}`,
	meaning: `${most} executions of this trigger wait already, so this one checked its project only once.`,
	todo: projectContinues('caller'),
	facts: last === null ? '' : lastWordsOf(last),
});

/** A call, with the Secret, for a project that the service does not know, also not a minute later. */
export const adviceOnUnknown = (projectId: string, answer: FailedAnswer): Advice => ({
	title: `The service has called for project ${projectId}, but does not know it`,
	meaning: 'It was asked for about a minute, which cost no minutes.',
	todo: 'Check that the API key belongs to the workspace that calls this URL.',
	facts: lastWordsOf(answer),
});

/** Says that no clip is new. */
export const allTaken = (projectId: string): string =>
	`All clips of project ${projectId} were taken from an earlier call.`;

/** Says why a call brings no clips. */
export const calledWithoutClips = (failure: FailedAnswer): string =>
	`The trigger was called for a project without clips. ${adviceOn('query', failure, 'caller').title}. ${wordsOf(failure)}`;

/** What callers read whom the trigger refuses. */
export const REFUSAL = {
	secret: 'The secret is missing or wrong.',
	size: `A call may have ${LARGEST_WEBHOOK_BODY / 1024 / 1024} MB at most.`,
	noProject: 'The body has no project ID.',
} as const;

/** Says in the log that nobody is let in. */
export const noSecret = (nodeName: string, reason: string): string =>
	`'Secret' of "${nodeName}" cannot be used, so every call is rejected: ${reason}. Correct the expression, or clear the field to accept calls without a secret.`;
