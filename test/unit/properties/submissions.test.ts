/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { contentOf } from '../../../nodes/Clip/create/journal';
import { pauseBeforeResubmitting } from '../../../nodes/Clip/create/rules/resubmission';
import type { JsonObject } from '../../../nodes/Clip/lib/json';
import { parseLink } from '../../../nodes/Clip/lib/link';
import { isSuccess, noAnswer, readAnswer } from '../../../nodes/Clip/service/rules/answer';
import { detectSource } from '../../../nodes/Clip/service/rules/source';
import { buildSubmission, SUBMISSION_FIELDS } from '../../../nodes/Clip/service/rules/submission';
import { holding } from '../given/matchers';
import { always } from './always';
import { anyPath } from './values';

const MINIMUM = { videoUrl: 'https://youtu.be/abc', videoType: 2, preferLength: [0], lang: 'auto' };

/** What goes over the wire, as the service would read it; the problems where nothing does. */
const send = (fields: JsonObject): unknown => {
	const checked = buildSubmission({ fields });
	return checked.ok ? JSON.parse(JSON.stringify(checked.value)) : checked.problems;
};

const SWITCHES = SUBMISSION_FIELDS.filter((name) => name.endsWith('Switch'));

/** What a user or an expression may give for a field, and what then goes out; undefined where that is not set. */
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

const settings: Arbitrary<Record<string, Setting>> = fc.record({
	...Object.fromEntries(SWITCHES.map((name) => [name, fc.oneof(notSet, aSwitch)])),
	videoType: oneOf(2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14),
	preferLength: fc.oneof(
		fc.constant({ given: [0], sent: [0] }),
		fc.subarray([1, 2, 3, 4], { minLength: 1 }).map((sent) => ({ given: sent.map(String), sent })),
	),
	lang: fc.constantFrom<Setting>({ given: ' DE ', sent: 'de' }, { given: 'auto', sent: 'auto' }),
	// The panel always shows the first ratio, which the service takes by itself.
	ratioOfClip: fc.oneof(oneOf(2, 3, 4), fc.constant({ given: 1 })),
	templateId: oneOf(1, 184_203),
	maxClipNumber: oneOf(1, 50, 100),
	keywords: oneOf('tide', ' a\nb'),
	projectName: oneOf('Harbour', '🎬'),
	clipModel: oneOf('clip_v1', 'clip_v2'),
});

const part = (all: Record<string, Setting>, which: 'given' | 'sent'): JsonObject => {
	const set: JsonObject = {};
	const entries = Object.entries(all).filter(([, setting]) => setting[which] !== undefined);
	return Object.assign(set, Object.fromEntries(entries.map(([name, setting]) => [name, setting[which]])));
};

describe('A submission', () => {
	it('of what is valid is sent as the interface says, with nothing that is not set', async () => {
		await always(settings, (all) => {
			const sent = part(all, 'sent');
			const keyword = sent.keywords === undefined ? {} : { keyword: sent.keywords };
			const body = { ...MINIMUM, ...sent, ...keyword };
			expect(send({ videoUrl: MINIMUM.videoUrl, ...part(all, 'given') })).toEqual(body);
		});
	});

	it('never combines 0 with other lengths', async () => {
		const lengths = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 2 });
		await always(fc.tuple(settings, lengths), ([all, preferLength]) => {
			const made = send({ ...part(all, 'given'), videoUrl: MINIMUM.videoUrl, preferLength });
			if (!preferLength.includes(0)) {
				// The same settings in another order are the same settings.
				return expect(made).toMatchObject({ preferLength: [...preferLength].sort() });
			}
			expect(made).toEqual([{ field: 'preferLength', rule: holding('cannot combine 0') }]);
		});
	});
});

it('The source of a video is told by a known host whatever the path says, and else by a path that ends like a file', async () => {
	const hosts = ['youtube.com', 'drive.google.com', 'vimeo.com', 'tiktok.com', 'dropbox.com', 'h.example'];
	const end = fc.constantFrom('', '.mp4', '.MOV', '.avi?a=.txt', '.3gp#x');
	const place = fc.tuple(fc.constantFrom('', 'www.', 'M.a.'), fc.constantFrom(...hosts), anyPath, end);
	await always(place, ([sub, host, path, ext]) => {
		const url = parseLink(`https://${sub}${host}${path}${ext}`);
		if (url === null) return;
		const source = detectSource(url);
		const known = detectSource(new URL(`https://${host}/`)).videoType;
		expect(source.videoType).toBe(known ?? (source.ext === null ? null : 1));
		if (!/[?#]/.test(path) && ext !== '') expect(source.ext).toBe(/\w+/.exec(ext.toLowerCase())?.[0]);
	});
});

describe('A video', () => {
	it('is paid for once with the same settings, whatever signs its link and whatever its project is called', async () => {
		const names = ['X-Amz-Signature', 'x-goog-date', 'Expires', 'Signature', 'hdnts', 'sig'];
		const signature = fc.subarray(names).map((all) => all.map((name) => `&${name}=`));
		const paidFor = SUBMISSION_FIELDS.filter((name) => !['projectName', 'ext'].includes(name));
		await always(
			fc.tuple(settings, signature, settings, fc.constantFrom(...paidFor)),
			([all, signed, others, field]) => {
				const link = 'https://youtu.be/abc?id=7';
				const made = (fields: Record<string, Setting>, videoUrl: string, projectName: string) => {
					const checked = buildSubmission({ fields: { ...part(fields, 'given'), videoUrl, projectName } });
					if (!checked.ok) throw new TypeError('The settings are valid.');
					// As the service would read it: the order of the fields means nothing.
					const sent: unknown = JSON.parse(JSON.stringify({ ...checked.value, videoUrl: '', projectName }));
					return { content: contentOf(checked.value), sent };
				};
				const { content, sent } = made(all, `${link}${signed.join('1')}`, 'a');
				expect(made(all, `${link}${signed.join('2')}`, 'b').content).toBe(content);
				expect(made(all, `${link}8`, 'a').content).not.toBe(content);
				const other = made({ ...all, [field]: others[field] ?? {} }, link, 'a');
				expect(other.content === content).toBe(isDeepStrictEqual(other.sent, sent));
			},
		);
	});

	it('is never sent again after it may have been taken, and not for ever', async () => {
		const code = fc.constantFrom(undefined, 2000, 4003, 4003, 4003, 4001, 4007, 5000, 7777);
		const anyAnswer = fc.record({
			status: fc.constantFrom(null, 200, 200, 429, 503),
			code,
			projectId: fc.constantFrom(undefined, 0, 5),
		});
		const answer = anyAnswer.map(({ status, ...body }) =>
			status === null
				? noAnswer('create', 'ECONNRESET', body.code === undefined)
				: readAnswer('create', status, JSON.stringify(body)),
		);
		const after = fc.option(fc.nat(400_000), { nil: null });
		const answers = fc.array(fc.tuple(answer, after, fc.nat(90_000)), { minLength: 60, maxLength: 60 });
		await always(fc.tuple(answers, fc.nat(30)), ([all, minutes]) => {
			const maxRateLimitWait = minutes * 60_000;
			let [triedFor, tries] = [0, 0];
			for (const [last, retryAfterMs, took] of all) {
				tries += 1;
				const known = isSuccess(last) ? last : { ...last, retryAfterMs };
				const pause = pauseBeforeResubmitting(known, { tries, triedFor }, { maxRateLimitWait });
				if (pause === null) return;
				expect(isSuccess(known) || known.mayHaveCreated).toBe(false);
				expect(pause).toBeGreaterThanOrEqual(5_000);
				if (known.outcome === 'rateLimited') {
					expect(pause).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
					expect(triedFor + pause).toBeLessThanOrEqual(maxRateLimitWait);
				}
				triedFor += pause + took;
			}
			throw new Error('It was sent sixty times.');
		});
	});
});
