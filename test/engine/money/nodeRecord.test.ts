import { sleep } from 'n8n-workflow';
import type { FoundRecord } from '../../../nodes/Clip/create/rules/foundRecord';
import { type Claim, VideoRecord } from '../../../nodes/Clip/create/record/videoRecord';
import { endProcess } from '../bench/process';
import { keysAt, keysOf, encodeTime } from '../../../nodes/Clip/create/rules/digitKeys';
import { DatabaseRecord } from '../../../nodes/Clip/create/record/databaseRecord';
import { beginNodeExecution } from '../../../nodes/Clip/n8n/nodeExecution';
import { contextOf, processedItems } from '../bench/harness';
import { called, given, restart, usePresses } from '../bench/pressing';
import { logged, submitOnly, useBench } from '../bench/support';

/*
 * What one record does, of this process and of n8n's memory together.
 */

const VIDEO = 'video';

/** The record as an execution sees it; without an ID, as a call of n8n's own Agents does. */
const recordFor = (executionId: string | undefined, more: object = {}) =>
	new VideoRecord(
		beginNodeExecution(Object.assign(contextOf(), { getExecutionId: () => executionId }, more)),
		VIDEO,
	);
const unsaved = { getWorkflow: () => ({ id: undefined, name: 'W', active: false }) };

async function claim(record: VideoRecord): Promise<Claim> {
	const found = await record.claim();
	if (found.state !== 'claimed') throw new TypeError(`It is ${found.state}.`);
	return found;
}

async function find(record: VideoRecord): Promise<FoundRecord> {
	const found = await record.claim();
	if (found.state !== 'found') throw new TypeError(`It is ${found.state}.`);
	return found;
}

/** A reader was killed that had asked for all digits that a time may have. */
const spoil = (): void => {
	processedItems.known = [...new Set([...processedItems.known, ...keysAt(`${VIDEO}/`, 0, 16).flat()])];
};

describe('The record of a submission', () => {
	useBench();

	it.each([
		['in n8n’s memory', {}],
		['in a workflow that was never saved', unsaved],
	])('is taken over, taken back and used %s without a word in the log', async (_where, more) => {
		const warnings = logged('warn');
		const first = recordFor('1', more);
		await first.noteProject(await claim(first), '71');
		await sleep(1_000);
		const second = recordFor('2', more);
		const found = await find(second);
		expect(found).toMatchObject({ projectId: '71', isOwn: false, mayChange: false });
		await second.noteReuse({ ...found, projectId: '71' });
		await second.noteReuse({ submittedAt: found.submittedAt, projectId: '71', isOwn: false });
		await second.repairTime(found);
		const replaced = await second.replace(found, false);
		expect(replaced.state).toBe('claimed');
		expect(processedItems.known.filter((key) => key.includes(`/${found.submittedAt}/`))).toEqual([]);
		if (replaced.state === 'claimed') await second.releaseClaim(replaced);
		expect(await find(recordFor('3', more))).toMatchObject({ projectId: '71' });
		const third = recordFor('3', more);
		const again = await third.replace(await find(third), false);
		if (again.state === 'claimed') await third.noteProject(again, null);
		expect(await find(recordFor('3', more))).toMatchObject({ projectId: null, isOwn: true });
		expect(warnings).toEqual([]);
	});

	it('of the oldest is not pushed out by what others ask for who are reading theirs in the same moment', async () => {
		const memoryOf = (content: string) =>
			new DatabaseRecord(contextOf(), content, { toWrite: [], toMatch: [] }, true);
		const before = Date.now() - 60_000;
		const note = async (content: string) => {
			await memoryOf(content).claim(before);
			await memoryOf(content).noteProject(before, '71');
		};
		await note('oldest');
		const contents = Array.from({ length: 20 }, (_, index) => `video ${index}`);
		for (const content of contents) await note(content);
		const others = Array.from({ length: 15_300 }, (_, index) => `other ${index}`);
		processedItems.known = [...processedItems.known, ...others];
		processedItems.takes = 10;
		const readAll = contents.map(async (content, index) => {
			await sleep(40 * index);
			return await memoryOf(content).claim(Date.now());
		});
		const found = { previous: { submittedAt: before, projectId: '71' } };
		for (const read of await Promise.all(readAll)) expect(read).toMatchObject(found);
		expect(await memoryOf('oldest').claim(Date.now())).toMatchObject(found);
		expect(processedItems.known.length).toBeLessThan(16_000);
	});

	it('is gone after it was taken back', async () => {
		const warnings = logged('warn');
		const first = recordFor('1');
		await first.releaseClaim(await claim(first));
		expect([first.findInThisProcess(), processedItems.known, warnings]).toEqual([null, [], []]);
	});

	it.each(['71', '9007199254740993123', '0', 'a-Long_ID-of-36-letters-0123456789ab'])(
		'has the ID of the project as it is: %s',
		async (projectId) => {
			const first = recordFor('1');
			await first.noteProject(await claim(first), projectId);
			endProcess();
			expect(await find(recordFor('2'))).toMatchObject({ projectId, isOwn: false });
		},
	);

	it.each([1, 2, 6, 12])(
		'of which n8n has forgotten all but %i keys is claimed anew, and own from then on',
		async (left) => {
			await claim(recordFor('1'));
			processedItems.known = processedItems.known.slice(-left);
			endProcess();
			await sleep(10);
			await claim(recordFor('2'));
			endProcess();
			expect(await find(recordFor('2'))).toMatchObject({
				isOwn: true,
				mayChange: true,
				previous: { projectId: null },
			});
		},
	);

	it('of which n8n has forgotten all but a digit is noted anew where this process knows its project', async () => {
		const first = recordFor('1');
		await first.noteProject(await claim(first), '71');
		const ofTime = processedItems.known.filter((key) => /^video\/0\./.test(key));
		processedItems.known = ofTime;
		await sleep(10);
		await find(recordFor('2'));
		endProcess();
		expect(await find(recordFor('3'))).toMatchObject({ projectId: '71' });
	});

	it('that cannot be read is there again when a claim in its place is taken back', async () => {
		await claim(recordFor('1'));
		spoil();
		endProcess();
		const second = recordFor('2');
		const replaced = await second.replace(await find(second), false);
		if (replaced.state !== 'claimed') throw new TypeError(`It is ${replaced.state}.`);
		await second.releaseClaim(replaced);
		expect(await find(recordFor('3'))).toMatchObject({ previous: 'damaged' });
	});

	it('is not touched while its reader lets another process finish', async () => {
		await claim(recordFor('1'));
		endProcess();
		await sleep(60_000);
		const before = [...processedItems.known];
		const reading = find(recordFor('2'));
		await sleep(100);
		expect(processedItems.known).toEqual(before);
		await reading;
		expect(processedItems.known).toEqual(before);
	});

	it('that was found in n8n’s memory is known to the process from then on', async () => {
		const first = recordFor('1');
		await first.noteProject(await claim(first), '71');
		endProcess();
		expect(recordFor('2').findInThisProcess()).toBeNull();
		await find(recordFor('2'));
		expect(recordFor('3').findInThisProcess()).toMatchObject({ projectId: '71', isOwn: false });
		expect(recordFor('1').findInThisProcess()).toMatchObject({ isOwn: false });
	});

	it('is nobody’s own where calls have no ID', async () => {
		const first = recordFor(undefined);
		await first.noteProject(await claim(first), '71');
		expect(await find(recordFor(undefined))).toMatchObject({ projectId: '71', isOwn: false });
		expect(processedItems.known.filter((key) => /execution|undefined|Stryker/.test(key))).toEqual([]);
	});

	it('is not written where nothing has to be mended', async () => {
		const first = recordFor('1');
		await first.noteProject(await claim(first), '71');
		endProcess();
		const found = await find(recordFor('2'));
		const writes: string[][] = [];
		processedItems.meanwhile = (row) => {
			writes.push(row);
			return row;
		};
		await recordFor('2').repairTime(found);
		await recordFor('2').noteReuse({ ...found, projectId: '71' });
		expect(writes).toEqual([]);
	});

	it('that cannot be read may change, counts as just written, and can be mended', async () => {
		const first = recordFor('1');
		await first.noteProject(await claim(first), '71');
		spoil();
		endProcess();
		await sleep(60_000);
		const second = recordFor('2');
		const found = await find(second);
		expect(found).toMatchObject({ previous: 'damaged', mayChange: true, projectId: null });
		expect(Date.now() - found.submittedAt).toBeLessThan(5_000);
		expect(await second.probeForChange(found)).toBe(true);
		expect(second.findInThisProcess()).toBeNull();
		await second.repairTime(found);
		expect(await find(recordFor('3'))).toMatchObject({ submittedAt: found.submittedAt, isOwn: false });
	});

	it('that cannot be read is mended by whoever uses its project, which this process knows', async () => {
		const first = recordFor('1');
		await first.noteProject(await claim(first), '71');
		spoil();
		const found = await find(recordFor('2'));
		expect(found).toMatchObject({ projectId: '71', mayChange: true });
		await recordFor('2').noteReuse({ ...found, projectId: '71' });
		endProcess();
		expect(await find(recordFor('3'))).toMatchObject({ projectId: '71', mayChange: false });
	});

	it('that cannot be read is nothing that the process knows after it was taken over and taken back', async () => {
		const warnings = logged('warn');
		await claim(recordFor('1'));
		spoil();
		endProcess();
		const second = recordFor('2');
		const replaced = await second.replace(await find(second), false);
		if (replaced.state === 'claimed') await second.releaseClaim(replaced);
		expect([replaced.state, second.findInThisProcess(), warnings]).toEqual(['claimed', null, []]);
		expect(processedItems.known.filter((key) => /\.\D/.test(key))).toEqual([]);
	});

	it('names in the log the project that n8n’s memory does not take', async () => {
		const warnings = logged('warn');
		const first = recordFor('1');
		const begun = await claim(first);
		processedItems.trouble = new Error('SQLITE_FULL');
		await first.noteProject(begun, '71');
		await first.releaseClaim(begun);
		expect(warnings).toEqual([
			expect.stringMatching(/project 71.*SQLITE_FULL/),
			expect.stringMatching(/nothing was sent.*SQLITE_FULL/),
		]);
	});
});

describe('The same video', () => {
	const { bench, paid, press } = usePresses();

	it('whose record another process is just reading is found a moment later', async () => {
		await press(submitOnly, called);
		const { known } = processedItems;
		const [content = ''] = known;
		processedItems.known = [...new Set([...known, ...keysAt(`${content}/`, 0, 16).flat()])];
		restart();
		void sleep(1_500).then(() => (processedItems.known = known));
		expect(given(await press(submitOnly, called))).toEqual([[bench.ids()[0], true]]);
		expect(paid()).toBe(1);
	});

	it('whose record another process is just reading is left as it is after a Stop', async () => {
		await press(submitOnly, called);
		const [content = ''] = processedItems.known;
		const spoilt = [...new Set([...processedItems.known, ...keysAt(`${content}/`, 0, 16).flat()])];
		processedItems.known = spoilt;
		restart();
		await press(submitOnly, { ...called, onStart: (stop) => void sleep(900).then(stop) });
		expect(new Set(processedItems.known)).toEqual(new Set(spoilt));
		expect(paid()).toBe(1);
	});

	it('whose record n8n has lost is known to this process, by hand and elsewhere, and noted anew', async () => {
		await press(submitOnly, called);
		for (const how of [{ mode: 'manual' } as const, called]) {
			processedItems.known = [];
			expect(given(await press(submitOnly, how))).toEqual([[bench.ids()[0], true]]);
		}
		processedItems.known = [];
		await press();
		restart();
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		expect(paid()).toBe(1);
	});

	it('of which only the time is noted is told from one whose project is known here', async () => {
		await press(submitOnly, called);
		const [content = ''] = processedItems.known;
		const at = Date.now() - 1_000;
		processedItems.known = [content, ...keysOf(`${content}/`, encodeTime(at))];
		expect(given(await press())).toEqual([['unknownWhetherCreated']]);
		expect(paid()).toBe(1);
	});
});
