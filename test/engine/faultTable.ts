import type { FailureClass } from '../../nodes/Clip/service/rules/outcome';
import type { FaultInput } from '../simulator';

/** Stands in a fault's text for the API key; it must never come out of the node. */
export const MARKED_KEY = 'marked-7Q2';
/** Stands in a fault's text for a signature; it must never come out of the node. */
export const SIGNATURE = 'marked-signature-9ZK';

/** What a fault makes of a submission: its class, or that the submission gets through, or that nobody knows. */
export type OnCreate = FailureClass | 'accepted' | 'unknownWhetherCreated';

/** What a fault makes of a question: its class, an answer that is good as it is, or "finished" without clips. */
export type OnQuery = FailureClass | 'read' | 'empty';

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
	/** What the description of an error must say. */
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
const refusal = (outcome: FailureClass): Pick<FaultRow, 'phase' | 'create' | 'query'> => ({
	phase: 'before',
	create: outcome,
	query: outcome,
});

const code = (number: number, outcome: FailureClass, status = 200): FaultRow => ({
	name: `code ${number}${status === 200 ? '' : ` with HTTP ${status}`}`,
	fault: { kind: 'code', code: number, errMsg: TEXT, status },
	...refusal(outcome),
	code: String(number),
	http: status,
	says: [`code ${number}`, 'refused ***', `HTTP ${status}`],
});

/** A page of a server in front, as the body of a status. */
const page = (status: number, row: Pick<FaultRow, 'phase' | 'create' | 'query'>): FaultRow => ({
	name: `HTTP ${status}`,
	fault: {
		kind: 'status',
		status,
		body: `<html><body>${status} ${TEXT}</body></html>`,
		headers: { 'Content-Type': 'text/html' },
	},
	http: status,
	// An answer with that status has no body.
	says: [`HTTP ${status}`, ...(status === 304 ? [] : ['refused ***'])],
	...row,
});

const answered = (name: string, body: string, rest: Partial<FaultRow> = {}): FaultRow => ({
	name,
	fault: { kind: 'body', body },
	create: UNKNOWN,
	query: 'temporary',
	http: 200,
	says: ['HTTP 200'],
	...rest,
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
	{
		name: 'connection reset before the service took the request',
		fault: { kind: 'reset' },
		phase: 'before',
		create: UNKNOWN,
		query: null,
		http: null,
		says: ['no answer'],
	},
	{
		name: 'connection reset',
		fault: { kind: 'reset' },
		create: UNKNOWN,
		query: 'temporary',
		http: null,
		says: ['ECONNRESET', 'no answer'],
	},
	{
		name: 'no answer within a minute',
		fault: { kind: 'hang' },
		create: UNKNOWN,
		query: 'temporary',
		http: null,
		says: ['no answer'],
	},
	...['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'].map(
		(headers): FaultRow => ({
			name: headers === '' ? 'HTTP 101' : 'HTTP 101 with an upgrade',
			fault: { kind: 'raw', text: `HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n` },
			create: UNKNOWN,
			query: 'temporary',
			http: headers === '' ? 101 : null,
			says: headers === '' ? ['HTTP 101'] : ['no complete answer within 120 s'],
		}),
	),
	{
		name: 'informational answers without end',
		fault: { kind: 'raw', text: 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000) },
		create: UNKNOWN,
		query: 'temporary',
		http: null,
		says: ['no answer'],
	},
	{
		name: 'an answer that is cut off',
		fault: { kind: 'cut', afterBytes: 20 },
		create: UNKNOWN,
		query: 'temporary',
		http: null,
		says: ['no answer'],
	},
];

const bodies: readonly FaultRow[] = [
	answered('an HTML page with HTTP 200', `<html>${TEXT}</html>`, { says: ['HTTP 200', 'refused ***'] }),
	answered('an empty body', ''),
	{ ...answered('HTTP 204', ''), fault: { kind: 'status', status: 204 }, http: 204, says: ['HTTP 204'] },
	answered('half a JSON', '{"code":2000,"projectId":1234'),
	answered('JSON that is a list', '[]', { query: 'unreadable' }),
	answered('code 2000 without a project ID', '{"code":2000}', {
		query: 'empty',
		code: '2000',
		says: ['code 2000'],
	}),
	answered('a project ID that is no ID', '{"code":2000,"projectId":{"id":1}}', {
		query: null,
		code: '2000',
	}),
	answered('a refusal that names a project', `{"code":4002,"projectId":"55501","errMsg":"${TEXT}"}`, {
		query: null,
		code: '4002',
		projectId: '55501',
		says: ['code 4002', 'refused ***', 'project ID 55501'],
	}),
	answered('bytes that are no UTF-8', '', {
		fault: { kind: 'bytes', base64: Buffer.from([0xff, 0xfe, 0x80, 0xc0]).toString('base64') },
	}),
	answered(
		'keys that mean prototypes',
		'{"__proto__":{"code":2000,"projectId":"1","polluted":1},"constructor":{"prototype":{"polluted":1}}}',
		{ query: 'unreadable' },
	),
	{
		name: 'an answer of 60 MB',
		fault: { kind: 'big', megabytes: 60 },
		create: UNKNOWN,
		query: 'temporary',
		http: null,
		says: ['an answer of more than 12 MB'],
	},
	{
		name: 'an endless answer',
		fault: { kind: 'endless', megabytes: 200 },
		create: UNKNOWN,
		query: 'temporary',
		http: null,
		says: ['an answer of more than 12 MB'],
	},
	{
		name: 'an answer that comes in drops for ever',
		fault: { kind: 'drip', bytes: 100, seconds: 1, then: 'forever' },
		create: UNKNOWN,
		query: 'temporary',
		http: null,
		says: ['no complete answer within 120 s'],
	},
	{
		name: 'an answer that falls silent',
		fault: { kind: 'drip', bytes: 4_000, seconds: 1, then: 'silence' },
		create: UNKNOWN,
		query: 'temporary',
		http: null,
		says: ['no answer'],
	},
	{
		name: 'an answer that comes slowly',
		fault: { kind: 'drip', bytes: 60, seconds: 1 },
		create: 'accepted',
		query: 'read',
	},
];

const withHeaders = (name: string, row: FaultRow, headers: Record<string, string>): FaultRow =>
	typeof row.fault === 'object' && row.fault.kind === 'status'
		? { ...row, name, fault: { ...row.fault, headers } }
		: row;

const statuses: readonly FaultRow[] = [
	withHeaders('HTTP 302, a redirect', page(302, refusal('invalidRequest')), { Location: '/elsewhere' }),
	...[300, 304, 306].map((status) => page(status, { create: UNKNOWN, query: 'unreadable' })),
	...[400, 404, 405, 413, 415, 422].map((status) =>
		page(status, { ...refusal('invalidRequest'), query: 'unreadable' }),
	),
	page(401, refusal('authentication')),
	page(402, refusal('quota')),
	page(403, refusal('authentication')),
	...[406, 407, 409, 410].map((status) => page(status, { create: UNKNOWN, query: 'unreadable' })),
	page(408, { create: UNKNOWN, query: 'temporary' }),
	page(429, refusal('rateLimited')),
	withHeaders('HTTP 429 with Retry-After', page(429, refusal('rateLimited')), {
		'Retry-After': '7',
	}),
	withHeaders('HTTP 429 with Retry-After: 0', page(429, refusal('rateLimited')), { 'Retry-After': '0' }),
	...[500, 502, 503, 504].map((status) => page(status, { create: UNKNOWN, query: 'temporary' })),
	withHeaders('HTTP 503 with Retry-After', page(503, { create: UNKNOWN, query: 'temporary' }), {
		'Retry-After': '7',
	}),
];

const codes: readonly FaultRow[] = [
	code(-1000, 'invalidRequest'),
	code(4001, 'authentication'),
	code(4002, 'failed'),
	code(4003, 'rateLimited'),
	code(4004, 'invalidRequest'),
	code(4005, 'sourceProblem'),
	code(4006, 'invalidRequest'),
	code(4006, 'invalidRequest', 400),
	code(4007, 'quota'),
	code(4008, 'sourceProblem'),
	code(4009, 'sourceProblem'),
	code(4010, 'invalidRequest'),
	...[4011, 4999].map((number) => ({ ...code(number, 'failed'), phase: 'after', create: UNKNOWN }) as const),
	{ ...code(4999, 'failed', 400), phase: 'after', create: UNKNOWN },
	...[500, 5000, 5999].map(
		(number) => ({ ...code(number, 'temporary'), phase: 'after', create: UNKNOWN }) as const,
	),
	{ ...code(7777, 'unreadable'), phase: 'after', create: UNKNOWN },
];

/** Every fault that the tests try on the client, in the order in which the contributors' page shows them. */
export const faultTable: readonly FaultRow[] = [...connections, ...bodies, ...statuses, ...codes];
