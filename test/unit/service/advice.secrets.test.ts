import fc from 'fast-check';
import { adviceOnDownload, DownloadError } from '../../../nodes/Clip/download/rules/downloadFailure';
import { adviceOn } from '../../../nodes/Clip/service/rules/advice';
import {
	type Answer,
	type Call,
	isSuccess,
	noAnswer,
	readAnswer,
} from '../../../nodes/Clip/service/rules/answer';
import { failedProject } from '../../../nodes/Clip/service/rules/delivery';
import { adviceOnWait } from '../../../nodes/Clip/wait/rules/waitAdvice';
import { hiding } from '../../../nodes/Clip/lib/redact';
import { anyText } from '../given/texts';

const KEY = 'sk/live+Key=42';
const SIGNATURE = 'SiG9nature7Value';
const hide = hiding([KEY]);

/** Text with secrets in it, and with what steers a terminal. */
const nasty = fc
	.array(
		fc.oneof(
			fc.constantFrom(KEY, encodeURIComponent(KEY), `https://h.example/v?Signature=${SIGNATURE}`),
			fc.constantFrom(`https://${SIGNATURE}@h.example/v`, '\u001b[2J', '\u202e', '\r\n', '\u0000'),
			anyText(4),
		),
		{ maxLength: 8 },
	)
	.map((parts) => parts.join(' '));

function expectFit(...texts: string[]): void {
	for (const text of texts) {
		expect(text).not.toMatch(/sk.{0,8}live|SiG9nature/);
		expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
		expect(text.length).toBeLessThan(3_000);
	}
}

describe('Nothing from outside gets into a text as it is', () => {
	const calls: Call[] = ['create', 'query'];
	const tell = (call: Call, answer: Answer) => {
		if (isSuccess(answer)) return;
		const { title, description } = adviceOn(call, answer);
		const wait = adviceOnWait('7', { end: 'timedOut', waitedMs: 1, lastFailure: answer });
		const { code, message } = failedProject('7', answer);
		expectFit(title, description, wait.description, code ?? '', message, answer.projectId ?? '');
	};

	it('neither from an answer, whatever it holds and where', () => {
		const code = fc.oneof(nasty, fc.constantFrom(4002, 4006, 2000, 7777, null));
		const body = fc.record(
			{ code, projectId: nasty, errMsg: nasty, message: nasty, msg: nasty, videos: nasty },
			{ requiredKeys: [] },
		);
		const text = fc.oneof(
			nasty,
			body.map((json) => JSON.stringify(json)),
		);
		const statuses = fc.constantFrom(200, 302, 400, 409, 503);
		fc.assert(
			fc.property(fc.constantFrom(...calls), statuses, text, (call, status, sent) =>
				tell(call, readAnswer(call, status, sent, call === 'query' ? '7' : undefined, hide)),
			),
		);
	});

	it('nor from the network, n8n or a host of files', () => {
		fc.assert(
			fc.property(nasty, (text) => {
				for (const outcome of ['blocked', 'temporary'] as const) {
					tell('create', noAnswer('create', hide(text), false, undefined, outcome));
				}
				const failure = new DownloadError('refused', { evidence: hide(text) });
				expectFit(adviceOnDownload(failure, 'h.example', '').description);
			}),
		);
	});
});
