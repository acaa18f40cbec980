import { joinSentences } from '../lib/text';
import { textOfEndedWait, describeAnswer } from './answers';
import type { Audience } from './advice';
import { type ProblemText } from './problemText';
import type { AnswerFacts } from './facts';

/*
 * Waits of Create, Wait, Get and the trigger that have not ended with a ready project.
 */

interface ProjectFacts {
	projectId: string;
}

interface EndedWait extends ProjectFacts {
	/** The last answer, if that gave no project. */
	lastFailure: AnswerFacts | null;
}

function describeDuration(milliseconds: number): string {
	const minutes = Math.round(milliseconds / 60_000);
	if (minutes > 120) return `${Number((minutes / 60).toFixed(1))} hours`;
	if (minutes === 0) return 'less than a minute';
	return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export const waitTexts = {
	processing: ({ projectId }: ProjectFacts, audience: Audience): ProblemText => ({
		title: `Project ${projectId} is still processing`,
		...textOfEndedWait(null, audience),
		meaning: '',
	}),
	/** n8n offers no Retry of what a person has stopped, and a new execution may pay again. */
	stopped: ({ projectId, lastFailure }: EndedWait, audience: Audience): ProblemText => ({
		title: `Waiting for project ${projectId} was stopped`,
		...textOfEndedWait(lastFailure, audience === 'operator' ? 'caller' : audience),
	}),
	timedOut: (
		{ projectId, waitedMs, lastFailure }: EndedWait & { waitedMs: number },
		audience: Audience,
	): ProblemText => {
		const { nextStep, ...words } = textOfEndedWait(lastFailure, audience);
		const isHindered = lastFailure !== null && lastFailure.hindrance !== null;
		return {
			title: `Project ${projectId} was not ready after ${describeDuration(waitedMs)}`,
			...words,
			nextStep: isHindered ? nextStep : joinSentences(nextStep, "To wait longer, raise 'Max Wait'."),
		};
	},
	/** For a call that came when `most` executions of the trigger were waiting. */
	tooManyWaits: (
		{ projectId, most, lastFailure }: EndedWait & { most: number },
		audience: Audience,
	): ProblemText => ({
		title: `Project ${projectId} was not ready when it was last checked`,
		...textOfEndedWait(lastFailure, audience),
		meaning: `${most} executions of this trigger wait already, so this one has stopped checking its project.`,
	}),
	/** For a call with the Secret whose project the service does not know, even a minute later. */
	unknownToService: ({ projectId, answer }: ProjectFacts & { answer: AnswerFacts }): ProblemText => ({
		title: `The trigger was called for project ${projectId}, but the service does not know it`,
		meaning: 'Checking this project cost nothing.',
		nextStep: 'Check that the API key belongs to the workspace that calls this URL.',
		background: describeAnswer({ ...answer, projectId: null }),
	}),
};
