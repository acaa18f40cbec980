/** A phrase that readers stumbled over, and what they understand. */
interface Phrase {
	pattern: RegExp;
	/** The plainer words. */
	instead: string;
	/** Also a name in the code, so that pages for contributors may have it. */
	inCode?: true;
}

/** What users must not read; n8n's own words come first. */
export const UNCLEAR: readonly Phrase[] = [
	{ pattern: /\bpark(?:s|ed|ing)?\b/, instead: 'pause; n8n shows Waiting', inCode: true },
	{ pattern: /\bpollers?\b|\bkeepers?\b|\bwatchdogs?\b/, instead: 'status check', inCode: true },
	{ pattern: /\bheld back\b/, instead: 'waits until the service takes it', inCode: true },
	{ pattern: /free the worker|hold the worker/, instead: 'Pause the Execution, Keep It Running' },
	{ pattern: /between (?:two )?questions|pauses between/, instead: 'between status checks' },
	{ pattern: /questions? (?:to|for) (?:the|this|a) (?:service|project)/, instead: 'status check' },
	{ pattern: /no more questions/, instead: 'no more status checks' },
	{ pattern: /asks? the service itself|before it believes/, instead: 'confirms with the service first' },
	{ pattern: /could (?:not|n't) be asked/, instead: 'could not be checked' },
	{ pattern: /\bask(?:s|ed)? again|\bwhat may pass/, instead: 'temporary errors are retried' },
	{ pattern: /did(?: not|n't) accept/, instead: 'rejected' },
	{ pattern: /\bbr(?:eak|oke)(?:s|n)? off|taken? up where/, instead: 'interrupted; resumed' },
	{ pattern: /looks? like a hang/, instead: "it isn't stuck" },
	{ pattern: /n8n unfolds/, instead: 'n8n lists' },
	{ pattern: /(?:fields|words) of ours|nodes obey/, instead: 'the nodes respect' },
	{ pattern: /ready, side by side/, instead: 'in parallel' },
	{ pattern: /\bfilms?\b/, instead: 'video' },
	{ pattern: /in the very moment/, instead: 'crashes during a status check' },
	{ pattern: /only (?:as )?a hint|take a call/, instead: 'only a notification' },
	{ pattern: /told clip by clip/, instead: 'detected per clip' },
	{
		pattern: /who(?:so)?ever calls|no execution shows/,
		instead: 'sent to the caller; not shown under Executions',
	},
	{ pattern: /of which that is unknown/, instead: 'accepted, or may have been' },
	{ pattern: /another dress/, instead: 'unusually encoded' },
	{ pattern: /must not contradict/, instead: "don't repeat a field with another value" },
	{ pattern: /which only the service/, instead: 'otherwise the service rejects the video' },
	{ pattern: /ask for this name|files of the item stay/, instead: 'use this name in the upload node' },
	{ pattern: /item decides/, instead: "only the first item's value is used" },
	{ pattern: /let the service call/, instead: 'send a POST request' },
	{ pattern: /words? of your own/, instead: 'a password you choose' },
	{ pattern: /\bhouse\b|walls between/, instead: 'project structure, folder' },
	{ pattern: /\banew\b/, instead: 'again, in a new execution' },
	{
		pattern: /what (?:n8n|it) knew of|what (?:had )?come of it/,
		instead: 'the data of the execution; the result',
	},
	{ pattern: /gives? out\b|hand it over/, instead: 'outputs; pass it' },
	{ pattern: /holds? (?:no|a) worker/, instead: 'needs almost nothing of n8n; blocks a place of a worker' },
	{ pattern: /nobody pays twice/, instead: 'no repetition of the same execution pays twice' },
	{ pattern: /is paid again/, instead: 'costs minutes again' },
	{ pattern: /over all runs|runs for calls/, instead: 'executions' },
	{ pattern: /further tries/, instead: 'including retries' },
	{ pattern: /in every \*\*|every poll interval/, instead: 'once per Poll Interval' },
	{ pattern: /another tenth|further 10 %/, instead: 'the pause grows to 10 % of the waiting time so far' },
	{ pattern: /worker dies/, instead: 'a worker crashes' },
	{ pattern: /durable wait|waits durably|held worker/, instead: 'a wait that pauses; Keep It Running' },
];

/** The unclear phrases in a text, with what to write instead. */
export const unclearIn = (text: string, forContributors = false): string[] =>
	UNCLEAR.filter(({ inCode }) => !(forContributors && inCode === true)).flatMap(({ pattern, instead }) => {
		const found = new RegExp(pattern, 'i').exec(text);
		return found === null ? [] : [`"${found[0]}": ${instead} (in: ${text.slice(0, 60)})`];
	});
