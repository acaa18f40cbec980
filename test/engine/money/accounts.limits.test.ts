import { otherProjects } from '../../rules/given/texts';
import { create, credentialFor, itemsOf, MINUTE, useBench } from '../bench/support';

const ADA = 'key-of-ada';
const BOB = 'key-of-bob';

describe('The limits of the service', () => {
	const bench = useBench({ apiKey: ADA, otherKeys: [BOB] });
	const credentials = () => ({ ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' });
	const videos = (apiKey: string, count: number) =>
		Array.from({ length: count }, (_, index) => ({
			videoUrl: `https://youtu.be/${apiKey.slice(-3)}${index}`,
			apiKey,
		}));
	const slow = { ...create, waitForClips: false };

	it('hold for each account by itself: the videos of one do not wait for those of another', async () => {
		const began = Date.now();
		const items = itemsOf(...videos(ADA, 4), ...videos(BOB, 1));
		await bench.clip(slow, { items, credentials: credentials() });
		const late = bench.ledger().filter(({ at }) => at - began > MINUTE / 2);
		expect(late.map(({ account }) => account)).toEqual([0]);
		expect(bench.ledger()).toHaveLength(5);
	});

	it('delay the accounts side by side, not one after the other', async () => {
		const items = itemsOf(...videos(ADA, 4), ...videos(BOB, 4));
		const began = Date.now();
		await bench.clip(slow, { items, credentials: credentials() });
		expect(bench.ledger()).toHaveLength(8);
		expect(Date.now() - began).toBeLessThan(90_000);
	});

	it.each([
		['ends the execution', 'https://youtu.be/sim-no-minutes'],
		['is sent', 'https://youtu.be/ada0'],
	])('do not hide a video whose answer is lost where one of another account %s', async (_what, videoUrl) => {
		bench.fail({
			on: 'create',
			match: { videoUrlIncludes: '/bob' },
			phase: 'after',
			fault: { kind: 'reset' },
		});
		const items = itemsOf({ videoUrl, apiKey: ADA }, ...videos(BOB, 1));
		const { error } = await bench.clip(slow, { items, credentials: credentials() });
		expect(error?.context).toMatchObject({ details: { mayHavePaid: true } });
		expect(`${error?.message} ${error?.description}`).toContain('https://youtu.be/bob0');
	});

	it('are waited for by the account that was opened: if the credential is another one by then, nobody pays', async () => {
		let opened = 0;
		const changing = {
			...credentialFor(bench.simulator()),
			get apiKey() {
				opened += 1;
				return opened === 1 ? ADA : BOB;
			},
		};
		const items = itemsOf(...videos(ADA, 1));
		const { outcome, error } = await bench.clip(slow, { items, credentials: changing });
		expect(bench.ledger()).toEqual([]);
		expect(outcome).toBe('temporary');
		expect(error?.context).toMatchObject({ details: { mayHavePaid: false, isFinal: false } });
		// Pressed again, the account that the credential has now pays, once.
		for (let presses = 1; presses <= 2; presses += 1) {
			await bench.clip(slow, { items, credentials: changing });
		}
		expect(bench.ledger()).toHaveLength(1);
	});

	it('of one account end the execution without a word on the videos of another that were sent, but with their projects', async () => {
		const items = itemsOf(
			{ videoUrl: 'https://youtu.be/sim-no-minutes', apiKey: ADA },
			...videos(BOB, 1),
			...videos(ADA, 1),
		);
		const { error, outcome } = await bench.clip(slow, { items, credentials: credentials() });
		expect(outcome).toBe('quota');
		const [projectId] = bench.ids();
		expect(bench.ids()).toHaveLength(1);
		expect(error?.description).toContain(otherProjects([{ projectId: projectId ?? '', itemIndex: 1 }]));
		expect(bench.ledger().some(({ rawBody }) => rawBody.includes('/ada0'))).toBe(false);
	});
});
