/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { until } from '../../host';
import type { Stage } from '../stage';
import { ended, projectAt, questionsFor } from './durableRuns';
import { call, callFor, clipsOf, publishCalled, readyProject } from './triggerCalls';
import { journalOf, type Mortal } from './triggerKilled';

/** What is killed while a run of the trigger is parked. */
export interface ParkedKill {
	what: string;
	/** What dies together; `idOf` tells the execution. */
	members: (idOf: () => Promise<string>) => Mortal[] | Promise<Mortal[]>;
}

/** Calls after which the service cannot be asked, and n8n dies while their runs are parked. */
export function parkedTriggerCases(stage: Stage, kills: ParkedKill[]): void {
	it.each(kills.map((kill) => [kill.what, kill] as const))(
		'gives out the clips of a parked run by itself when it loses %s meanwhile',
		async (what, { members }) => {
			const name = `parked-${what}`.replace(/[^a-z]+/g, '-');
			const called = await publishCalled(stage, name);
			const projectId = await readyProject(stage, `https://www.youtube.com/watch?v=${name}`);
			const fault = { kind: 'status', status: 503 } as const;
			stage.simulator.faults.add({ on: 'query', times: 1, match: { projectId }, fault });
			const began = Date.now();
			expect(await call(stage, called.path, { body: callFor(projectId) })).toBe(200);
			const runs = async () => await stage.client.listExecutions(called.workflow.id);
			// Keeper, poller and the run itself, which is the oldest.
			await until(async () => {
				const all = await runs();
				return all.length === 3 && all.every(({ status }) => status === 'waiting');
			}, 200);
			const id = (await runs()).at(-1)?.id ?? '';
			const dying = await members(async () => await Promise.resolve(id));
			await Promise.all(dying.map((member) => member.kill()));
			for (const member of dying) rmSync(journalOf(member), { force: true });
			await Promise.all(dying.map((member) => member.restart()));
			const execution = await ended(stage, id);
			const seconds = Math.round((Date.now() - began) / 1000);
			process.stdout.write(`${what} killed while parked: ${execution.status} ${seconds} s after the call\n`);
			expect([execution.status, execution.error]).toEqual(['success', undefined]);
			expect(clipsOf(execution)).toHaveLength((await projectAt(stage, projectId))?.clipCount ?? -1);
			expect(questionsFor(stage, projectId)).toHaveLength(2);
		},
	);
}
