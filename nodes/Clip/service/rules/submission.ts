import { z } from 'zod/v3';
import {
	linkSchema,
	type EnteredLink,
	type Choice,
	valueSchema,
	optionalSchema,
	readChoice,
	readWholeBetween,
	rejectValue,
	type Schema,
	combineSchemas,
	withValue,
} from '../../lib/schemas';
import { isJsonObject, type JsonObject, parseJson, toJson } from '../../lib/json';
import { EXTENSIONS } from '../../lib/limits';
import { detectSource } from './source';
import { trimInvisible, NOT_EVALUATED } from '../../lib/text';
import { isUnset, readSwitch, readText, readWord } from '../../lib/values';
import { ruleBrokenByListLink, ruleBrokenByWhiteSpace } from './videoLink';
import {
	AUTOMATIC_LENGTH,
	CLIP_MODELS,
	CLIP_NUMBER,
	DEFAULT_RATIO,
	type Extension,
	EXTENSIONS_PHRASE,
	LANGUAGES,
	PREFER_LENGTHS,
	RATIOS,
	VIDEO_TYPE,
	VIDEO_TYPES,
	type VideoType,
} from './vocabulary';

/*
 * The rules of all fields of a submission, in the order of the interface.
 */

const oneOfListed = (choices: ReadonlyArray<Choice<string | number>>, verb = 'be one of'): string =>
	`must ${verb} the numbers of its list\nThe list: ${[...choices]
		.sort((a, b) => Number(a.value) - Number(b.value))
		.map((choice) => `${choice.value} (${choice.name})`)
		.join(', ')}.`;

const readExtension = (value: unknown) =>
	EXTENSIONS.find((ext) => ext === readWord(value)?.toLowerCase().replace(/^\./, ''));

// There are more languages than the interface lists, so any well-formed code passes: two or three letters, maybe a region.
const readLanguage = (value: unknown): string | undefined => {
	const text = readWord(value) ?? '';
	const listed = LANGUAGES.find((language) => language.value === text.toLowerCase());
	if (listed !== undefined) return listed.value;
	return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text)
		? text.replace(/[a-z]+/i, (language) => language.toLowerCase())
		: undefined;
};

/** Sheets, and templates that call the service by hand, hold the list as text: `[1, 2]`, `["1","2"]` or `1,2`. */
const lengthsIn = (value: unknown): unknown[] =>
	typeof value === 'string' ? (trimInvisible(value).match(/[^\s,;|"'[\]]+/g) ?? []) : [value];

function readLengths(value: unknown = AUTOMATIC_LENGTH) {
	const lengths = isUnset(value) ? [] : [value].flat().flatMap(lengthsIn).map(readChoice(PREFER_LENGTHS));
	const readable = lengths.filter((length) => length !== undefined);
	return readable.length === lengths.length ? readable : undefined;
}

export const preferLength = valueSchema(
	readLengths,
	`${oneOfListed(PREFER_LENGTHS, 'hold only')} In an expression: {{ [1, 2] }}.`,
)
	.transform((lengths) => [...new Set(lengths)].sort((a, b) => a - b))
	.refine((lengths) => lengths.length > 0, 'must hold at least one length, but is empty')
	.refine((lengths) => lengths.length < 2 || !lengths.includes(AUTOMATIC_LENGTH), {
		message: 'cannot combine 0 (Automatic) with other lengths\nChoose 0 alone, or lengths from 1 to 4.',
	});

export const switchOnWire = optionalSchema(readSwitch, 'must be true or false (1 or 0)');

export const plainText = optionalSchema(readText, 'must be text');

/** Keywords decide which clips are paid for, so an expression that was not evaluated is refused. */
export const keywords = optionalSchema(readText, "must be text (a list: {{ list.join(', ') }})").transform(
	(text, context) =>
		text !== undefined && /\{\{.*\}\}/s.test(text)
			? rejectValue(context, `must be text, but holds ${NOT_EVALUATED}`)
			: text,
);

export const videoUrl = linkSchema(ruleBrokenByWhiteSpace);

export const videoType = optionalSchema(readChoice(VIDEO_TYPES), oneOfListed(VIDEO_TYPES), 'auto');

export const ext = optionalSchema(readExtension, `must be ${EXTENSIONS_PHRASE}`, 'auto');

export const ratioOfClip = optionalSchema(readChoice(RATIOS), oneOfListed(RATIOS), DEFAULT_RATIO);

export const templateId = optionalSchema(
	readWholeBetween(1, Number.MAX_SAFE_INTEGER),
	`must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
);

export const maxClipNumber = optionalSchema(
	readWholeBetween(CLIP_NUMBER.min, CLIP_NUMBER.max),
	`must be a whole number from ${CLIP_NUMBER.min} to ${CLIP_NUMBER.max}`,
);

export const clipModel = optionalSchema(
	readChoice(CLIP_MODELS),
	`must be one of ${CLIP_MODELS.map(({ value }) => value).join(', ')}`,
);

/** 'Language', or 'Language Code' where that is 'Other'. */
export const language = z
	.object({ lang: z.unknown(), langCode: z.unknown() })
	.transform(({ lang = LANGUAGES[0].value, langCode }, context) => {
		const isOther = readWord(lang) === 'other';
		const name = isOther ? 'langCode' : 'lang';
		const value = isOther ? langCode : lang;
		if (isOther && isUnset(value)) {
			return rejectValue(context, "must be given when 'Language' is 'Other', e.g. ja", name);
		}
		const rule = 'must be auto or a language code such as en, es or ja';
		return readLanguage(value) ?? rejectValue(context, withValue(rule, value), name);
	});

/** What rules across several fields need. */
interface SourceFields {
	videoUrl: EnteredLink;
	videoType?: VideoType | undefined;
	ext?: Extension | undefined;
	keywords?: string | undefined;
}

/** The body of a call: the fields of the interface, both spellings of the keywords, and the custom fields. */
export type Submission = Record<string, unknown> & {
	videoUrl: string;
	videoType: VideoType;
	lang: string;
	keyword?: string;
};

/** For fields of newer versions of the service: a JSON object, or its text. */
export const customFields = z.unknown().transform((value, context): JsonObject => {
	if (isUnset(value)) return {};
	// What JSON cannot express has no place in a body.
	const text = typeof value === 'string' ? trimInvisible(value) : (toJson(value) ?? '');
	const object = parseJson(text);
	// The value is not quoted: a command that somebody has copied there holds the key.
	if (!isJsonObject(object)) return rejectValue(context, 'must be a JSON object, such as { "field": 1 }');
	return object;
});

interface SubmissionSchemas {
	fields: Schema<SourceFields & Record<string, unknown>>;
	lang: Schema<string>;
	custom: Schema<{ customFields: JsonObject }>;
}

/**
 * Makes a submission of the parameters of Create (interface, Submit a video).
 *
 * A field that is not set is not sent, so the service's default holds; `videoUrl`, `videoType`, `preferLength` and `lang` are required by
 * the service and always sent. `keywords` goes out under both spellings, because the interface leaves open which one a deployment reads.
 *
 * @param schemas - read the fields of the interface, the language, and the fields of newer versions
 * @param ownFields - the names of the fields of the interface
 */
export const submissionSchemaOf = (
	schemas: SubmissionSchemas,
	ownFields: readonly string[],
): Schema<Submission> =>
	combineSchemas({
		fields: schemas.fields,
		lang: schemas.lang,
		custom: schemas.custom.transform(({ customFields: custom }, context) => {
			// `keyword` is the other spelling of `keywords`.
			const names = new Set(Object.keys(custom).map((name) => (name === 'keyword' ? 'keywords' : name)));
			for (const name of names) {
				if (!ownFields.includes(name)) continue;
				rejectValue(context, "must be set in its own field, not in 'Custom Fields (JSON)'", name);
			}
			return custom;
		}),
	}).transform(({ fields: values, lang, custom }, context) => {
		const { keywords: wanted } = values;
		const source = submittedSourceOf(values, context);
		return { ...custom, ...values, ...source, lang, ...(wanted !== undefined && { keyword: wanted }) };
	});

/** The kind of source may be chosen, or follow from the link. */
function submittedSourceOf(
	{ ext: chosenExt, videoUrl: link, videoType: chosen }: SourceFields,
	context: z.RefinementCtx,
): { videoUrl: string; videoType: VideoType; ext?: Extension | undefined } {
	// The name of a file may hold spaces, but a link may not.
	const { text, url } = link;
	const videoUrl = text.replaceAll(' ', '%20');
	const detected = detectSource(url);
	const refuseLink = (rule: string) => rejectValue(context, withValue(rule, text), 'videoUrl');
	// Whoever chooses the kind of source knows what the service can reach and use.
	const brokenRule = chosen === undefined ? ruleBrokenByListLink(link) : null;
	if (brokenRule !== null) return refuseLink(brokenRule);
	// Only a remote file has an extension. So whoever chooses one, where the link does not tell the kind, means a remote file.
	const videoType = chosen ?? detected.videoType ?? (chosenExt === undefined ? null : VIDEO_TYPE.remoteFile);
	if (videoType === null) return refuseLink(UNKNOWN_SOURCE);
	if (videoType !== VIDEO_TYPE.remoteFile) return { videoUrl, videoType, ext: undefined };

	const ext = chosenExt ?? detected.ext;
	const rule = `must be chosen in 'Additional Fields', for this video only\nThe link does not end in ${EXTENSIONS_PHRASE}.`;
	return ext === null ? rejectValue(context, rule, 'ext') : { videoUrl, videoType, ext };
}

const UNKNOWN_SOURCE = `is a link whose source cannot be detected\nIn 'Additional Fields', choose 'File Extension' for a video file (${EXTENSIONS_PHRASE}), or 'Video Type' for a page of a platform. Open a short link, and enter the address that it leads to.`;
