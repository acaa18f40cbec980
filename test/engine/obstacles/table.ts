import { INTERRUPTIONS } from '../../../nodes/Clip/problems/answers';
import type { FailureKind } from '../../../nodes/Clip/problems/facts';
import type { FaultInput } from '../../../tools/simulator';
import type { Manner } from '../bench/proxies';
import type { Way } from './ways';

/** Stands in a fault's text for the API key; it must never come out of the node. */
export const MARKED_KEY = 'marked-7Q2';
/** Stands in a fault's text for a signature; it must never come out of the node. */
export const SIGNATURE = 'marked-signature-9ZK';

/** What a fault makes of a submission: its class, or that the submission gets through, or that nobody knows. */
export type OnCreate = FailureKind | 'accepted' | 'unknownWhetherCreated';

/** What a fault makes of a question: its class, an answer that is good as it is, or "finished" without clips. */
export type OnQuery = FailureKind | 'read' | 'empty';

/** What stands in the way of a call, and what the client makes of it. */
export interface Obstacle {
	readonly name: string;
	/** What the simulator does. */
	readonly fault?: FaultInput['fault'];
	/** What keeps n8n from reaching it. */
	readonly way?: Way;
	/** `after`: the project exists before the answer is spoiled; the worse case, so it is the usual one. */
	readonly phase?: 'before' | 'after';
	/** Null where the fault makes no sense for it. */
	readonly create: OnCreate | null;
	readonly query: OnQuery | null;
	/** How long it takes until n8n gives up, where that is more than a few tries. */
	readonly seconds?: number;
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
const refusal = (outcome: FailureKind): Pick<Obstacle, 'phase' | 'create' | 'query'> => ({
	phase: 'before',
	create: outcome,
	query: outcome,
});

const code = (number: number, outcome: FailureKind, status = 200): Obstacle => ({
	name: `code ${number}${status === 200 ? '' : ` with HTTP ${status}`}`,
	fault: { kind: 'code', code: number, errMsg: TEXT, status },
	...refusal(outcome),
	code: String(number),
	http: status,
});

/** A page of a server in front, as the body of a status. */
const page = (
	status: number,
	row: Pick<Obstacle, 'phase' | 'create' | 'query'>,
	headers: Record<string, string> = {},
): Obstacle => ({
	name: [`HTTP ${status}`, ...Object.keys(headers)].join(' with '),
	fault: {
		kind: 'status',
		status,
		body: `<html><body>${status} ${TEXT}</body></html>`,
		headers: { 'Content-Type': 'text/html', ...headers },
	},
	http: status,
	...row,
});

const answered = (name: string, body: string, rest: Partial<Obstacle> = {}): Obstacle => ({
	name,
	fault: { kind: 'body', body },
	create: UNKNOWN,
	query: 'temporary',
	http: 200,
	...rest,
});

/** A fault after which nobody knows what the service did. */
const unanswered = (
	name: string,
	fault: FaultInput['fault'],
	seconds: number,
	...says: string[]
): Obstacle => ({
	name,
	fault,
	create: UNKNOWN,
	query: 'temporary',
	http: null,
	seconds,
	says,
});

const connections: readonly Obstacle[] = [
	unanswered('connection reset', { kind: 'reset' }, 0, 'ECONNRESET'),
	unanswered('no answer within a minute', { kind: 'hang' }, 60, 'Reason: '),
	unanswered('an answer that is cut off', { kind: 'cut', afterBytes: 20 }, 0, 'Reason: '),
	unanswered(
		'an answer that falls silent',
		{ kind: 'drip', bytes: 4_000, seconds: 1, then: 'silence' },
		120,
		INTERRUPTIONS.tooSlow,
	),
	unanswered(
		'an answer that comes in drops for ever',
		{ kind: 'drip', bytes: 100, seconds: 1, then: 'forever' },
		120,
		INTERRUPTIONS.tooSlow,
	),
	unanswered('an answer of 60 MB', { kind: 'big', megabytes: 60 }, 0, INTERRUPTIONS.tooLarge),
	{
		name: 'an answer that comes slowly',
		fault: { kind: 'drip', bytes: 60, seconds: 1 },
		create: 'accepted',
		query: 'read',
	},
];

/** What keeps n8n from the service: it has sent nothing. */
const onTheWay = (name: string, way: Way, outcome: FailureKind, ...says: string[]): Obstacle => ({
	...{ name, way, create: outcome, query: outcome, http: null, says },
});
/** A proxy may have sent it on. */
const atProxy = (proxy: Manner, query: FailureKind): Obstacle => ({
	name: `a proxy that does not let it through (${proxy})`,
	...{ way: { proxy }, create: UNKNOWN, query, http: typeof proxy === 'number' ? proxy : null },
});

const ways: readonly Obstacle[] = [
	onTheWay('connection refused', 'refused', 'temporary', 'ECONNREFUSED'),
	onTheWay('a certificate that n8n does not trust', 'untrusted', 'blocked', 'certificate'),
	onTheWay('a certificate that has expired', 'expired', 'blocked', 'certificate'),
	onTheWay('a host that does not exist', 'no host', 'temporary', 'ENOTFOUND'),
	onTheWay('a proxy that cannot be reached', 'no proxy', 'temporary'),
	atProxy(302, 'unreadable'),
	atProxy(407, 'unreadable'),
	...([502, 'closes', 'hangs'] as const).map((manner) => atProxy(manner, 'temporary')),
];

const bodies: readonly Obstacle[] = [
	answered('an HTML page with HTTP 200', `<html>${TEXT}</html>`),
	answered('half a JSON', '{"code":2000,"projectId":1234'),
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

const statuses: readonly Obstacle[] = [
	page(302, { create: UNKNOWN, query: 'unreadable' }, { Location: '/elsewhere' }),
	page(308, refusal('invalidRequest'), { Location: '/elsewhere' }),
	{
		...page(307, refusal('invalidRequest'), {
			Location: `https://me:${SIGNATURE}@eu.example.com/service/open-api/v1/project/create?key=${MARKED_KEY}`,
		}),
		query: null,
	},
	page(401, refusal('authentication')),
	page(402, refusal('quota')),
	page(404, { ...refusal('invalidRequest'), query: 'unreadable' }),
	page(409, { create: UNKNOWN, query: 'unreadable' }),
	page(421, { create: UNKNOWN, query: 'unreadable' }),
	page(429, refusal('rateLimited'), { 'Retry-After': '7' }),
	page(502, { create: UNKNOWN, query: 'temporary' }),
];

const codes: readonly Obstacle[] = [
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

/** All that may stand in the way of a call. */
export const OBSTACLES: readonly Obstacle[] = [...ways, ...connections, ...bodies, ...statuses, ...codes];
