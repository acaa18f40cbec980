/** What Instagram takes. */
const MOST_TAGS = 30;
const LONGEST_CAPTION = 2_200;

/** A hashtag holds letters with their marks, digits and `_`, and nothing that nobody sees. */
const NOT_IN_HASHTAG = /[^\p{L}\p{M}\p{N}_]|\p{Default_Ignorable_Code_Point}/gu;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const DIGITS_ONLY = /^#\p{N}+$/u;

/** Hashtags such as `#farmlife`, each once, whatever its case, as platforms count them. */
export function tagsOf(topics: readonly string[]): string[] {
	const tags = topics
		.map((topic) => topic.replace(NOT_IN_HASHTAG, ''))
		.filter((tag) => LETTER_OR_DIGIT.test(tag));
	const spellings = tags.map((tag) => tag.normalize().toLowerCase());
	return tags
		.filter((_, index) => spellings.indexOf(spellings[index] ?? '') === index)
		.map((tag) => `#${tag}`);
}

/**
 * A text to post: the title and, below it, the tags. It leaves out tags of digits only, which platforms do not take for tags, and those
 * that do not fit.
 */
export function captionOf(title: string | null, tags: readonly string[]): string {
	const text = (title ?? '').replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').trim();
	let caption = wholeCharactersOf(text, LONGEST_CAPTION);
	const words = tags.filter((tag) => !DIGITS_ONLY.test(tag)).slice(0, MOST_TAGS);
	let between = caption === '' ? '' : '\n\n';
	for (const tag of words) {
		if (caption.length + between.length + tag.length > LONGEST_CAPTION) continue;
		caption += `${between}${tag}`;
		between = ' ';
	}
	return caption;
}

/** Cuts between characters as people count them. */
function wholeCharactersOf(text: string, most: number): string {
	if (text.length <= most) return text;
	let end = 0;
	for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, most + 2))) {
		if (index + segment.length <= most) end = index + segment.length;
	}
	return text.slice(0, end).trimEnd();
}
