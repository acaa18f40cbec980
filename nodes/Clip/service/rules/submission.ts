import { z } from 'zod/v3';
import { accept, type Checked, checkLink, type EnteredLink, type Problem, refuse } from '../../lib/checked';
import { isJsonObject, type JsonObject, parseJson, toJson } from '../../lib/json';
import { detectSource } from './source';
import { cleaned } from '../../lib/text';
import { isUnset, readSwitch, readText, readWholeNumber, readWord, shown } from '../../lib/values';
import { complaintAboutNetwork, complaintAboutVideo } from './videoLink';
import {
	AUTOMATIC_LENGTH,
	CLIP_MODELS,
	CLIP_NUMBER,
	type Choice,
	DEFAULT_RATIO,
	EXTENSIONS,
	FILE_KINDS,
	LANGUAGES,
	PREFER_LENGTHS,
	RATIOS,
	REMOTE_FILE,
	VIDEO_TYPES,
	type VideoType,
} from './vocabulary';

/*
 * The rules of all fields of a submission stand together, in the order of the interface: hence the length of this file.
 */

/** A field of the schema. `read` gives undefined for an invalid value; `rule` is then the message. */
function field<T>(read: (value: unknown) => T | undefined, rule: string) {
	return z.unknown().transform((value, context): T => {
		const result = read(value);
		if (result !== undefined) return result;
		context.addIssue({ code: 'custom', message: `${rule}, but is ${shown(value)}` });
		return z.NEVER;
	});
}

/**
 * The same field, left out of the body when it is not set.
 *
 * @param notSet - a value that means "not set", beside nothing and empty text
 */
function optional<T>(read: (value: unknown) => T | undefined, rule: string, notSet: string | number = '') {
	const isSet = (value: unknown) => !isUnset(value) && readWord(value) !== String(notSet);
	return z.preprocess((value) => (isSet(value) ? value : undefined), field(read, rule).optional());
}

const oneOf =
	<T extends string | number>(choices: ReadonlyArray<Choice<T>>) =>
	(value: unknown): T | undefined =>
		choices.find((choice) => String(choice.value) === readWord(value))?.value;

const listed = (choices: ReadonlyArray<Choice<string | number>>): string =>
	[...choices]
		.sort((a, b) => Number(a.value) - Number(b.value))
		.map((choice) => `${choice.value} (${choice.name})`)
		.join(', ');

const readExtension = (value: unknown) =>
	EXTENSIONS.find((ext) => ext === readWord(value)?.toLowerCase().replace(/^\./, ''));

// Other languages exist than the interface lists, so any well-formed code passes: two or three letters, maybe a region.
const readLanguage = (value: unknown): string | undefined => {
	const text = readWord(value) ?? '';
	if (LANGUAGES.some((language) => language.value === text)) return text;
	return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text)
		? text.replace(/^[a-z]+/i, (language) => language.toLowerCase())
		: undefined;
};

const wholeNumber =
	(min: number, max: number) =>
	(value: unknown): number | undefined => {
		const number = readWholeNumber(value);
		return number !== undefined && number >= min && number <= max ? number : undefined;
	};

/** Sheets and templates that call the service by hand hold the list as text: `[1, 2]`, `["1","2"]` or `1,2`. */
function readLengths(value: unknown): unknown[] {
	const text = typeof value === 'string' ? cleaned(value) : '';
	if (text === '') return [value];
	const list = /^\[[^[\]]*\]$/.test(text) ? text.slice(1, -1) : text;
	return list.split(/[\s,;|，；、"']+/).filter((length) => length !== '');
}

const preferLength = z
	.preprocess(
		(value) => (isUnset(value) ? [] : [value].flat().flatMap(readLengths)),
		z.array(
			field(
				oneOf(PREFER_LENGTHS),
				`must hold only ${listed(PREFER_LENGTHS)}, in an expression as {{ [1, 2] }}`,
			),
		),
	)
	.transform((lengths) => [...new Set(lengths)].sort((a, b) => a - b))
	.refine((lengths) => lengths.length > 0, 'must hold at least one length, but is empty')
	.refine((lengths) => lengths.length < 2 || !lengths.includes(AUTOMATIC_LENGTH), {
		message: 'cannot combine 0 (Automatic) with other lengths: choose 0 alone, or only lengths from 1 to 4',
	});

const aSwitch = optional(readSwitch, 'must be true or false (1 or 0)');
const text = optional(readText, 'must be text');

/**
 * The request body of a submission, field by field (interface, Submit a video). Input may come from expressions, so
 * numbers written as text, booleans for switches and empty values for "not set" are read as what they mean.
 */
const submissionSchema = z.object({
	videoUrl: z.unknown().transform((value, context): EnteredLink => {
		const checked = checkLink('videoUrl', value);
		const complaint = checked.ok ? complaintAboutVideo(checked.value) : null;
		if (checked.ok && complaint === null) return checked.value;
		const rules = checked.ok
			? [`${complaint}. It is ${shown(value)}`]
			: checked.problems.map(({ rule }) => rule);
		for (const message of rules) context.addIssue({ code: 'custom', message });
		return z.NEVER;
	}),
	videoType: optional(oneOf(VIDEO_TYPES), `must be one of ${listed(VIDEO_TYPES)}`, 'auto'),
	ext: optional(readExtension, `must be ${FILE_KINDS}`, 'auto'),
	preferLength,
	lang: field(readLanguage, 'must be auto or a language code such as en, es or ja'),
	ratioOfClip: optional(oneOf(RATIOS), `must be one of ${listed(RATIOS)}`, DEFAULT_RATIO),
	templateId: optional(
		wholeNumber(1, Number.MAX_SAFE_INTEGER),
		`must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
	),
	removeSilenceSwitch: aSwitch,
	maxClipNumber: optional(
		wholeNumber(CLIP_NUMBER.min, CLIP_NUMBER.max),
		`must be a whole number from ${CLIP_NUMBER.min} to ${CLIP_NUMBER.max}`,
	),
	keywords: text,
	subtitleSwitch: aSwitch,
	emojiSwitch: aSwitch,
	highlightSwitch: aSwitch,
	autoBrollSwitch: aSwitch,
	headlineSwitch: aSwitch,
	projectName: text,
	clipModel: optional(oneOf(CLIP_MODELS), `must be one of ${CLIP_MODELS.map((m) => m.value).join(', ')}`),
});

/** The names of the fields that a submission may have. */
export const SUBMISSION_FIELDS: readonly string[] = Object.keys(submissionSchema.shape);

/** The fields as they are checked, one by one. */
type CheckedFields = z.infer<typeof submissionSchema>;

/** The fields of a submission that the interface names. */
type SubmissionFields = Omit<CheckedFields, 'videoUrl'> & { videoUrl: string };

/** A body ready to be sent: checked fields, both spellings of the keywords, and the custom fields as they came. */
export type Submission = SubmissionFields & { keyword?: string } & Record<string, unknown>;

/** The parameters of the Create operation as n8n gives them; nothing is known about their types yet. */
interface SubmissionParameters {
	/** The interface's fields. `videoType` and `ext` may be `auto`; `lang` may be `other`. */
	fields: JsonObject;
	/** The code to send when `lang` is `other`. */
	langCode?: unknown;
	/** Fields of newer service versions: a JSON object, or its text. */
	customFields?: unknown;
	/** Whether the service itself lies in a network of its own, and so may reach addresses that the internet does not know. */
	reachesOwnNetwork?: boolean;
}

/**
 * Checks the parameters of one item and builds the request body from them.
 *
 * A field that is not set is not sent, so the service's default holds; `videoUrl`, `videoType`, `preferLength` and
 * `lang` are required by the service and always sent. `keywords` goes out under both spellings, because the interface
 * leaves open which one a deployment reads.
 *
 * @param parameters - what the user entered, of any type
 * @returns the body, or every problem found; nothing is thrown
 */
export function buildSubmission(parameters: SubmissionParameters): Checked<Submission> {
	const { fields, langCode, customFields, reachesOwnNetwork = false } = parameters;
	const isOther = readWord(fields.lang) === 'other';
	if (isOther && isUnset(langCode)) {
		return refuse('langCode', "must be given when 'Language' is 'Other', e.g. ja");
	}
	const chosen = isOther ? { ...fields, lang: langCode } : fields;
	const custom = readCustomFields(customFields, SUBMISSION_FIELDS);
	if (!custom.ok) return custom;

	const checked = submissionSchema.safeParse(chosen);
	if (!checked.success) return { ok: false, problems: problemsOf(checked.error, isOther) };
	const source = completeSource(checked.data, reachesOwnNetwork);
	if (!source.ok) return source;

	const { keywords } = source.value;
	return {
		ok: true,
		value: {
			...custom.value,
			...source.value,
			...(keywords === undefined ? {} : { keyword: keywords }),
		},
	};
}

function completeSource(
	fields: CheckedFields,
	reachesOwnNetwork: boolean,
): Checked<SubmissionFields & { videoType: VideoType }> {
	const {
		ext: chosenExt,
		videoUrl: { text, url },
		...rest
	} = fields;
	// In the path of a file a space may stand, but not in a link.
	const others = { ...rest, videoUrl: text.replaceAll(' ', '%20') };
	const detected = detectSource(url);
	// Whoever chooses the kind of source knows what the service can reach.
	const isChecked = fields.videoType === undefined && !reachesOwnNetwork;
	const complaint = isChecked ? complaintAboutNetwork(url) : null;
	if (complaint !== null) return refuse('videoUrl', complaint);
	// Only a remote file has an extension, so choosing one means "remote file" where the link does not tell the kind.
	const videoType = fields.videoType ?? detected.videoType ?? (chosenExt === undefined ? null : REMOTE_FILE);
	if (videoType === null) return refuse('videoUrl', UNKNOWN_SOURCE);
	if (videoType !== REMOTE_FILE) return accept({ ...others, videoType });

	const ext = chosenExt ?? detected.ext;
	return ext === null
		? refuse('ext', `must be chosen in 'Additional Fields', because the link does not end in ${FILE_KINDS}`)
		: accept({ ...others, videoType, ext });
}

const UNKNOWN_SOURCE = `is a link whose source cannot be detected. For a video file whose link has no extension, choose 'File Extension' in 'Additional Fields': a file must be ${FILE_KINDS}. For a page of a platform, choose it in 'Additional Fields' > 'Video Type'. In place of a short link or a redirect, enter the link to which it leads`;

const problemsOf = ({ issues }: z.ZodError, isOther: boolean): Problem[] =>
	issues.map(({ path: [name], message }) => ({
		field: isOther && name === 'lang' ? 'langCode' : String(name),
		rule: message,
	}));

/**
 * Reads fields that newer versions of the service have and this package does not know.
 *
 * @param customFields - a JSON object or its text, of any type
 * @param known - the fields that have a parameter of their own; `keyword` is the other spelling of `keywords`
 * @returns the fields as they came
 */
function readCustomFields(customFields: unknown, known: readonly string[]): Checked<JsonObject> {
	if (isUnset(customFields)) return accept({});
	// An object from an expression goes through JSON as well: what JSON cannot express has no place in a request body.
	const text = typeof customFields === 'string' ? cleaned(customFields) : (toJson(customFields) ?? '');
	const object = parseJson(text);
	if (!isJsonObject(object)) {
		return refuse('customFields', `must be a JSON object, but is ${shown(customFields)}`);
	}
	const names = Object.keys(object).map((name) => (name === 'keyword' ? 'keywords' : name));
	const problems = [...new Set(names)]
		.filter((name) => known.includes(name))
		.map((field) => ({ field, rule: "must be set in its own field, not in 'Custom Fields (JSON)'" }));
	return problems.length === 0 ? accept(object) : { ok: false, problems };
}
