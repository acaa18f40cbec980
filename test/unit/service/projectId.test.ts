import fc from 'fast-check';
import { problemsIn } from '../../../nodes/Clip/lib/checked';
import { checkProjectId } from '../../../nodes/Clip/service/rules/project';
import { ODD_VALUES } from '../given/oddValues';
import { holding, like } from '../given/matchers';
import { anyText } from '../given/texts';

describe('checkProjectId', () => {
	test.each<[unknown, string]>([
		[20417733, '20417733'],
		['20417733', '20417733'],
		['12345678901234567890', '12345678901234567890'],
		['aB_9-z', 'aB_9-z'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		['x'.repeat(128), 'x'.repeat(128)],
		[' 20417733 ', '20417733'],
		['\t20417733\r\n', '20417733'],
		['\u00a020417733\u2003\ufeff', '20417733'],
	])('takes %p', (value, id) => expect(checkProjectId(value)).toEqual({ ok: true, value: id }));

	test.each<[string, unknown]>([
		...ODD_VALUES,
		['nothing', undefined],
		['null', null],
		['empty text', ''],
		['a space', ' '],
		['a path', 'a/b'],
		['a way up', '..'],
		['an encoded slash', 'a%2Fb'],
		['a query', 'a?b'],
		['a fragment', 'a#b'],
		['a line break within', 'a\nb'],
		['a space within', 'a b'],
		['a letter beyond ASCII', 'é'],
		['digits of another script', '٣'],
		['an emoji', '🎬'],
		['a null character', 'a\u0000'],
		['a boolean', true],
		['a fraction', 1.5],
		['a fraction that is written with letters', 1e-7],
		['too many letters', 'x'.repeat(129)],
	])('refuses %s, naming field and rule', (_what, value) => {
		expect(problemsIn([checkProjectId(value)])).toEqual([
			{ field: 'projectId', rule: like(/^must hold only letters, digits, - and _/) },
		]);
	});

	test.each([2 ** 53, 1e21, -(2 ** 60)])('refuses %p, which was rounded on its way', (value) => {
		expect(problemsIn([checkProjectId(value)])).toEqual([{ field: 'projectId', rule: holding('rounded') }]);
	});

	it('never lets through what could leave its place in a path', () => {
		const letters = 'a Z 0 7 - _ / . % ? # \\ é ٣ \n'.split(' ');
		const nearlyAnId = fc.string({ unit: fc.constantFrom(...letters), maxLength: 4 });
		fc.assert(
			fc.property(fc.oneof(fc.anything(), anyText(), nearlyAnId), (value) => {
				const checked = checkProjectId(value);
				if (checked.ok) expect(encodeURIComponent(checked.value)).toBe(String(value).trim());
			}),
		);
	});
});
