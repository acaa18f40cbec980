import type { JsonObject } from '../lib/json';
import { redact } from '../lib/redact';
import { readText } from '../lib/values';
import { isProblem, type Problem, type ProblemCode, tellsOfPayment } from './problem';

/*
 * What a workflow may read of a problem.
 */

/** The `details` of an error item; an error workflow finds them at the failed execution. */
export interface Details extends JsonObject {
	projectId: string | null;
	/** The service's code. */
	code: string | null;
	httpCode: string | null;
	/** See {@link outcomeOf}. */
	outcome: string;
	isFinal: boolean;
	mayHavePaid: boolean;
	evidence: string | null;
	/** Where the problem is about a clip. */
	videoId?: string | null;
}

/** Workflows branch on wider names than these codes. */
const OUTCOMES: Partial<Record<ProblemCode, string>> = {
	earlierError: 'invalidParameter',
	failedExpression: 'invalidParameter',
	n8nError: 'unexpected',
	noLink: 'notFound',
	notYetSubmitted: 'rateLimited',
	stoppedBefore: 'stopped',
	tooManyVideos: 'invalidParameter',
	tooManyWaits: 'timedOut',
	unknownOperation: 'invalidParameter',
	unopenedCredential: 'authentication',
	unrecorded: 'temporary',
	unusableCredential: 'authentication',
};

/** The kind of a failed answer or download, or else the code or a wider name. `unknownWhetherCreated` stays as it is. */
function outcomeOf(problem: Problem): string {
	const { code, facts } = problem;
	if (code === 'unknownWhetherCreated') return code;
	const kind = isProblem(problem, 'download') ? problem.facts.kind : facts.answer?.kind;
	return kind ?? OUTCOMES[code] ?? code;
}

export const projectIdOf = ({ facts: { projectId, answer } }: Problem): string | null =>
	projectId ?? answer?.projectId ?? null;

/** @param evidence - the beginning of an answer that cannot be read, which may name a project that is paid for; empty without one */
export function detailsOf(problem: Problem, evidence: string): Details {
	const { code, facts, remarks } = problem;
	const { answer, httpStatus, videoId } = facts;
	const outcome = outcomeOf(problem);
	const projectId = projectIdOf(problem);
	const isMistake = outcome === 'invalidParameter';
	return {
		projectId,
		code: readText(answer?.code) ?? null,
		httpCode: readText(httpStatus ?? answer?.httpStatus) ?? null,
		outcome,
		isFinal: facts.isFinal ?? isMistake,
		// What has a project ID, or may have one, may have been paid for.
		mayHavePaid:
			code === 'unknownWhetherCreated' || (projectId !== null && !isMistake) || remarks.some(tellsOfPayment),
		evidence: evidence === '' ? null : evidence,
		...(videoId !== undefined && { videoId: videoId && redact(videoId) }),
	};
}
