/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { Stage } from '../stage';
import { call, type Called, clipsOf, countClips, publishCalled, readyProject } from './triggerCalls';
import { forgedBodies } from './triggerForgedBodies';
import { type Forged, forgedCallers, foreignProject } from './triggerForgedCallers';

const forgedKinds = [...forgedCallers, ...forgedBodies];

/** What came of the calls of a kind. */
interface Outcome {
	kind: string;
	calls: number;
	statuses: string;
	executions: number;
	failed: number;
	items: number;
	questions: number;
}

const expected = ({ kind, status, runs, calls }: Forged): Outcome => ({
	kind,
	calls: calls.length,
	statuses: String(status),
	executions: runs ? calls.length : 0,
	failed: 0,
	items: 0,
	questions: runs ? calls.length : 0,
});

/** Calls that somebody else than the service makes. */
export function forgedCases(stage: Stage): void {
	const published = new Map<string, Called>();

	/** The requests since a moment about projects that nobody submitted: other cases may wait for theirs meanwhile. */
	const strangeRequests = (from: number) => {
		const known = new Set(stage.simulator.ledger.map(({ projectId }) => projectId));
		return stage.simulator.requests
			.slice(from)
			.filter(({ method, path }) => method === 'GET' && !known.has(path.replace(/^.*\//, '')));
	};

	const make = async ({ kind, secret, calls, runs }: Forged): Promise<Outcome> => {
		const from = stage.simulator.requests.length;
		const id = `forged-${kind.replace(/[^a-z0-9]+/gi, '-')}`;
		const called = await publishCalled(stage, id, secret === undefined ? {} : { secret });
		published.set(kind, called);
		const statuses: number[] = [];
		for (const one of calls) statuses.push(await call(stage, called.path, one));
		const taken = runs ? statuses.filter((status) => status === 200).length : 0;
		const ended = await stage.client.waitForExecutionsOf(called.workflow.id, taken);
		return {
			kind,
			calls: calls.length,
			statuses: [...new Set(statuses)].join(' '),
			executions: (await stage.client.listExecutions(called.workflow.id)).length,
			failed: ended.filter(({ status }) => status !== 'success').length,
			items: ended.flatMap(clipsOf).length,
			questions: strangeRequests(from).length,
		};
	};

	it('makes nothing of a hundred forged calls but a run without items, and one question to the service at most', async () => {
		stage.simulator.faults.add({
			on: 'query',
			times: 100,
			match: { projectId: foreignProject },
			fault: { kind: 'code', code: -1000, errMsg: 'no permission' },
		});
		const outcomes: Outcome[] = [];
		for (const kind of forgedKinds) outcomes.push(await make(kind));
		const rows = outcomes.map((outcome) => Object.values(outcome).join(' | '));
		process.stdout.write(`${rows.join('\n')}\n`);
		// Calls for the same project at the same time are asked for once.
		const allowed = forgedKinds.map(expected).map((row, index) => {
			const asked = outcomes[index]?.questions ?? 0;
			return { ...row, questions: asked > 0 ? Math.min(asked, row.questions) : row.questions };
		});
		expect(outcomes).toEqual(allowed);
		expect(outcomes.length).toBeGreaterThanOrEqual(20);
		expect(outcomes.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThanOrEqual(100);
	});

	it('has started nothing for them later, either', async () => {
		for (const { kind, calls, runs } of forgedKinds) {
			const id = published.get(kind)?.workflow.id ?? '';
			const states = (await stage.client.listExecutions(id)).map(({ status }) => status);
			expect([kind, states]).toEqual([kind, runs ? calls.map(() => 'success') : []]);
		}
	});

	it("gives out the service's own clips and links, whatever a call says of a project that exists", async () => {
		const { path, workflow } = await publishCalled(stage, 'forged-links');
		const projectId = await readyProject(stage, 'https://www.youtube.com/watch?v=forged-links');
		const evil = {
			videoUrl: 'https://evil.example/clip.mp4',
			title: 'evil',
			clipEditorUrl: 'https://evil.example',
		};
		const from = stage.simulator.requests.length;
		for (const videos of [
			[{ ...evil, videoId: 1 }],
			[],
			[{ ...evil, videoId: 2, viralScore: '99' }],
			'evil',
		]) {
			const body = {
				code: 2000,
				projectId,
				projectName: 'evil',
				shareLink: 'https://evil.example',
				videos,
			};
			expect(await call(stage, path, { body: JSON.stringify(body) })).toBe(200);
		}
		const runs = await stage.client.waitForExecutionsOf(workflow.id, 4);
		expect(runs.map(({ status }) => status)).toEqual(Array(4).fill('success'));
		const clips = runs.flatMap(clipsOf);
		expect(clips.length).toBeGreaterThanOrEqual(4);
		for (const { videoUrl } of clips) {
			expect(String(videoUrl).startsWith(`${stage.simulator.origin}/media/`)).toBe(true);
		}
		expect(new Set(countClips(runs).values())).toEqual(new Set([1]));
		expect(JSON.stringify(runs)).not.toContain('evil');
		const questions = stage.simulator.requests
			.slice(from)
			.filter((one) => one.path.endsWith(`/${projectId}`));
		expect(questions.length).toBeGreaterThanOrEqual(1);
		expect(questions.length).toBeLessThanOrEqual(4);
	});
}
