import { parseJson } from '../../../nodes/Clip/lib/json';
import { answerWith } from '../../bench/answer';
import { least, ours } from '../../bench/reading';
import outputs from '../../engine/outputs.json';
import { textOf } from '../package/project';

const fields = Object.keys(outputs['Get and Clip Trigger, clip']).sort();

it('The sample of a clip in the manual has the fields of one', () => {
	const [, sample = ''] = /## A clip\s+```json\n(.*?)```/s.exec(textOf('docs/use.md')) ?? [];
	expect(Object.keys(parseJson(sample) ?? {}).sort()).toEqual(fields);
});

it('The least that the benchmark compares with makes the same items', () => {
	const text = answerWith('20417733', 3);
	expect(least(text)).toEqual(ours(text));
	expect(Object.keys(least(text)[0] ?? {})).toEqual(
		expect.arrayContaining(Object.keys(outputs['Get and Clip Trigger, clip that is not simplified'])),
	);
});
