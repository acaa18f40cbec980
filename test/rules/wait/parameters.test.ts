import { z } from 'zod/v3';
import { runningOptions } from '../../../nodes/Clip/wait/wait.parameters';
import { readBy } from '../given/parameters';

describe('A poll interval that is no number of seconds', () => {
	it.each(['30 s', '5 min', '1,5', '٣', '00:30', '', null, true, [30]])(
		'is refused for that, not for being too short: %j',
		(pollInterval) => {
			const rule = `must be a number of seconds, 5 at least\nIt is ${JSON.stringify(pollInterval)}.`;
			expect(readBy(z.object(runningOptions), { pollInterval })).toEqual({
				ok: false,
				problems: [{ field: 'pollInterval', rule }],
			});
		},
	);
});
