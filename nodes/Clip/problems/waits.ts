import { joinSentences } from '../lib/text';
import { describeLastAnswer } from './answers';
import { ADVICE, type Audience } from './advice';
import { type Words } from './words';
import type { AnswerFacts } from './facts';

/*
 * Waits of Create, Wait, Get and the trigger that have not ended with a ready project.
 */

interface ProjectFacts {
	projectId: string;
}

const PROJECT_CONTINUES = 'As far as n8n knows, the service continues with the project.';

function describeTime(milliseconds: number): string {
	const minutes = Math.round(milliseconds / 60_000);
	if (minutes > 120) return `${Number((minutes / 60).toFixed(1))} hours`;
	return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export const waitWords = {
	processing: ({ projectId }: ProjectFacts, audience: Audience): Words => ({
		title: `Project ${projectId} is still processing`,
		meaning: PROJECT_CONTINUES,
		todo: ADVICE[audience].goOn,
	}),
	stopped: ({ projectId }: ProjectFacts, audience: Audience): Words => ({
		title: `Waiting for project ${projectId} was stopped`,
		meaning: PROJECT_CONTINUES,
		// n8n offers no Retry of what a person has stopped, and a new execution may pay again.
		todo: ADVICE[audience === 'publisher' ? 'personWithoutProject' : audience].goOn,
	}),
	/** `last`: the last answer, if that gave no project. */
	timedOut: (
		{ projectId, waitedMs, last }: ProjectFacts & { waitedMs: number; last: AnswerFacts | null },
		audience: Audience,
	): Words => {
		return {
			title: `Project ${projectId} was not ready after ${describeTime(waitedMs)}`,
			meaning: PROJECT_CONTINUES,
			todo: joinSentences(ADVICE[audience].goOn, "To wait longer, raise 'Max Wait'."),
			background: describeLastAnswer(last),
		};
	},
	/** For a call that came when `most` executions of the trigger were waiting. */
	tooManyWaits: (
		{ projectId, most, last }: ProjectFacts & { most: number; last: AnswerFacts | null },
		audience: Audience,
	): Words => ({
		title: `Project ${projectId} was not ready when it was last checked`,
		meaning: `${most} executions of this trigger wait already, so this one has stopped checking its project.`,
		todo: ADVICE[audience].goOn,
		background: describeLastAnswer(last),
	}),
	/** For a call with the Secret whose project the service does not know, even a minute later. */
	unknownToService: ({ projectId, answer }: ProjectFacts & { answer: AnswerFacts }): Words => ({
		title: `The service has called for project ${projectId}, but does not know it`,
		meaning: 'No minutes were used.',
		todo: 'Check that the API key belongs to the workspace that calls this URL.',
		background: describeLastAnswer(answer),
	}),
};
