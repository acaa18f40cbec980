/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { until, webhookPath, type Execution } from '../../host';
import { flow, node } from '../flows';
import type { Stage } from '../stage';
import { ended, projectAt, questionsFor } from './durableRuns';
import { call, calledFlow, callFor, clipsOf, publishCalled, readyProject } from './triggerCalls';

/** A process that dies. */
export interface Mortal {
	userFolder: string;
	kill(): Promise<unknown>;
	restart(): Promise<void>;
}

/** When something is killed, all after the call was acknowledged. */
export type Moment =
	| 'with the acknowledgement'
	| 'while it asks the service'
	| 'while it waits'
	| 'while the next node works';

/** Each of them. */
export const allMoments: Moment[] = [
	'with the acknowledgement',
	'while it asks the service',
	'while it waits',
	'while the next node works',
];

/** What is killed, and when. */
export interface Kill {
	what: string;
	moments: Moment[];
	/** Whether it comes back only when all has ended. */
	forGood?: boolean;
	/**
	 * n8n gives up an execution whose worker is lost: it hands it to no other one, and overwrites what it had stored with
	 * its own error. So neither Retry nor the stored data is of use.
	 */
	givenUp?: boolean;
	/** What dies together; `idOf` tells the execution. */
	members: (idOf: () => Promise<string>) => Mortal[] | Promise<Mortal[]>;
}

/** How the processes of an n8n die. */
export interface Killing {
	kills: Kill[];
}

/** Gets the file of a clip from the service, which tells when it works. */
const nextNode = node('Next', 'n8n-nodes-base.httpRequest', {
	typeVersion: 4.2,
	parameters: { url: '={{ $json.videoUrl }}', options: {} },
	executeOnce: true,
});

/** Longer than it takes to kill something in mid-answer, and shorter than the nodes wait for an answer. */
const slow = { kind: 'delay', seconds: 40 } as const;

/** n8n waits ten seconds before it starts when it finds this, and does nothing else with it. */
export const journalOf = ({ userFolder }: Mortal) => join(userFolder, '.n8n', 'crash.journal');

/** An n8n that dies after it has acknowledged a call. */
export function killedTriggerCases(stage: Stage, { kills }: Killing): void {
	const complete = async (execution: Execution, projectId: string): Promise<boolean> => {
		const clipCount = (await projectAt(stage, projectId))?.clipCount ?? -1;
		return execution.status === 'success' && clipsOf(execution).length === clipCount;
	};

	/** Waits for the end of a run, and tries it again where it did not give the clips. */
	const observe = async (workflowId: string, id: string, projectId: string) => {
		const since = Date.now();
		const execution = await ended(stage, id);
		const seconds = Math.round((Date.now() - since) / 1000);
		const read = z.object({ data: z.string().nullish() });
		const { data } = await stage.client.session.call({ path: `/rest/executions/${id}`, read });
		const seen = {
			runs: (await stage.client.listExecutions(workflowId)).length,
			status: execution.status,
			error: execution.error?.message,
			seconds,
			named: (data ?? '').includes(projectId),
			complete: await complete(execution, projectId),
			retry: '-',
		};
		if (seen.complete) return seen;
		const retry = await stage.client
			.retryExecution(id)
			.then(async (again) => {
				const { status, nodes } = await ended(stage, again);
				const items = nodes['Clip Trigger']?.flatMap(({ outputs }) => outputs[0] ?? []).length;
				return `${status}, ${items ?? 'no'} items`;
			})
			.catch((error: unknown) => String(error));
		return { ...seen, retry };
	};

	const cases = kills.flatMap((kill) => kill.moments.map((moment) => [kill.what, moment, kill] as const));
	it.each(cases)(
		'shows what became of a call when it loses %s %s',
		async (what, moment, { members, forGood = false, givenUp = false }) => {
			const name = `killed-${what}-${moment}`.replace(/[^a-z]+/g, '-');
			const { trigger } = calledFlow(name);
			const { id: workflowId } = await stage.publish(flow(name, [trigger, nextNode]));
			const projectId = await readyProject(stage, `https://www.youtube.com/watch?v=${name}`);
			const working = moment === 'while the next node works';
			const waiting = moment === 'while it waits';
			// The run is in the middle of its first question at the time of the kill, between two of them, or in its next node.
			stage.simulator.faults.add({
				on: working ? 'media' : 'query',
				match: { projectId },
				fault: waiting ? { kind: 'status', status: 503 } : slow,
			});
			const idOf = async () => (await stage.client.listExecutions(workflowId))[0]?.id ?? '';
			expect(await call(stage, webhookPath(trigger), { body: callFor(projectId) })).toBe(200);
			if (waiting || moment === 'while it asks the service') {
				await until(() => questionsFor(stage, projectId).length > 0);
			}
			if (working) await until(() => stage.simulator.faults.pending.every(({ on }) => on !== 'media'));
			const dying = await members(idOf);
			await Promise.all(dying.map((member) => member.kill()));
			const restart = async () => {
				for (const member of dying) rmSync(journalOf(member), { force: true });
				await Promise.all(dying.map((member) => member.restart()));
			};
			if (!forGood) await restart();
			const seen = await observe(workflowId, await idOf(), projectId).finally(async () => {
				if (forGood) await restart();
			});
			const questions = questionsFor(stage, projectId).length;
			process.stdout.write(`${what} ${moment}: ${JSON.stringify({ ...seen, questions })}\n`);
			expect(seen.runs).toBe(1);
			if (!givenUp) {
				expect(seen.named).toBe(true);
				expect(seen.complete || /^success, [1-9]/.test(seen.retry)).toBe(true);
				return;
			}
			expect(seen.status).toBe('error');
			const known = (await stage.client.listExecutions(workflowId)).length;
			expect(await call(stage, webhookPath(trigger), { body: callFor(projectId) })).toBe(200);
			const [again] = await stage.client.waitForExecutionsOf(workflowId, known + 1);
			process.stdout.write(`called again: ${clipsOf(again).length} items\n`);
			expect(again !== undefined && (await complete(again, projectId))).toBe(!working);
		},
	);

	it('takes calls again', async () => {
		const { path, workflow } = await publishCalled(stage, 'after-kills');
		const projectId = await readyProject(stage, 'https://www.youtube.com/watch?v=after-kills');
		expect(await call(stage, path, { body: callFor(projectId) })).toBe(200);
		const executions = await stage.client.waitForExecutionsOf(workflow.id, 1);
		for (const execution of executions) expect(await complete(execution, projectId)).toBe(true);
	});
}
