/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Readable } from 'node:stream';
import { LARGEST_BODY } from '../../../nodes/Clip/lib/limits';
import { readBody } from '../../../nodes/Clip/service/body';

describe('The body of an answer', () => {
	const never = new AbortController().signal;

	it('is read up to 12 MB, and left when it has more', async () => {
		const most = Buffer.alloc(LARGEST_BODY, 'x');
		expect(await readBody(Readable.from([most]), never)).toHaveLength(12 * 1024 * 1024);
		const longer = Readable.from([most, Buffer.from('x')]);
		expect(await readBody(longer, never)).toBeNull();
		expect(longer.destroyed).toBe(true);
	});

	it('is read without a byte order mark, and where a character is torn, or is none', async () => {
		const wave = Buffer.from('\u{1f30a}');
		const parts = [Buffer.from('\ufeff'), wave.subarray(0, 3), wave.subarray(3), Buffer.from([0xff])];
		expect(await readBody(Readable.from(parts), never)).toBe('\u{1f30a}\ufffd');
	});

	it('is left when the call is over', async () => {
		const end = new AbortController();
		const endless = new Readable({ read: () => undefined });
		const reading = readBody(endless, end.signal);
		end.abort();
		await expect(reading).rejects.toThrow();
		expect(endless.destroyed).toBe(true);
		await expect(readBody(Readable.from(['{}']), end.signal)).rejects.toThrow();
	});
});
