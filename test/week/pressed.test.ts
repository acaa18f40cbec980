import { Bed } from '../../tools/beds/bed';
import { temporaryFolder } from '../../tools/host/folder';
import { killAndRestart } from '../n8n/cases/killed';
import { pressedByHand, pressedCases } from '../n8n/cases/pressed';
import { waysCases } from '../n8n/cases/ways';
import { MovedClock } from '../n8n/clock';

describe('the same video on a real n8n', () => {
	const folder = temporaryFolder('n8n-clock-');
	const clock = new MovedClock(folder.path);
	const env: Record<string, string> = {};
	const bed = new Bed({ env });
	beforeAll(async () => {
		Object.assign(env, await clock.environment());
		await bed.open();
	});
	afterAll(async () => {
		await bed.close();
		clock.close();
		folder.remove();
	});
	const restart = async () => await bed.host.restart();
	const kill = async () => {
		const { n8n } = bed.host;
		await killAndRestart([{ kill: async () => await n8n.kill(), restart }]);
	};

	pressedByHand(bed, restart);
	pressedCases(bed);
	describe('submitted again', () => waysCases(bed, kill, clock));
});
