import { z } from 'zod/v3';

import { markersIn } from './markers';
import { templates } from './templates';

/** A refusal in the service's own form: HTTP 200 with this code. */
export interface Refusal {
	readonly code: number;
	readonly errMsg: string;
}

const isoLanguages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `auto`, or an ISO 639-1 code, with or without a region such as `pt-BR`. */
function isLanguage(lang: string): boolean {
	const [, code] = /^([a-z]{2})(?:-[A-Za-z]{2})?$/.exec(lang) ?? [];
	return lang === 'auto' || (code !== undefined && isoLanguages.of(code) !== undefined);
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:\/\/[^/]/i.test(text);

/** Zod's custom issues carry the service's code; every other issue is an illegal parameter. */
const coded = (code: number, message: string) => ({ message, params: { code } });

const illegalParameter = 4006;
const unsupportedFormat = 4004;
const invalidUrl = 4009;

const extensions: ReadonlySet<string> = new Set(['mp4', '3gp', 'avi', 'mov']);
const sourceKinds: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]);

const switchField = z.number().int().min(0).max(1).optional();

const submissionSchema = z
	.object({
		videoUrl: z.string().refine(isWebAddress, coded(invalidUrl, 'not an http or https URL')),
		videoType: z
			.number()
			.int()
			.refine((kind) => sourceKinds.has(kind), 'not a source kind'),
		ext: z.string().optional(),
		preferLength: z
			.array(z.number().int().min(0).max(4))
			.nonempty()
			.refine((lengths) => !lengths.includes(0) || new Set(lengths).size === 1, '0 cannot be combined'),
		lang: z.string().refine(isLanguage, 'not a language code'),
		ratioOfClip: z.number().int().min(1).max(4).optional(),
		templateId: z.number().int().optional(),
		removeSilenceSwitch: switchField,
		maxClipNumber: z.number().int().min(1).max(100).optional(),
		keywords: z.string().optional(),
		keyword: z.string().optional(),
		subtitleSwitch: switchField,
		emojiSwitch: switchField,
		highlightSwitch: switchField,
		autoBrollSwitch: switchField,
		headlineSwitch: switchField,
		projectName: z.string().optional(),
		clipModel: z.enum(['clip_v1', 'clip_v2']).optional(),
	})
	.passthrough();

/** A submission that keeps every documented rule; fields that the interface does not know are kept beside the known. */
export type Submission = z.output<typeof submissionSchema>;

/** The rules that look at two fields; they are checked once each field is right by itself. */
function checkTogether(submission: Submission): Refusal | undefined {
	const { videoType, ext, keywords, keyword, templateId, ratioOfClip = 1 } = submission;
	const illegal = (errMsg: string) => ({ code: illegalParameter, errMsg: `illegal parameter ${errMsg}` });
	if (videoType === 1 && !ext) return illegal('ext: required when videoType is 1');
	if (videoType === 1 && ext && !extensions.has(ext))
		return { code: unsupportedFormat, errMsg: 'unsupported video format: ext must be mp4, 3gp, avi or mov' };
	if (keywords !== undefined && keyword !== undefined && keywords !== keyword)
		return illegal('keyword: differs from keywords');
	if (templateId !== undefined) {
		const template = templates.find((candidate) => candidate.templateId === templateId);
		if (!template) return illegal('templateId: no such template');
		if (template.ratioOfClip !== ratioOfClip)
			return illegal('templateId: its ratio differs from ratioOfClip');
	}
	return undefined;
}

/** What the service finds out when it looks at the source itself. */
function checkSource({ videoUrl, lang }: Submission): Refusal | undefined {
	const refusals = markersIn(videoUrl).flatMap(({ refusal }) => refusal ?? []);
	return refusals.find(({ onlyIfLanguageIsDetected }) => !onlyIfLanguageIsDetected || lang === 'auto');
}

/** Checks the parsed body of a create: the submission, or the refusal that the service answers. */
export function readSubmission(body: unknown): { submission: Submission } | { refusal: Refusal } {
	const parsed = submissionSchema.safeParse(body);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const code: unknown = issue?.code === 'custom' ? issue.params?.code : undefined;
		const field = issue?.path[0] ?? 'body';
		return {
			refusal:
				typeof code === 'number'
					? { code, errMsg: `invalid video URL: ${issue?.message ?? ''}` }
					: { code: illegalParameter, errMsg: `illegal parameter ${field}: ${issue?.message ?? ''}` },
		};
	}
	const refusal = checkTogether(parsed.data) ?? checkSource(parsed.data);
	return refusal ? { refusal } : { submission: parsed.data };
}
