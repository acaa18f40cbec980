import { Clip } from '../../../nodes/Clip/Clip.node';
import { SUBMISSION_FIELDS } from '../../../nodes/Clip/service/rules/submission';
import { parametersOf } from '../../docs/parameters';

/** Parameters of Create that are no fields of the service. */
const OF_THE_NODE =
	/^(langCode|wait\w*|waitOptions\.\w+|submissionOptions\.\w+|additionalFields\.customFields)$/;

describe('The fields of a submission', () => {
	const parameters = parametersOf(new Clip().description.properties, 'create')
		.map(({ path }) => path)
		.filter((path) => !OF_THE_NODE.test(path))
		.map((path) => path.replace('additionalFields.', ''));

	it('each have a parameter of the same name (a new one is added in create/create.fields.ts)', () => {
		expect(SUBMISSION_FIELDS.filter((field) => !parameters.includes(field))).toEqual([]);
	});

	it('each have a rule (a new one is added in interface/submission.ts; without it the field is not sent)', () => {
		expect(parameters.filter((field) => !SUBMISSION_FIELDS.includes(field))).toEqual([]);
	});
});
