/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { until } from '../../host';
import type { Stage } from '../stage';
import { call, callFor, clipsOf, countClips, publishCalled, readyProject } from './triggerCalls';

const CALLS = 100;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** How many forged calls come at once. */
export interface Flood {
	/** As many as n8n itself takes: it refuses calls for which its database has no connection. */
	flood: number;
}

/** Very many calls at once, and calls that spell the ID of a project in other ways. */
export function floodCases(stage: Stage, { flood }: Flood): void {
	const questionsAbout = (from: number, part: string) =>
		stage.simulator.requests
			.slice(from)
			.filter(({ method, path }) => method === 'GET' && path.includes(part));

	it(`takes ${flood} forged calls at once, with one execution and one status check each, and a real call among them`, async () => {
		const { path, workflow } = await publishCalled(stage, 'flood');
		const real = await publishCalled(stage, 'flood-real');
		const projectId = await readyProject(stage, 'https://www.youtube.com/watch?v=flood');
		const from = stage.simulator.requests.length;
		const began = performance.now();
		const calls = numbers(flood).map(
			async (index) => await call(stage, path, { body: callFor(`flood-${index}`) }),
		);
		const taken = await call(stage, real.path, { body: callFor(projectId) });
		const statuses = await Promise.all(calls);
		expect([taken, ...new Set(statuses)]).toEqual([200, 200]);
		const [delivered] = await stage.client.waitForExecutionsOf(real.workflow.id, 1);
		const seconds =
			((delivered?.nodes['Clip Trigger']?.[0]?.startTime ?? NaN) - performance.timeOrigin - began) / 1000;
		expect(clipsOf(delivered).length).toBeGreaterThan(1);
		const count = async (mode: string) => await stage.client.countExecutions(workflow.id, mode, ['success']);
		await until(async () => (await count('webhook')) >= flood, 500);
		const all = (await count('webhook')) + (await count('integrated'));
		const asked = questionsAbout(from, '/flood-').length;
		process.stdout.write(
			`${flood} forged calls at once: ${all} executions, ${asked} status checks, ${Math.round((performance.now() - began) / 1000)} s to the last; the real call began after ${seconds.toFixed(1)} s\n`,
		);
		expect([all, asked]).toEqual([flood, flood]);
	});

	it('asks few questions for a hundred calls at once for a project that is under way, and gives each clip once', async () => {
		const { path, workflow } = await publishCalled(stage, 'under-way');
		const projectId = await stage.submit('https://www.youtube.com/watch?v=under-way');
		const from = stage.simulator.requests.length;
		const statuses = await Promise.all(
			numbers(CALLS).map(async () => await call(stage, path, { body: callFor(projectId) })),
		);
		expect(new Set(statuses)).toEqual(new Set([200]));
		const runs = await stage.client.waitForExecutionsOf(workflow.id, CALLS);
		const asked = questionsAbout(from, `/${projectId}`).length;
		process.stdout.write(`${CALLS} calls for a project under way: ${asked} status checks\n`);
		expect([...countClips(runs).values()].every((count) => count === 1)).toBe(true);
		expect(countClips(runs).size).toBeGreaterThan(1);
	});

	it('gives out each clip once, however a call spells the ID that the service reads leniently', async () => {
		const { path, workflow } = await publishCalled(stage, 'spelled');
		const projectId = await readyProject(stage, 'https://www.youtube.com/watch?v=spelled');
		stage.simulator.configure({ idReading: 'lenient' });
		const spellings = [`0${projectId}`, projectId, `${projectId}-`, `${projectId}abc`, `00${projectId}_`];
		for (const [index, spelling] of spellings.entries()) {
			expect(await call(stage, path, { body: callFor(spelling) })).toBe(200);
			await stage.client.waitForExecutionsOf(workflow.id, index + 1);
		}
		stage.simulator.configure({ idReading: 'exact' });
		const counts = countClips(await stage.client.waitForExecutionsOf(workflow.id, spellings.length));
		expect(counts.size).toBeGreaterThan(1);
		expect([...counts.values()].every((count) => count === 1)).toBe(true);
		expect([...counts.keys()].every((clip) => clip.startsWith(`${projectId}/`))).toBe(true);
	});
}
