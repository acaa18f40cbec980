import { sleep } from 'n8n-workflow';
import { keysAt } from '../../../nodes/Clip/create/rules/digitKeys';
import { processedItems } from '../bench/harness';
import { byHand, called, code, given, HOUR, restart, usePresses } from '../bench/pressing';
import { submitOnly, videos } from '../bench/support';

const again = (submitAgain: string) => ({ ...submitOnly, options: { submitAgain } });
/** Three others, then the video, which waits for the limits of the service. */
const four = videos('b', 'c', 'd', 'a');

describe('The record of a submission that does not count, while the video waits to be sent again', () => {
	const { bench, paid, press, answerTo } = usePresses();
	/** Leaves what another process leaves that is killed while it reads. */
	const spoil = () => {
		const content = processedItems.known[0] ?? '';
		processedItems.known = [...new Set([...processedItems.known, ...keysAt(`${content}/`, 0, 16).flat()])];
	};
	const stopInWait = (stop: () => void) =>
		void (async () => {
			while (paid() < 4) await sleep(500);
			await sleep(20_000);
			stop();
		})();
	const stopped = { ...byHand, items: four, onStart: stopInWait };
	const first = () => [[bench.ids()[0], true]];

	it('is known to have failed even if n8n cannot read it: the video is sent', async () => {
		await press();
		await sleep(2 * HOUR);
		spoil();
		answerTo(code(4002));
		const ended = await press(again('auto'), { ...byHand, items: four });
		expect([given(ended)[3], paid()]).toEqual([[bench.ids()[4], false], 5]);
	});

	it('keeps its project after a Stop, even if n8n cannot read it', async () => {
		await press();
		await sleep(2 * HOUR);
		spoil();
		await press(again('always'), stopped);
		await sleep(1_000);
		expect(given(await press())).toEqual(first());
	});

	it('keeps its project after a Stop, even if the database did not take it', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 3 } });
		const pressed = press();
		await sleep(1_500);
		processedItems.trouble = new Error('away');
		await pressed;
		await sleep(10_000);
		processedItems.trouble = null;
		await sleep(2 * HOUR);
		await press(again('always'), stopped);
		await sleep(1_000);
		expect(given(await press())).toEqual(first());
	});

	it('keeps its project if n8n dies as the wait begins', async () => {
		await press(submitOnly, called);
		await sleep(3 * HOUR);
		const die = async () => {
			while (paid() < 4) await sleep(10);
			await sleep(1_000);
			processedItems.trouble = new Error('n8n has died');
		};
		await bench.clip(again('auto'), { ...called, items: four, onStart: () => void die() });
		processedItems.trouble = null;
		restart();
		await sleep(HOUR);
		expect(given(await press())).toEqual(first());
	});
});
