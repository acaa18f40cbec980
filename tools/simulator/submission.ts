import { z } from 'zod/v3';
import { refusalOf, type Refusal } from './markers';

const isoLanguages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `auto`, or an ISO 639-1 code, with or without a region such as `pt-BR`. */
function isLanguage(lang: string): boolean {
	const [, code] = /^([a-z]{2})(?:-[A-Za-z]{2})?$/.exec(lang) ?? [];
	return lang === 'auto' || (code !== undefined && isoLanguages.of(code) !== undefined);
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:\/\/[^/]/i.test(text);

const extensions: ReadonlySet<string> = new Set(['mp4', '3gp', 'avi', 'mov']);
const sourceKinds: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]);
/** The ratio of each template of the simulated workspace. */
const templates: ReadonlyMap<number, number> = new Map([
	[88101, 1],
	[88102, 2],
	[88103, 3],
	[88104, 4],
]);

const submissionSchema = z
	.object({
		videoUrl: z.string(),
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
		maxClipNumber: z.number().int().min(1).max(100).optional(),
		keywords: z.string().optional(),
		keyword: z.string().optional(),
		projectName: z.string().optional(),
		clipModel: z.enum(['clip_v1', 'clip_v2']).optional(),
	})
	.passthrough()
	.superRefine((fields, context) => {
		for (const [name, value] of Object.entries(fields)) {
			if (!name.endsWith('Switch') || value === 0 || value === 1) continue;
			context.addIssue({ code: 'custom', path: [name], message: 'neither 0 nor 1' });
		}
	});

/** A submission that keeps every documented rule; fields that the interface does not know are kept beside the known. */
export type Submission = z.output<typeof submissionSchema>;

const illegal = (errMsg: string): Refusal => ({ code: 4006, errMsg: `illegal parameter ${errMsg}` });

/** The rules that look at two fields; they are checked once each field is right by itself. */
function checkTogether(submission: Submission): Refusal | undefined {
	const { videoUrl, videoType, ext, keywords, keyword, templateId, ratioOfClip = 1 } = submission;
	if (!isWebAddress(videoUrl)) return { code: 4009, errMsg: 'invalid video URL' };
	if (videoType === 1 && !ext) return illegal('ext: required when videoType is 1');
	if (videoType === 1 && ext && !extensions.has(ext))
		return { code: 4004, errMsg: 'unsupported video format: ext must be mp4, 3gp, avi or mov' };
	if (keywords !== undefined && keyword !== undefined && keywords !== keyword)
		return illegal('keyword: differs from keywords');
	if (templateId !== undefined && templates.get(templateId) !== ratioOfClip)
		return illegal('templateId: there is none of that ratio');
	return undefined;
}

/** Checks the parsed body of a create: the submission, or the refusal that the service answers. */
export function readSubmission(body: unknown): { submission: Submission } | { refusal: Refusal } {
	const parsed = submissionSchema.safeParse(body);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		return { refusal: illegal(`${issue?.path[0] ?? 'body'}: ${issue?.message ?? ''}`) };
	}
	const refusal = checkTogether(parsed.data) ?? refusalOf(parsed.data.videoUrl);
	return refusal ? { refusal } : { submission: parsed.data };
}
