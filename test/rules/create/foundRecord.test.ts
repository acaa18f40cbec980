import { hasProject, reconcileRecords } from '../../../nodes/Clip/create/rules/foundRecord';

const NOW = 1_767_225_600_000;

const at = (submittedAt: number, projectId: string | null = null) => ({ submittedAt, projectId });
/** What the process knows of a submission of this execution. */
const own = (submittedAt: number, projectId: string | null = null) => ({
	...at(submittedAt, projectId),
	isOwn: true,
});

it('Nothing is found where neither n8n nor the process has noted anything', () => {
	expect(reconcileRecords(null, null, false, NOW)).toBeNull();
});

it.each([
	[
		'nothing, this process a record',
		null,
		own(1, '7'),
		{ ...own(1, '7'), mayChange: false, previous: at(1, '7') },
	],
	[
		'a record, this process its project',
		at(1),
		own(1, '7'),
		{ ...own(1, '7'), mayChange: false, previous: at(1) },
	],
	[
		'a project, this process none yet',
		at(1, '7'),
		own(1),
		{ ...own(1, '7'), mayChange: false, previous: at(1, '7') },
	],
	[
		'a record without a project, and so has this process',
		at(1),
		own(1),
		{ ...own(1), mayChange: false, previous: at(1) },
	],
	[
		'a project alone',
		at(1, '7'),
		null,
		{ ...at(1, '7'), isOwn: false, mayChange: false, previous: at(1, '7') },
	],
	[
		'a record without a project alone',
		at(1),
		null,
		{ ...at(1), isOwn: false, mayChange: true, previous: at(1) },
	],
	[
		'another record',
		at(2, '8'),
		own(1, '7'),
		{ ...at(2, '8'), isOwn: false, mayChange: false, previous: at(2, '8') },
	],
	[
		'another record without a project',
		at(2),
		own(1, '7'),
		{ ...at(2), isOwn: false, mayChange: true, previous: at(2) },
	],
	[
		'what cannot be read, this process a record',
		'damaged',
		own(1, '7'),
		{ ...own(1, '7'), mayChange: true, previous: 'damaged' },
	],
	[
		'what cannot be read alone',
		'damaged',
		null,
		{ ...at(NOW), isOwn: false, mayChange: true, previous: 'damaged' },
	],
] as const)('Where n8n has %s, the record is found that counts', (_name, noted, known, found) => {
	expect(reconcileRecords(noted, known, false, NOW)).toEqual({ state: 'found', ...found });
});

it('A record is of this execution where n8n has its mark', () => {
	expect(reconcileRecords(at(1), null, true, NOW)?.isOwn).toBe(true);
	expect(reconcileRecords(at(1), { ...at(1), isOwn: false }, false, NOW)?.isOwn).toBe(false);
});

it('A record has a project when its ID is noted', () => {
	const record = { submittedAt: 1, isOwn: false };
	expect([null, '7'].map((projectId) => hasProject({ ...record, projectId }))).toEqual([false, true]);
});
