import { type AnswerFacts, answers } from './answers';
import { files } from './files';
import { items } from './items';
import { noteTexts } from './notices';
import { submissions } from './submissions';
import { waits } from './waits';
import type { Reader, Words } from './words';

/*
 * All that may go wrong, by code. Where it happens, it is a code with facts; its words are made once, for its reader, where it leaves.
 */

const catalogue = { ...answers, ...files, ...items, ...submissions, ...waits };

/** What went wrong. */
export type ProblemCode = keyof typeof catalogue;

/** What each code's words are made of. */
type FactsOf = { [C in ProblemCode]: Parameters<(typeof catalogue)[C]>[0] };

/** What may be known of any problem; workflows can read it in `details`. */
export interface CommonFacts {
	projectId?: string | null;
	videoId?: string | null;
	/** The answer of the service that says so. */
	answer?: AnswerFacts | null;
	/** The last answer, which does not. */
	last?: AnswerFacts | null;
	/** Of another server's answer. */
	httpStatus?: number | undefined;
	/** Whether the same ends the same way again, even when network, rate, key and minutes are in order. */
	isFinal?: boolean;
}

/** Something that went wrong. */
export interface Problem<C extends ProblemCode = ProblemCode> {
	code: C;
	facts: FactsOf[C] & CommonFacts;
	/** What an error says beside it. */
	notes: readonly Note[];
	/** What n8n or a library has thrown; null for a problem of our own. */
	cause: Error | null;
}

export const problem = <C extends ProblemCode>(
	code: C,
	facts: FactsOf[C] & CommonFacts,
	cause: Error | null = null,
): Problem<C> => ({ code, facts, notes: [], cause });

const entries: { [C in ProblemCode]: (facts: FactsOf[C], reader: Reader) => Words } = catalogue;

export const wordsOf = <C extends ProblemCode>({ code, facts }: Problem<C>, reader: Reader): Words =>
	entries[code](facts, reader);

type NoteCode = keyof typeof noteTexts;

type NoteFacts = { [C in NoteCode]: Parameters<(typeof noteTexts)[C]>[0] };

interface NoteOf<C extends NoteCode> {
	note: C;
	facts: NoteFacts[C];
}

/** What an error says beside what has happened. */
export type Note = { [C in NoteCode]: NoteOf<C> }[NoteCode];

const noteEntries: { [C in NoteCode]: (facts: NoteFacts[C], reader: Reader) => string } = noteTexts;

export const wordsOfNote = <C extends NoteCode>({ note, facts }: NoteOf<C>, reader: Reader): string =>
	noteEntries[note](facts, reader);

/** The same problem with more to say. */
export const withNotes = <C extends ProblemCode>(
	{ notes: known, ...rest }: Problem<C>,
	...more: readonly Note[]
): Problem<C> => ({ ...rest, notes: [...known, ...more] });

/** The same problem, which is about a project. */
export const aboutProject = <C extends ProblemCode>(
	{ facts, ...rest }: Problem<C>,
	projectId: string,
): Problem<C> => ({ ...rest, facts: { ...facts, projectId } });
