/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { contentKeyOf as contentFor } from '../../../nodes/Clip/create/batch';
import { delayBeforeNextTry } from '../../../nodes/Clip/create/rules/nextTry';
import {
	isProjectAnswer,
	makeFailedAnswerWithoutResponse,
	readAnswer,
} from '../../../nodes/Clip/service/rules/answer';
import { SERVICE_DEFAULTS, SUBMISSION_FIELDS } from '../../../nodes/Clip/create/create.operation';
import type { Submission } from '../../../nodes/Clip/service/rules/submission';
import { failureOf } from '../given/answers';
import { readSubmission, valuesOf } from '../given/parameters';
import { always } from './always';

/** What a user or an expression may give for a field, and what then goes out; undefined where nothing does. */
interface Setting {
	given?: unknown;
	sent?: unknown;
}

const notSet = fc.constantFrom<Setting>({}, { given: null }, { given: '' }, { given: ' \n' });
const oneOf = (...values: Array<number | string>): Arbitrary<Setting> =>
	fc.oneof(
		notSet,
		fc.constantFrom(...values).map((sent) => ({ given: sent, sent })),
		fc
			.constantFrom(...values)
			.map((sent) => ({ given: typeof sent === 'number' ? ` ${sent} ` : sent, sent })),
	);
const aSwitch = fc.constantFrom<Setting>(
	...[true, 1, 'true', '1'].map((given) => ({ given, sent: 1 })),
	...[false, 0, 'FALSE', '0'].map((given) => ({ given, sent: 0 })),
);
/** What the panel alone says of a field. */
const anyOf = (name: string) =>
	name.endsWith('Switch') ? fc.oneof(notSet, aSwitch) : oneOf(...valuesOf(name));

const settable = SUBMISSION_FIELDS.filter((name) => !['videoUrl', 'projectName', 'ext'].includes(name));

/** Valid settings of all fields but the link, what belongs to it, and the name. */
const settings: Arbitrary<Record<string, Setting>> = fc.record({
	...Object.fromEntries(settable.map((name) => [name, anyOf(name)])),
	// A file needs more.
	videoType: oneOf(...valuesOf('videoType').filter((value) => value !== 1)),
	preferLength: fc.oneof(
		fc.constant({ given: [0], sent: [0] }),
		fc.subarray([1, 2, 3, 4], { minLength: 1 }).map((sent) => ({ given: sent.map(String), sent })),
	),
	lang: fc.constantFrom<Setting>({ given: ' DE ', sent: 'de' }, { given: 'auto', sent: 'auto' }),
	// The panel always shows the first ratio, which the service takes by itself.
	ratioOfClip: fc.oneof(oneOf(2, 3, 4), fc.constant({ given: 1 })),
	templateId: oneOf(1, 184_203),
	keywords: oneOf('tide', ' a\nb'),
});

const part = (all: Record<string, Setting>, which: keyof Setting) =>
	Object.fromEntries(
		Object.entries(all).flatMap(([name, one]) => (one[which] === undefined ? [] : [[name, one[which]]])),
	);

function built(all: Record<string, Setting>, videoUrl: string, projectName?: string) {
	const checked = readSubmission({ ...part(all, 'given'), videoUrl, projectName });
	if (!checked.ok) throw new TypeError('The settings are valid.');
	return checked.value;
}

/** A submission as the service reads it. */
const wire = (submission: object): unknown => JSON.parse(JSON.stringify(submission));

/** With what the service takes by itself, and without white space around texts. */
const meant = (submission: Submission): unknown => ({
	...SERVICE_DEFAULTS,
	...Object.fromEntries(Object.entries(submission).filter(([, value]) => value !== undefined)),
	...{ keywords: submission.keyword?.trim(), keyword: submission.keyword?.trim() },
});

const contentOf = (submission: Submission) => contentFor(submission, 'a', SERVICE_DEFAULTS);

describe('A submission', () => {
	it('of what is valid is sent as the interface says, with nothing that is not set', () => {
		const videoUrl = 'https://youtu.be/abc';
		always(settings, (all) => {
			const sent = part(all, 'sent');
			const keyword = sent.keywords === undefined ? {} : { keyword: sent.keywords };
			expect(wire(built(all, videoUrl))).toEqual({ videoUrl, videoType: 2, ...sent, ...keyword });
		});
	});

	it('is the same with the same settings, whatever signs its link and whatever its project is called, and else another', () => {
		const names = ['X-Amz-Signature', 'x-goog-date', 'Signature', 'hdnts', 'sv=2022-11-02&sig'];
		const signature = fc.subarray(names).map((all) => all.map((name) => `&${name}=`));
		const link = 'https://youtu.be/abc?id=7';
		always(
			fc.tuple(settings, signature, settings, fc.constantFrom(...settable)),
			([all, signed, others, field]) => {
				const content = contentOf(built(all, `${link}${signed.join('1')}`, 'a'));
				expect(contentOf(built(all, `${link}${signed.join('2')}`, 'b'))).toBe(content);
				expect(contentOf(built(all, `${link}8`, 'a'))).not.toBe(content);
				const changed = { ...all, [field]: others[field] ?? {} };
				const isSame = isDeepStrictEqual(meant(built(changed, link)), meant(built(all, link)));
				expect(contentOf(built(changed, link)) === content).toBe(isSame);
			},
		);
	});

	it('is never sent again after it may have been taken, and not for ever', () => {
		const code = fc.constantFrom(undefined, 2000, 4003, 4003, 4003, 4001, 4007, 5000, 7777);
		const status = fc.constantFrom(null, 200, 200, 429, 503);
		const body = fc.record({ status, code, projectId: fc.constantFrom(undefined, 0, 5) });
		const answer = body.map(({ status: answered, ...said }) =>
			answered === null
				? makeFailedAnswerWithoutResponse('create', {
						reason: 'ECONNRESET',
						mayHaveArrived: said.code === undefined,
					})
				: readAnswer('create', { httpStatus: answered, text: JSON.stringify(said) }),
		);
		const after = fc.option(fc.nat(400_000), { nil: null });
		const answers = fc.array(fc.tuple(answer, after, fc.nat(90_000)), { minLength: 130, maxLength: 130 });
		always(answers, (all) => {
			let [triedFor, tries] = [0, 0];
			for (const [last, retryAfterMs, took] of all) {
				tries += 1;
				const retryAt = retryAfterMs === null ? null : triedFor + retryAfterMs;
				const known = isProjectAnswer(last) ? last : { ...last, retryAt };
				const state = { failedTries: tries, rateLimitedFor: triedFor, failedAt: triedFor };
				const pause = delayBeforeNextTry(known, state);
				if (pause === null) return;
				const { fate, kind } = failureOf(known);
				expect(fate).toBe('notCreated');
				expect(pause).toBeGreaterThanOrEqual(kind === 'rateLimited' ? (retryAfterMs ?? 0) : 5_000);
				triedFor += pause + took;
			}
			throw new Error('It was sent 130 times.');
		});
	});
});
