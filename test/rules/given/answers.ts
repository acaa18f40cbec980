import {
	type Answer,
	type FailedAnswer,
	isProjectAnswer,
	readAnswer,
} from '../../../nodes/Clip/service/rules/answer';
import {
	type Endpoint,
	fateAfterQuery,
	kindOfCode,
	standingOf,
} from '../../../nodes/Clip/service/rules/codes';
import type { Project } from '../../../nodes/Clip/service/rules/project';

/** The codes by which the service refuses a submission. */
export const REFUSAL_CODES = Array.from({ length: 11_000 }, (_, index) => index - 1_000).filter(
	(code) => kindOfCode('create', code) !== null,
);

/** Reads an answer as the client does: a body that is no text goes through JSON, and a query asks for project 7. */
export function read(call: Endpoint, body: unknown, status = 200): Answer {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return readAnswer(
		call,
		{ httpStatus: status, text },
		{ queriedProjectId: call === 'query' ? '7' : undefined },
	);
}

/** The project of an answer that must carry one. */
export function projectOf(answer: Answer): Project {
	if (!isProjectAnswer(answer)) throw new Error(`no project, but ${answer.kind}`);
	return answer.project;
}

/** An answer that must carry none. */
export function failureOf(answer: Answer): FailedAnswer {
	if (isProjectAnswer(answer)) throw new Error(`no failure, but ${answer.progress}`);
	return answer;
}

/** A failure that is like any other but for the given facts. */
export const failure = ({
	kind = 'failed',
	code = null,
	...changes
}: Partial<FailedAnswer>): FailedAnswer => ({
	kind,
	fate: fateAfterQuery(code),
	standing: standingOf('query', kind, code, changes.hindrance),
	code,
	message: '',
	interruption: null,
	httpStatus: 200,
	hindrance: null,
	credentialFault: null,
	isNotJson: false,
	excerpt: '',
	projectId: null,
	idInAnswer: null,
	retryAt: null,
	...changes,
});
