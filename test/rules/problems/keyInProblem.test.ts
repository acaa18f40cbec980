import { HIDDEN_ERROR } from '../../../nodes/Clip/problems/items';
import { dropKeyFromProblem } from '../../../nodes/Clip/problems/keyInProblem';
import { makeProblem } from '../../../nodes/Clip/problems/problem';

const KEY = 'marked-7Q2+x/9"secret';

describe('What an error quotes', () => {
	it.each([
		['the key', KEY],
		['its beginning', KEY.slice(0, 14)],
	])('of a wrong value is dropped whole where it holds %s', (_what, quote) => {
		const rule = {
			label: 'Template ID',
			rule: 'must be a whole number',
			sentences: [`It is ${quote}.`, 'Pass it.'],
		};
		const problem = makeProblem('invalidParameter', { broken: [rule], purpose: 'submit' });
		const sentencesFor = (key: string | null) => dropKeyFromProblem(problem, key).facts;
		const having = (...sentences: string[]) => ({ ...problem.facts, broken: [{ ...rule, sentences }] });
		expect(sentencesFor(KEY)).toEqual(having('Pass it.'));
		expect(sentencesFor('another-key-of-some-length')).toEqual(problem.facts);
		expect(sentencesFor(null)).toEqual(having());
	});

	const cause = new Error(`Invalid key ${KEY}`);
	it.each(['earlierError', 'failedExpression', 'unexpected'] as const)(
		'of an error that n8n or another node has thrown loses the key, and its stack: %s',
		(code) => {
			const quoting = (reason: string, explanation: string) => {
				const { facts, cause: left } = dropKeyFromProblem(
					makeProblem(code, { reason, explanation, purpose: 'submit' }, cause),
					KEY,
				);
				return [facts, left];
			};
			const rest = { purpose: 'submit' };
			expect(quoting(`Invalid key ${KEY}`, 'Why')).toEqual([
				{ ...rest, reason: 'Invalid key ***', explanation: 'Why' },
				null,
			]);
			expect(quoting('Invalid key', KEY)).toEqual([
				{ ...rest, reason: 'Invalid key', explanation: '***' },
				null,
			]);
			expect(quoting('No', 'Why')).toEqual([{ ...rest, reason: 'No', explanation: 'Why' }, cause]);
		},
	);

	it('of such an error is not shown at all where nobody knows the key', () => {
		const problem = makeProblem('unexpected', { reason: 'No', explanation: 'Why' }, cause);
		const { facts, cause: left } = dropKeyFromProblem(problem, null);
		expect([facts, left]).toEqual([{ reason: HIDDEN_ERROR, explanation: '' }, null]);
	});

	it('of nothing else is looked at', () => {
		const problem = makeProblem('noLink', { name: KEY, projectId: '7', videoId: null });
		expect(dropKeyFromProblem(problem, null)).toBe(problem);
	});
});
