import { explain } from '../../../nodes/Clip/service/rules/advice';
import type { Failure } from '../../../nodes/Clip/service/rules/answer';
import { DOWNLOAD_EXPLANATIONS } from '../../../nodes/Clip/download/rules/downloadFailure';
import { errorsOf } from './told';
import type { Breach, Judge } from './verdict';

const failure = (outcome: Failure['outcome'], mayHaveCreated: boolean, code: string | null): Failure => ({
	outcome,
	code,
	serviceMessage: '',
	httpStatus: 200,
	excerpt: '',
	projectId: null,
	named: null,
	retryAfterMs: null,
	mayHaveCreated,
});

const OUTCOMES = [
	'authentication',
	'failed',
	'invalidRequest',
	'quota',
	'rateLimited',
	'sourceProblem',
	'temporary',
	'unreadable',
] as const;

/** Titles of errors about answers. */
const TITLES = new Set([
	...OUTCOMES.flatMap((outcome) => [
		explain('create', failure(outcome, false, null)).title,
		explain('create', failure(outcome, true, null)).title,
		explain('query', failure(outcome, false, null)).title,
		explain('query', failure(outcome, false, '4006')).title,
	]),
	...DOWNLOAD_EXPLANATIONS.map(({ title }) => title),
	'No more submissions are possible at the moment',
	'n8n could not record the submission, so it was not sent',
]);

const WITH_FACTS = [
	/^Not ready after \d+ minutes? of waiting: project [\w-]+(?:\. |$)/,
	/^Project [\w-]+ is still processing(?:\. |$)/,
	/^The waiting (?:was stopped|was interrupted): project [\w-]+(?:\. |$)/,
	/^Only \d+ of \d+ videos can be submitted within 'Max Rate Limit Wait'(?:\. |$)/,
	/^The credential cannot be used: /,
	/^'[A-Z][^']+' (?:must|is|cannot) /,
];

/** Whether a title is one of ours. An agent gets the description behind it. */
function isOurs(title: string): boolean {
	const own = title.replace(/ \[item \d+\]/, '').replace(/: clip [\w-]+$/, '');
	if (TITLES.has(own) || WITH_FACTS.some((pattern) => pattern.test(own))) return true;
	return [...TITLES].some((known) => own.startsWith(`${known}. `));
}

const OF_N8N =
	/you can retry the request immediately|consider setting .?retry on fail|the connection was aborted, perhaps|check your credentials|Your request is invalid|the service was not able to process/i;

const OF_JAVASCRIPT =
	/\b(?:TypeError|RangeError|ReferenceError|SyntaxError|ZodError)\b|is not a function|cannot read propert|call stack/i;

const CLASSES = new Set(['NodeApiError', 'NodeOperationError']);

const judgeErrors: Judge = ({ result }) => {
	const breaches: Breach[] = [];
	for (const { title, text } of errorsOf(result)) {
		const short = title.slice(0, 80);
		if (!isOurs(title)) breaches.push({ promise: 'title', what: `"${short}" is none of our titles` });
		const theirs = OF_N8N.exec(text);
		if (theirs !== null) breaches.push({ promise: 'title', what: `"${short}" says "${theirs[0]}"` });
		const internal = OF_JAVASCRIPT.exec(title);
		if (internal !== null) breaches.push({ promise: 'crash', what: `"${short}"` });
		if (text.length > 40_000)
			breaches.push({ promise: 'size', what: `"${short}" has ${text.length} letters` });
	}
	const { error } = result.run.data.resultData;
	if (error !== undefined && !CLASSES.has(error.name)) {
		breaches.push({
			promise: 'crash',
			what: `the run ended with ${error.name}: ${error.message.slice(0, 80)}`,
		});
	}
	return breaches;
};

function* objectsIn(value: unknown): Generator<object> {
	if (typeof value !== 'object' || value === null) return;
	yield value;
	for (const one of Object.values(value)) yield* objectsIn(one);
}

const judgeObjects: Judge = ({ result }) => {
	const owners = new Map<object, number>();
	const breaches: Breach[] = [];
	for (const [index, { json }] of [...result.items, ...result.errorItems].entries()) {
		for (const object of objectsIn(json)) {
			const owner = owners.get(object);
			if (owner !== undefined && owner !== index)
				breaches.push({ promise: 'objects', what: `items ${owner} and ${index} share an object` });
			owners.set(object, index);
		}
	}
	if (Reflect.get({}, 'polluted') !== undefined || Reflect.get({}, 'code') !== undefined) {
		breaches.push({ promise: 'crash', what: 'the prototype of all objects was changed' });
	}
	return breaches.slice(0, 2);
};

/** Errors are ours and of n8n's two classes; each item is for itself. */
export const judgeShape: Judge = (evidence) => [...judgeErrors(evidence), ...judgeObjects(evidence)];
