import type { FailureKind } from '../../../nodes/Clip/service/rules/failureKind';
import type { FaultInput } from '../../../tools/simulator';

/** Stands in a fault's text for the API key; it must never come out of the node. */
export const MARKED_KEY = 'marked-7Q2';
/** Stands in a fault's text for a signature; it must never come out of the node. */
export const SIGNATURE = 'marked-signature-9ZK';

/** What a fault makes of a submission: its class, or that the submission gets through, or that nobody knows. */
export type OnCreate = FailureKind | 'accepted' | 'unknownWhetherCreated';

/** What a fault makes of a question: its class, an answer that is good as it is, or "finished" without clips. */
export type OnQuery = FailureKind | 'read' | 'empty';

/** A fault, and what the client makes of it in each call. */
export interface FaultRow {
	readonly name: string;
	/** What the simulator does; `refused` is nobody listening at the port. */
	readonly fault: FaultInput['fault'] | 'refused';
	/** `after`: the project exists before the answer is spoiled; the worse case, so it is the usual one. */
	readonly phase?: 'before' | 'after';
	/** Null where the fault makes no sense for it. */
	readonly create: OnCreate | null;
	readonly query: OnQuery | null;
	/** What the description of an error must say beside the facts of the answer. */
	readonly says?: readonly string[];
	/** The code of the answer. */
	readonly code?: string;
	/** The HTTP status of the answer; null when there was none. */
	readonly http?: number | null;
	/** The project that the answer to a submission names. */
	readonly projectId?: string;
}

const TEXT = `refused ${MARKED_KEY} https://cdn.example.com/a.mp4?Signature=${SIGNATURE}`;

const UNKNOWN = 'unknownWhetherCreated';
const refusal = (outcome: FailureKind): Pick<FaultRow, 'phase' | 'create' | 'query'> => ({
	phase: 'before',
	create: outcome,
	query: outcome,
});

const code = (number: number, outcome: FailureKind, status = 200): FaultRow => ({
	name: `code ${number}${status === 200 ? '' : ` with HTTP ${status}`}`,
	fault: { kind: 'code', code: number, errMsg: TEXT, status },
	...refusal(outcome),
	code: String(number),
	http: status,
});

/** A page of a server in front, as the body of a status. */
const page = (
	status: number,
	row: Pick<FaultRow, 'phase' | 'create' | 'query'>,
	headers: Record<string, string> = {},
): FaultRow => ({
	name: `HTTP ${status}${Object.keys(headers)
		.map((header) => ` with ${header}`)
		.join('')}`,
	fault: {
		kind: 'status',
		status,
		body: `<html><body>${status} ${TEXT}</body></html>`,
		headers: { 'Content-Type': 'text/html', ...headers },
	},
	http: status,
	...row,
});

const answered = (name: string, body: string, rest: Partial<FaultRow> = {}): FaultRow => ({
	name,
	fault: { kind: 'body', body },
	create: UNKNOWN,
	query: 'temporary',
	http: 200,
	...rest,
});

/** A fault after which nobody knows what the service did. */
const unanswered = (name: string, fault: FaultRow['fault'], ...says: string[]): FaultRow => ({
	name,
	fault,
	create: UNKNOWN,
	query: 'temporary',
	http: null,
	says,
});

const connections: readonly FaultRow[] = [
	{
		name: 'connection refused',
		fault: 'refused',
		create: 'temporary',
		query: 'temporary',
		http: null,
		says: ['ECONNREFUSED', 'no answer'],
	},
	unanswered('connection reset', { kind: 'reset' }, 'ECONNRESET', 'no answer'),
	unanswered('no answer within a minute', { kind: 'hang' }, 'no answer'),
	unanswered('an answer that is cut off', { kind: 'cut', afterBytes: 20 }, 'no answer'),
	unanswered(
		'an answer that falls silent',
		{ kind: 'drip', bytes: 4_000, seconds: 1, then: 'silence' },
		'no answer',
	),
	unanswered(
		'an answer that comes in drops for ever',
		{ kind: 'drip', bytes: 100, seconds: 1, then: 'forever' },
		'no complete answer within 120 s',
	),
	unanswered('an answer of 60 MB', { kind: 'big', megabytes: 60 }, 'an answer of more than 12 MB'),
	{
		name: 'an answer that comes slowly',
		fault: { kind: 'drip', bytes: 60, seconds: 1 },
		create: 'accepted',
		query: 'read',
	},
];

const bodies: readonly FaultRow[] = [
	answered('an HTML page with HTTP 200', `<html>${TEXT}</html>`),
	answered('half a JSON', '{"code":2000,"projectId":1234', { query: 'unreadable' }),
	answered('JSON that is a list', '[]', { query: 'unreadable' }),
	answered('code 2000 without a project ID', '{"code":2000}', { query: 'empty', code: '2000' }),
	answered('code 2000 with its clips elsewhere', '{"code":2000,"data":{"videos":[{}]}}', {
		query: 'unreadable',
		code: '2000',
	}),
	answered('code 2000 with its project ID elsewhere', '{"code":2000,"data":{"project_id":"55501"}}', {
		query: null,
		code: '2000',
	}),
	answered('a refusal that names a project', `{"code":4002,"projectId":"55501","errMsg":"${TEXT}"}`, {
		query: null,
		code: '4002',
		projectId: '55501',
	}),
];

const statuses: readonly FaultRow[] = [
	page(302, { create: UNKNOWN, query: 'invalidRequest' }, { Location: '/elsewhere' }),
	page(308, refusal('invalidRequest'), { Location: '/elsewhere' }),
	page(401, refusal('authentication')),
	page(402, refusal('quota')),
	page(404, { ...refusal('invalidRequest'), query: 'unreadable' }),
	page(409, { create: UNKNOWN, query: 'unreadable' }),
	page(421, { ...refusal('invalidRequest'), query: 'unreadable' }),
	page(429, refusal('rateLimited'), { 'Retry-After': '7' }),
	page(502, { create: UNKNOWN, query: 'temporary' }),
];

const codes: readonly FaultRow[] = [
	code(-1000, 'invalidRequest'),
	code(4001, 'authentication'),
	code(4002, 'failed'),
	code(4003, 'rateLimited'),
	code(4005, 'sourceProblem'),
	code(4006, 'invalidRequest', 400),
	code(4007, 'quota'),
	{ ...code(4011, 'failed'), phase: 'after', create: UNKNOWN },
	{ ...code(5000, 'temporary'), phase: 'after', create: UNKNOWN },
	{ ...code(7777, 'unreadable'), phase: 'after', create: UNKNOWN },
];

/** Every fault that the tests try on the client, in the order in which the contributors' page shows them. */
export const faultTable: readonly FaultRow[] = [...connections, ...bodies, ...statuses, ...codes];
