import { countEffort } from '../../bench/canvas/count';
import { node } from '../../e2e/flows';

const count = (parameters: Record<string, unknown>, settings = {}) =>
	countEffort([node('A', 'any', { parameters, ...settings })]);

test.each<[string, Record<string, unknown>, number, number]>([
	['nothing', {}, 0, 0],
	['two values', { url: 'https://a.example', method: 'POST' }, 2, 0],
	['an expression', { url: '={{ $json.url }}' }, 1, 1],
	['text with a part that is an expression', { url: '=https://a.example/{{ $json.id }}' }, 1, 1],
	['text that only looks like one', { url: '{{ $json.id }}' }, 1, 0],
	['values in collections', { options: { response: { response: { responseFormat: 'file' } } } }, 1, 0],
	['entries of a list', { rules: { values: [{ a: 1 }, { a: 2 }] } }, 2, 0],
])('counts %s', (_what, parameters, filled, expressions) => {
	expect(count(parameters)).toMatchObject({ nodes: 1, parameters: filled, expressions });
});

it('counts of a condition what a user chooses: both sides and how they are compared', () => {
	const condition = {
		id: 'c1',
		leftValue: '={{ $json.code }}',
		rightValue: 2000,
		operator: { type: 'number', operation: 'equals' },
	};
	const conditions = {
		options: { caseSensitive: true, version: 3 },
		combinator: 'and',
		conditions: [condition],
	};
	expect(count({ conditions })).toMatchObject({ parameters: 3, expressions: 1 });
});

it('counts the settings of a node, but not what n8n keeps of it', () => {
	expect(count({}, { retryOnFail: true, onError: 'continueRegularOutput', notes: 'x' })).toMatchObject({
		parameters: 2,
	});
});

it('counts lines of code', () => {
	expect(count({ jsCode: 'const a = 1;\nreturn a;\n' })).toMatchObject({ parameters: 1, code: 2 });
});
