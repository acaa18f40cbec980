import type { FaultInput } from '../simulator';

/** Stands in a fault's text for the API key; it must never come out of the node. */
export const MARKED_KEY = 'marked-7Q2';
/** Stands in a fault's text for a signature; it must never come out of the node. */
export const SIGNATURE = 'marked-signature-9ZK';

/** What becomes of a submission. */
export interface OnCreate {
	/** `details.outcome` of the error item; `accepted` when the submission gets through in the end. */
	readonly outcome: string;
	/** Whether the service has a project afterwards, whose answer was lost or not. */
	readonly created: boolean;
	/** How often it reaches the service in one try of the node, when the fault lasts for {@link FAULTS_IN_A_ROW} calls. */
	readonly sent: number;
}

/**
 * What becomes of a question: `passes` when it is asked again until the fault is over; `atOnce` when the answer is good
 * as it is; otherwise `details.outcome` of the error, at once.
 */
export interface OnQuery {
	readonly outcome: string;
	/** What the error says when the fault stays: the limit of the wait, or an outcome after so many answers. */
	readonly stays?: 'unreadable' | 'ready';
}

/** A fault, and what each operation makes of it. */
export interface FaultRow {
	readonly name: string;
	/** What the simulator does; `refused` is nobody listening at the port. */
	readonly fault: FaultInput['fault'] | 'refused';
	/** `after`: the project exists before the answer is spoiled; the worse case, so it is the usual one. */
	readonly phase?: 'before' | 'after';
	/** Null where the fault makes no sense for it. */
	readonly create: OnCreate | null;
	readonly query: OnQuery | null;
	/** It takes a minute or more of the node's time, so fewer combinations of settings are tried for Wait and Get. */
	readonly slow?: true;
	/** What the description of an error must say. */
	readonly says?: readonly string[];
	/** `details.code` of an error item. */
	readonly code?: string;
	/** `details.httpCode` of an error item; null when there was no answer. */
	readonly http?: string | null;
	/** `details.projectId` of an error item of Create. */
	readonly projectId?: string;
}

/** How many calls in a row a fault hits that goes away. */
export const FAULTS_IN_A_ROW = 2;

const TEXT = `refused ${MARKED_KEY} https://cdn.example.com/a.mp4?Signature=${SIGNATURE}`;

const UNKNOWN: OnCreate = { outcome: 'unknownWhetherCreated', created: true, sent: 1 };
const PASSES: OnQuery = { outcome: 'passes' };
const PASSES_FIVE: OnQuery = { outcome: 'passes', stays: 'unreadable' };
const refusal = (outcome: string): Pick<FaultRow, 'phase' | 'create' | 'query'> => ({
	phase: 'before',
	create: { outcome, created: false, sent: 1 },
	query: { outcome },
});
const PACED: OnCreate = { outcome: 'accepted', created: true, sent: FAULTS_IN_A_ROW + 1 };

const code = (number: number, outcome: string, status = 200): FaultRow => ({
	name: `code ${number}${status === 200 ? '' : ` with HTTP ${status}`}`,
	fault: { kind: 'code', code: number, errMsg: TEXT, status },
	...refusal(outcome),
	code: String(number),
	http: String(status),
	says: [`code ${number}`, 'refused …', `HTTP ${status}`],
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
	http: String(status),
	says: [`HTTP ${status}`, 'refused …'],
	...row,
});

const answered = (name: string, body: string, rest: Partial<FaultRow> = {}): FaultRow => ({
	name,
	fault: { kind: 'body', body },
	create: UNKNOWN,
	query: PASSES,
	http: '200',
	says: ['HTTP 200'],
	...rest,
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const connections: readonly FaultRow[] = [
	{
		name: 'connection refused',
		fault: 'refused',
		create: { ...PACED, sent: 1 },
		query: PASSES,
		http: null,
		says: ['ECONNREFUSED', 'no answer'],
	},
	{
		name: 'connection reset before the service took the request',
		fault: { kind: 'reset' },
		phase: 'before',
		create: { ...UNKNOWN, created: false },
		query: null,
		http: null,
		says: ['no answer'],
	},
	{
		name: 'connection reset',
		fault: { kind: 'reset' },
		create: UNKNOWN,
		query: PASSES,
		http: null,
		says: ['ECONNRESET', 'no answer'],
	},
	{
		name: 'no answer within a minute',
		slow: true,
		fault: { kind: 'hang' },
		create: UNKNOWN,
		query: PASSES,
		http: null,
		says: ['no answer'],
	},
	{
		name: 'an answer that breaks off',
		fault: { kind: 'cut', afterBytes: 20 },
		create: UNKNOWN,
		query: PASSES,
		http: null,
		says: ['no answer'],
	},
];

const bodies: readonly FaultRow[] = [
	answered('an HTML page with HTTP 200', `<html>${TEXT}</html>`, { says: ['HTTP 200', 'refused …'] }),
	answered('an empty body', ''),
	{ ...answered('HTTP 204', ''), fault: { kind: 'status', status: 204 }, http: '204', says: ['HTTP 204'] },
	answered('half a JSON', '{"code":2000,"projectId":1234'),
	answered('JSON that is a list', '[]', { query: PASSES_FIVE }),
	answered('code 2000 without a project ID', '{"code":2000}', {
		query: { outcome: 'passes', stays: 'ready' },
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
		says: ['code 4002', 'refused …', 'project ID 55501'],
	}),
	answered('bytes that are no UTF-8', '', {
		fault: { kind: 'bytes', base64: Buffer.from([0xff, 0xfe, 0x80, 0xc0]).toString('base64') },
	}),
	answered('JSON that is nested 20,000 levels deep', nested(20_000), { query: PASSES_FIVE }),
	answered(
		'clips with fields that are nested 20,000 levels deep',
		`{"code":2000,"extra":${nested(20_000)},"videos":[{"videoId":1,"deep":${nested(20_000)}}]}`,
		{ create: null, query: { outcome: 'atOnce' } },
	),
	answered(
		'keys that mean prototypes',
		'{"__proto__":{"code":2000,"projectId":"1","polluted":1},"constructor":{"prototype":{"polluted":1}}}',
		{ query: PASSES_FIVE },
	),
	{
		name: 'an answer of 60 MB',
		fault: { kind: 'big', megabytes: 60 },
		create: UNKNOWN,
		query: PASSES,
		http: null,
		says: ['without end'],
	},
	{
		name: 'an answer without end',
		fault: { kind: 'endless', megabytes: 200 },
		create: UNKNOWN,
		query: PASSES,
		http: null,
		says: ['without end'],
	},
	{
		name: 'an answer that comes in drops for ever',
		slow: true,
		fault: { kind: 'drip', bytes: 100, seconds: 0.02, then: 'forever' },
		create: UNKNOWN,
		query: PASSES,
		http: null,
		says: ['did not come to its end'],
	},
	{
		name: 'an answer that falls silent',
		slow: true,
		fault: { kind: 'drip', bytes: 4_000, seconds: 0.02, then: 'silence' },
		create: UNKNOWN,
		query: PASSES,
		http: null,
		says: ['no answer'],
	},
	{
		name: 'an answer that comes slowly',
		fault: { kind: 'drip', bytes: 600, seconds: 0.005 },
		create: { outcome: 'accepted', created: true, sent: 1 },
		query: { outcome: 'atOnce' },
	},
];

const withHeaders = (name: string, row: FaultRow, headers: Record<string, string>): FaultRow =>
	typeof row.fault === 'object' && row.fault.kind === 'status'
		? { ...row, name, fault: { ...row.fault, headers } }
		: row;

const statuses: readonly FaultRow[] = [
	withHeaders('HTTP 302, a redirect', page(302, refusal('invalidRequest')), { Location: '/elsewhere' }),
	...[400, 404, 413].map((status) => page(status, { ...refusal('invalidRequest'), query: PASSES_FIVE })),
	page(401, refusal('authentication')),
	page(402, refusal('quota')),
	page(403, refusal('authentication')),
	page(408, { create: UNKNOWN, query: PASSES }),
	page(429, { phase: 'before', create: PACED, query: PASSES }),
	withHeaders('HTTP 429 with Retry-After', page(429, { phase: 'before', create: PACED, query: PASSES }), {
		'Retry-After': '7',
	}),
	...[500, 502, 503, 504].map((status) => page(status, { create: UNKNOWN, query: PASSES })),
	withHeaders('HTTP 503 with Retry-After', page(503, { create: UNKNOWN, query: PASSES }), {
		'Retry-After': '7',
	}),
];

const codes: readonly FaultRow[] = [
	code(-1000, 'invalidRequest'),
	code(4001, 'authentication'),
	code(4002, 'failed'),
	{ ...code(4003, 'rateLimited'), create: PACED, query: PASSES },
	code(4004, 'invalidRequest'),
	code(4005, 'sourceProblem'),
	code(4006, 'invalidRequest'),
	code(4006, 'invalidRequest', 400),
	code(4007, 'quota'),
	code(4008, 'sourceProblem'),
	code(4009, 'sourceProblem'),
	code(4010, 'invalidRequest'),
	code(4999, 'failed'),
	{ ...code(7777, 'unreadable'), phase: 'after', create: UNKNOWN, query: PASSES_FIVE },
];

/** Every fault that the tests try on the real engine, in the order in which the contributors' page shows them. */
export const faultTable: readonly FaultRow[] = [...connections, ...bodies, ...statuses, ...codes];
