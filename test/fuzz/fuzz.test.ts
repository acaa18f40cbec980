/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { z } from 'zod/v3';
import { useTestTime } from '../time/testTime';
import { openSession, type Session } from './session';
import { keepLine } from './state';

/** The share of CI: always the same cases, about 600 answers and 160 calls. `npx tsx test/fuzz/main.ts` runs many more of them. */
const SHARE = { seed: 17, from: 0, to: 80 };

/** What `npx tsx test/fuzz/main.ts` wants of this process; nothing when jest runs the file for itself. */
const wish = z.object({
	seed: z.number(),
	from: z.number(),
	to: z.number(),
	out: z.string(),
	trace: z.boolean().optional(),
});

const wanted =
	process.env.FUZZ_STRETCH === undefined ? undefined : wish.parse(JSON.parse(process.env.FUZZ_STRETCH));

/** Nothing that goes well takes as long; what hangs in real time is ended by `npx tsx test/fuzz/main.ts`. */
jest.setTimeout(wanted === undefined ? 600_000 : 86_400_000);

describe('Whatever a service, a host of files or a caller says', () => {
	useTestTime();
	let session: Session | undefined;
	afterEach(async () => await session?.close());

	it('no run hangs or crashes, tells a secret, pays twice, asks too often or gives what nobody said', async () => {
		session = await openSession();
		const { seed, from, to } = wanted ?? SHARE;
		const found: string[] = [];
		for (let number = from; number < to; number += 1) {
			if (wanted !== undefined) keepLine(wanted.out, { type: 'begun', number });
			const { trace, ...ended } = await session.run({ seed, number });
			if (wanted !== undefined) {
				keepLine(wanted.out, { type: 'ended', ...ended, ...(wanted.trace === true && { trace }) });
			}
			found.push(...ended.breaches.map(({ promise, what }) => `case ${number}, ${promise}: ${what}`));
			// What hangs may hold up the cases after it.
			if (ended.breaches.some(({ promise }) => promise === 'hang')) break;
		}
		if (wanted === undefined) expect(found).toEqual([]);
	});
});
