import { NOTHING_DONE } from '../../nodes/Clip/problems/items';
import { type Hindrance } from '../../nodes/Clip/problems/hindrances';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { DOWNLOADS } from '../../nodes/Clip/problems/files';
import { described, type Words } from '../../nodes/Clip/problems/words';
import {
	type Answer,
	type Call,
	isSuccess,
	noAnswer,
	readAnswer,
} from '../../nodes/Clip/service/rules/answer';
import { REFUSAL_CODES } from '../../nodes/Clip/service/rules/failureKind';
import { explain, inWords } from '../unit/given/texts';
import { table } from './markdown';

const HTML = '<html><body>Not the service</body></html>';

/** HTTP statuses of servers in front of the service, with their pages. */
const STATUSES = [
	301, 302, 307, 308, 303, 400, 401, 402, 403, 404, 405, 408, 409, 410, 411, 413, 414, 415, 417, 421, 422,
	425, 429, 431,
];

const PROJECT = '20417733';

const askedFor = (call: Call): string | undefined => (call === 'query' ? PROJECT : undefined);

/** An answer with a status and a body. */
const answer =
	(status: number, body: string) =>
	(call: Call): Answer =>
		readAnswer(call, status, body, askedFor(call));

/** No answer. */
const silence =
	(sent: boolean, hindrance?: Hindrance) =>
	(call: Call): Answer =>
		noAnswer(call, '', sent, askedFor(call), hindrance);

/** What may come instead of a project, by the name that the manual has for it. */
const CAUSES: ReadonlyArray<readonly [cause: string, answerTo: (call: Call) => Answer]> = [
	...REFUSAL_CODES.map((code) => [`code ${code}`, answer(200, `{"code":${code}}`)] as const),
	['another code from 4000 to 4999', answer(200, '{"code":4999}')],
	...STATUSES.map((status) => [`HTTP ${status}`, answer(status, HTML)] as const),
	// All of them, also those of a proxy, such as 524.
	['HTTP 5xx', answer(524, HTML)],
	['a page instead of data', answer(200, HTML)],
	['data that are not of the service', answer(200, '{"hello":1}')],
	['a call that n8n blocks', silence(false, 'policy')],
	['a certificate that n8n does not trust', silence(false, 'certificate')],
	['a host that does not exist', silence(false, 'host')],
	['no connection', silence(false)],
	['no answer, or half of one', silence(true)],
];

/** What a call may fail with; causes that are explained alike stand together. */
function failuresOf(call: Call): Array<readonly [ReturnType<typeof explain>, string[]]> {
	const found = new Map<string, readonly [ReturnType<typeof explain>, string[]]>();
	for (const [cause, answerTo] of CAUSES) {
		const failure = answerTo(call);
		if (isSuccess(failure)) continue;
		const explanation = explain(call, failure);
		const key = JSON.stringify(explanation);
		const entry = found.get(key) ?? ([explanation, []] as const);
		entry[1].push(cause);
		found.set(key, entry);
	}
	return [...found.values()];
}

/** "code 1, code 2, HTTP 3" as "code 1, 2, HTTP 3". */
const listed = (causes: readonly string[]): string =>
	causes
		.map((cause, index) => {
			const [kind = '', ...rest] = cause.split(' ');
			const follows = /^(code -?\d|HTTP \d)/.test(cause) && causes[index - 1]?.split(' ')[0] === kind;
			return follows ? rest.join(' ') : cause;
		})
		.join(', ');

const bold = (text: string): string => `**${text}**`;

/** What a call of the service may fail with. */
export function callErrors(call: Call): string {
	const failures = failuresOf(call).sort(([a], [b]) => a.title.localeCompare(b.title, 'en'));
	return table(
		['Message', 'Comes from', 'What it means', 'What to do'],
		failures.map(([{ title, meaning, todo }, causes]) => [
			bold(title),
			listed(causes),
			meaning.replace(PROJECT, '…'),
			todo,
		]),
	);
}

/** What Download may fail with. */
export const downloadErrors = (): string =>
	table(
		['Message', 'What to do'],
		[
			...Object.values(DOWNLOADS),
			inWords('download', {
				...{ kind: 'unavailable', hindrance: 'certificate', videoId: null, host: '…', fresh: null },
			}),
			inWords('noLink', { name: '…', rule: null }),
		].map(({ title, todo }) => [bold(title), todo]),
	);

/** What the nodes themselves may fail with. */
export function nodeErrors(): string {
	const { submit, ask } = NOTHING_DONE;
	const credential = inWords('unusableCredential', { fault: 'keyEmpty' });
	const told: Words[] = [
		{ title: "'Parameter' must …", ...submit },
		{
			title: credential.title.replace(/:.*/, ': …'),
			meaning: `Create: ${submit.money}. Wait and Get: ${ask.money}.`,
			todo: `${credential.todo} Create: ${submit.next} Wait and Get: ${ask.next}`,
		},
		inWords('tooManyVideos', { videos: 50, most: 40 }),
		inWords('notYetSubmitted', { until: 0 }),
		inWords('unknownWhetherCreated', { answer: null, video: { link: '…', sentAt: 0 } }),
		inWords('unrecorded', { reason: '…' }),
		inWords('unknownWhetherCreated', { answer: null, unread: '…' }),
		inWords('stoppedBefore', { tries: 0 }),
		inWords('timedOut', { projectId: PROJECT, waitedMs: 120 * 60_000, last: null }),
		inWords('stopped', { projectId: PROJECT }),
		inWords('processing', { projectId: PROJECT }),
	];
	return table(
		['Message', 'What it means and what to do'],
		told.map(({ title, ...rest }) => [
			bold(title.replace(PROJECT, '…')),
			described(rest).replace(new Date(0).toISOString(), '…'),
		]),
	);
}

/** What the test of the credential may fail with. */
export function credentialErrors(): string {
	const messages = new Set(
		(new VideoClippingApi().test.rules ?? []).map(({ properties }) => properties.message),
	);
	return table(
		['Message', 'What to do'],
		[...messages].map((message) => {
			const end = message.indexOf('. ') + 1;
			return [bold(message.slice(0, end)), message.slice(end + 1)];
		}),
	);
}
