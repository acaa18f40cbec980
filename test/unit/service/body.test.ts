/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Readable } from 'node:stream';
import { LARGEST_BODY, readBody } from '../../../nodes/Clip/service/body';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

/** A body of megabytes, and some letters. */
const bodyOf = (megabytes: number, letters = '') =>
	Readable.from([...new Array<Buffer>(megabytes).fill(MEGABYTE), Buffer.from(letters)]);

describe('The body of an answer', () => {
	const never = new AbortController().signal;

	it('is read up to 12 MB, and left when it has more', async () => {
		expect(await readBody(bodyOf(12), never)).toHaveLength(LARGEST_BODY);
		const longer = bodyOf(12, 'x');
		expect(await readBody(longer, never)).toBeNull();
		expect(longer.destroyed).toBe(true);
	});

	it('is read where a character is torn, or is none', async () => {
		const [first, second] = [Buffer.from('\u{1f30a}').subarray(0, 3), Buffer.from('\u{1f30a}').subarray(3)];
		expect(await readBody(Readable.from([first, second, Buffer.from([0xff])]), never)).toBe(
			'\u{1f30a}\ufffd',
		);
	});

	it('is left when the call is over', async () => {
		const end = new AbortController();
		const endless = new Readable({ read: () => undefined });
		const reading = readBody(endless, end.signal);
		end.abort();
		await expect(reading).rejects.toThrow();
		expect(endless.destroyed).toBe(true);
	});
});
