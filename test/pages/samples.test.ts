import { parseJson } from '../../nodes/Clip/lib/json';
import outputs from '../engine/get/outputs.json';
import { textOf } from '../rules/given/project';

const fields = Object.keys(outputs['Get and Clip Trigger, clip']).sort();

it('The sample of a clip in the manual has the fields of one', () => {
	const [, sample = ''] = /## A clip\s+```json\n(.*?)```/s.exec(textOf('docs/use.md')) ?? [];
	expect(Object.keys(parseJson(sample) ?? {}).sort()).toEqual(fields);
});
