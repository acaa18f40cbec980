import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { type Killed, killedCases, killN8n } from './cases/killed';

describe('a real n8n that is killed', () => {
	// One for each kill: a status check comes a minute after an execution was paused.
	const beds = [0, 1, 2].map((number) => new Bed({ logFile: logFileOf(`n8n-killed-${number}`) }));
	const killed: Killed[] = [];
	beforeAll(async () => {
		await Promise.all(beds.map(async (bed) => await bed.open({ processingSeconds: 12 })));
		const kills = beds.map(async (bed, number) => {
			const { userFolder, n8n } = bed.host;
			const mortal = {
				userFolder,
				kill: async () => await n8n.kill(),
				restart: async () => await bed.host.restart(),
			};
			return await killN8n(bed, number, [mortal]);
		});
		killed.push(...(await Promise.all(kills)));
	});
	afterAll(async () => await Promise.all(beds.map(async (bed) => await bed.close())));

	killedCases(killed);
});
