import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { SUBMISSION_FIELDS } from '../../nodes/Clip/create/create.operation';
import { composeErrorText } from '../../nodes/Clip/problems/errorText';
import type { Endpoint } from '../../nodes/Clip/service/rules/codes';
import { problemOfAnswer } from '../../nodes/Clip/service/rules/answerProblem';
import { makeProblem } from '../../nodes/Clip/problems/problem';
import { REFUSAL_CODES, failureOf, read } from '../rules/given/answers';
import { choicesOf, conditionsOf, operationsOf, parametersOf } from '../../tools/docs/parameters';

/** What workflows hold on to of a parameter, and its label; what a model reads may be worded anew. */
function promiseOf(path: string, property: INodeProperties, collection = property): string {
	const { type, default: value, required, displayName } = property;
	const initial = property.name === 'toolDescription' ? '…' : JSON.stringify(value).replace(/`[^`]*`/g, '…');
	const values = choicesOf(property).map(({ name, value }) => `${String(value)} (${name})`);
	const conditions = conditionsOf(collection).map(([name, wanted]) => `${name} is ${JSON.stringify(wanted)}`);
	return [
		`${path}${required === true ? '*' : ''}: ${displayName}, ${type} ${initial}`,
		...(values.length === 0 ? [] : [`of ${values.join(' ')}`]),
		...(conditions.length === 0 ? [] : [`where ${conditions.join(', ')}`]),
	].join(' ');
}

function nodePromise({ properties, ...node }: INodeTypeDescription): string[] {
	const operations = operationsOf(properties);
	const promised = (place: string, ...which: [operation: string | null, only?: 'tool']) =>
		parametersOf(properties, ...which).map(({ path, property, collection }) =>
			promiseOf(`${place}${path}`, property, collection),
		);
	const { name, version, inputs, outputs, credentials, usableAsTool, webhooks } = node;
	const webhook = webhooks?.map(({ path, httpMethod }) => ({ path, httpMethod }));
	return [
		...properties.filter(({ name }) => name === 'operation').map((one) => promiseOf('operation', one)),
		JSON.stringify({ name, version, inputs, outputs, credentials, usableAsTool, webhook }),
		...(operations.length === 0 ? promised('', null) : []),
		...operations.flatMap((operation) => promised(`${operation} `, operation)),
		...operations.flatMap((operation) => promised(`tool ${operation} `, operation, 'tool')),
	];
}

const clip = new Clip().description;

// Read "What must not change" in CONTRIBUTING.md before you let jest write another snapshot.
describe('Stored workflows rely on', () => {
	it.each([clip, new ClipTrigger().description])('the parameters of $name', (description) => {
		expect(nodePromise(description).join('\n')).toMatchSnapshot();
	});

	it('the fields of the credential', () => {
		const { name, properties } = new VideoClippingApi();
		const fields = properties.map((field) => promiseOf(`${name} ${field.name}`, field));
		expect(fields.join('\n')).toMatchSnapshot();
	});
});

it('Workflows rely on what each code means: its kind, whether it is final, whether minutes may have been charged', () => {
	const meaning = (call: Endpoint, code: number) => {
		const answer = failureOf(read(call, { code }));
		const what =
			answer.fate === 'mayHaveCreated'
				? makeProblem('unknownWhetherCreated', { answer })
				: problemOfAnswer(answer);
		const { isFinal, mayHavePaid, outcome } = composeErrorText(what, 'person', null).details;
		return `${call} ${outcome}${isFinal ? ', final' : ''}${mayHavePaid ? ', may have cost' : ''}`;
	};
	const rows = [...REFUSAL_CODES, 4999, 5000, 9999].map(
		(code) => `${code}: ${meaning('create', code)}; ${meaning('query', code)}`,
	);
	expect(rows.join('\n')).toMatchSnapshot();
});

describe('The fields of a submission', () => {
	/** Parameters of Create that are no fields of the service. */
	const ofTheNode = /^(langCode|waitForClips|options\.\w+|additionalFields\.customFields)$/;
	const parameters = parametersOf(clip.properties, 'create')
		.map(({ path }) => path)
		.filter((path) => !ofTheNode.test(path))
		.map((path) => path.replace('additionalFields.', ''));

	it('are the parameters of the same names', () => {
		expect([...SUBMISSION_FIELDS].sort()).toEqual([...parameters].sort());
	});
});
