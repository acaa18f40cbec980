import { showsKey } from '../lib/apiKey';
import { redact } from '../lib/redact';
import { HIDDEN_ERROR } from './items';
import { isProblem, makeProblem, type Problem } from './problem';

/**
 * Drops the quotes that hold the key, or a part of it: a whole item in a text field may hold it, somebody may have entered it in the wrong
 * field, and an error may be cut in the middle of it.
 *
 * @param key - null where it could not be read: then nothing is quoted
 */
export function dropKeyFromProblem(problem: Problem, key: string | null): Problem {
	if (isProblem(problem, 'invalidParameter')) {
		const broken = problem.facts.broken.map((rule) => ({
			...rule,
			sentences: rule.sentences.filter((text) => key !== null && !showsKey(text, key)),
		}));
		return { ...problem, facts: { ...problem.facts, broken } };
	}
	const quotesError =
		isProblem(problem, 'earlierError') ||
		isProblem(problem, 'failedExpression') ||
		isProblem(problem, 'unexpected');
	if (!quotesError) return problem;
	const { code, facts } = problem;
	if (key !== null && !showsKey(`${facts.reason} ${facts.explanation}`, key)) return problem;
	const hideKey = (text: string): string =>
		key === null ? '' : redact(text, text.length, { apiKey: key, ofLinks: [] });
	const [reason, explanation] = [hideKey(facts.reason) || HIDDEN_ERROR, hideKey(facts.explanation)];
	// Without its cause, whose stack quotes the same.
	return makeProblem(code, { ...facts, reason, explanation });
}
