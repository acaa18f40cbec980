import { nameLost, nameUnsent } from '../../../nodes/Clip/create/rules/advice';

it('No videos are named where there are none', () => {
	expect([nameLost([]), nameUnsent([], true), nameUnsent([], false)]).toEqual(['', '', '']);
});
