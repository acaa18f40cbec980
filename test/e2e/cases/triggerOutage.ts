/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import {
	credentialFor,
	explainFailure,
	saveCredential,
	untilFound,
	webhookPath,
	withCredential,
	type Execution,
} from '../../host';
import type { FaultInput } from '../../simulator';
import { openGate } from '../gate';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { ended, projectAt, questionsFor } from './durableRuns';
import { call, calledFlow, callFor, type Called, clipsOf, readyProject } from './triggerCalls';

/** How long the service is down, in milliseconds. */
const down = 120_000;

/** How often an execution asks within that time, more slowly each time: after 0, 10, 20, 30, 45, 67 and 101 s, or a little later. */
const questionsWhileDown = 7;

/** Calls after which the service cannot be asked for minutes; all of them at the same time. */
export function outageCases(stage: Stage): Cases {
	/** Publishes a workflow whose credential leads through a door of its own, which can be closed. */
	const behindDoor = async (id: string, options: Record<string, unknown> = {}) => {
		const { port } = new URL(stage.simulator.origin);
		let door = await openGate(Number(port));
		const { port: own } = door;
		const baseUrl = stage.simulator.baseUrl.replace(`:${port}`, `:${own}`);
		const plain = { ...credentialFor({ ...stage.simulator, baseUrl }), name: id };
		const credential = await saveCredential(stage.client, plain);
		const { trigger, workflow } = calledFlow(id, options);
		const saved = await stage.client.createWorkflow(withCredential(workflow, credential));
		await stage.client.activateWorkflow(saved);
		return {
			called: { workflow: saved, trigger, path: webhookPath(trigger) },
			close: async () => await door.close(),
			open: async () => {
				door = await openGate(Number(port), own);
			},
		};
	};

	const publish = async (id: string, options: Record<string, unknown> = {}): Promise<Called> => {
		const { trigger, workflow } = calledFlow(id, options);
		return { workflow: await stage.publish(workflow), trigger, path: webhookPath(trigger) };
	};

	/** The run that came after so many others. */
	const runAfter = async (known: number, workflowId: string) =>
		await untilFound(
			async () => (await stage.client.listExecutions(workflowId)).at(-1 - known),
			() => 'The call started no run.',
			500,
		);

	/** Calls, and returns the id of the only run that follows. */
	const callOnce = async ({ path, workflow }: Called, projectId: string): Promise<string> => {
		expect(await call(stage, path, { body: callFor(projectId) })).toBe(200);
		const { id, status } = await runAfter(0, workflow.id);
		// The call did not wait for what the service says, which takes a minute or more in each case here.
		expect(['new', 'running']).toContain(status);
		return id;
	};

	const expectAllClips = async (execution: Execution, projectId: string) => {
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		const clips = clipsOf(execution);
		expect(clips).toHaveLength((await projectAt(stage, projectId))?.clipCount ?? -1);
		expect(new Set(clips.map((clip) => clip.projectId))).toEqual(new Set([projectId]));
	};

	const report = (what: string, since: number, projectId: string) => {
		const times = questionsFor(stage, projectId).map((at) => Math.round((at - since) / 1000));
		process.stdout.write(
			`${what}: asked after ${times.join(', ')} s, ended after ${Math.round((Date.now() - since) / 1000)} s\n`,
		);
	};

	/** A service that answers, but nothing of use, for two minutes. */
	const answersOnly = (name: string, fault: FaultInput['fault']) => async () => {
		const id = `outage-${name}`;
		const called = await publish(id);
		const projectId = await readyProject(stage, `https://www.youtube.com/watch?v=${id}`);
		stage.simulator.faults.add({ on: 'query', times: questionsWhileDown, match: { projectId }, fault });
		const since = Date.now();
		const execution = await ended(stage, await callOnce(called, projectId));
		report(name, since, projectId);
		await expectAllClips(execution, projectId);
		expect(Date.now() - since).toBeGreaterThan(down);
		expect(questionsFor(stage, projectId)).toHaveLength(questionsWhileDown + 1);
	};

	return {
		'gives out the clips after two minutes of HTTP 503': answersOnly('503', { kind: 'status', status: 503 }),
		'gives out the clips after two minutes of HTTP 429': answersOnly('429', { kind: 'status', status: 429 }),
		'gives out the clips after two minutes of code 4003': answersOnly('4003', {
			kind: 'code',
			code: 4003,
			errMsg: 'too many requests',
		}),
		'gives out the clips after two minutes of broken connections': answersOnly('reset', { kind: 'reset' }),
		'gives out the clips after two minutes of a proxy that answers in HTML': answersOnly('html', {
			kind: 'status',
			status: 502,
			body: '<html>Bad Gateway</html>',
			headers: { 'content-type': 'text/html' },
		}),

		'gives out the clips after two minutes in which nobody listened': async () => {
			const { called, close, open } = await behindDoor('outage-refused');
			const projectId = await readyProject(stage, 'https://www.youtube.com/watch?v=outage-refused');
			await close();
			const since = Date.now();
			const id = await callOnce(called, projectId);
			// Down for at least so long; longer changes nothing.
			await pause(since + down - Date.now());
			expect((await stage.client.getExecution(id)).status).toBe('running');
			expect(questionsFor(stage, projectId)).toEqual([]);
			await open();
			const execution = await ended(stage, id);
			report('refused', since, projectId);
			await close();
			await expectAllClips(execution, projectId);
		},

		'fails with the project when the service is down for longer than Max Wait, and its Retry asks again':
			async () => {
				const { called, close, open } = await behindDoor('outage-too-long', { maxWait: 1 });
				const projectId = await readyProject(stage, 'https://www.youtube.com/watch?v=outage-too-long');
				await close();
				const since = Date.now();
				const execution = await ended(stage, await callOnce(called, projectId));
				process.stdout.write(
					`down for too long: failed after ${Math.round((Date.now() - since) / 1000)} s\n${explainFailure(execution)}\n`,
				);
				expect(execution.status).toBe('error');
				expect(execution.error?.node).toBe('Clip Trigger');
				expect(explainFailure(execution)).toContain(projectId);
				expect(explainFailure(execution)).toContain(`{"projectId":"${projectId}"}`);
				await open();
				const retried = await ended(stage, await stage.client.retryExecution(execution.id));
				await expectAllClips(retried, projectId);
				// These clips have come out.
				const known = (await stage.client.listExecutions(called.workflow.id)).length;
				expect(await call(stage, called.path, { body: callFor(projectId) })).toBe(200);
				const again = await ended(stage, (await runAfter(known, called.workflow.id)).id);
				await close();
				expect([again.status, clipsOf(again)]).toEqual(['success', []]);
			},

		'gives out the clips of a call that came before the service shows them': async () => {
			const called = await publish('outage-early');
			const projectId = await stage.submit('https://www.youtube.com/watch?v=outage-early&sim-slow');
			const since = Date.now();
			const execution = await ended(stage, await callOnce(called, projectId));
			report('called too early', since, projectId);
			await expectAllClips(execution, projectId);
			expect(questionsFor(stage, projectId).length).toBeGreaterThan(1);
		},

		'ends without items for a project without clips': async () => {
			const called = await publish('outage-empty');
			const projectId = await readyProject(stage, 'https://www.youtube.com/watch?v=outage-empty');
			stage.simulator.faults.add({
				on: 'query',
				times: 100,
				match: { projectId },
				fault: { kind: 'body', body: `{"code":2000,"projectId":${projectId},"videos":[]}` },
			});
			const since = Date.now();
			const execution = await ended(stage, await callOnce(called, projectId));
			report('no clips', since, projectId);
			expect([execution.status, clipsOf(execution)]).toEqual(['success', []]);
		},
	};
}
