import { ADVICE } from '../../../nodes/Clip/problems/advice';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callWithoutExecution } from '../bench/harness';
import { credentialFor, logged, MINUTE, useBench, YOUTUBE } from '../bench/support';

const byModel = "={{ $fromAI('videoUrl', 'The link of the video', 'string') }}";

describe("As a tool of n8n's own Agents, which call it outside of any execution", () => {
	const bench = useBench();
	const call = async (parameters: INodeParameters, said: IDataObject = {}) =>
		await callWithoutExecution(parameters, credentialFor(bench.simulator()), said);
	/** What the model is told of a call that works. */
	const told = async (parameters: INodeParameters, said?: IDataObject) => {
		const answer = await call(parameters, said);
		if ('error' in answer) throw new TypeError(answer.error);
		return answer.items.map(({ json }) => json);
	};
	/** What it is told of one that fails. */
	const complaint = async (parameters: INodeParameters, said?: IDataObject) => {
		const answer = await call(parameters, said);
		if ('items' in answer) throw new TypeError(JSON.stringify(answer.items));
		return answer.error;
	};

	it('Create submits the link that the model gives, and tells the project', async () => {
		const [project, ...more] = await told({ operation: 'create', videoUrl: byModel }, { videoUrl: YOUTUBE });
		expect(bench.bodies()).toEqual([expect.objectContaining({ videoUrl: YOUTUBE })]);
		expect(project).toMatchObject({ projectId: bench.ids()[0], status: 'processing' });
		expect(more).toEqual([]);
	});

	it('Create waits for the clips where it is told to', async () => {
		const parameters = { operation: 'create', videoUrl: YOUTUBE, waitForClips: true };
		const [project] = await told(parameters);
		expect(project).toMatchObject({ projectId: bench.ids()[0], status: 'ready', clips: expect.any(Array) });
	});

	it('Wait waits, and Get gives the clips or the status, whatever it does if they are not ready', async () => {
		const projectId = await bench.project();
		const get = { operation: 'get', projectId };
		expect(await told(get)).toEqual([{ projectId, status: 'processing' }]);
		expect(await complaint({ ...get, options: { ifNotReady: 'error' } })).toContain(projectId);
		expect(await told({ operation: 'wait', projectId })).toEqual([
			expect.objectContaining({ projectId, status: 'ready' }),
		]);
		const clips = await told({ ...get, options: { ifNotReady: 'wait' } });
		expect(clips.length).toBeGreaterThan(3);
		expect(await told({ ...get, filters: { limit: 2 } })).toHaveLength(2);
	});

	it('Create does not pay again where it is unknown whether the project was created, and says so', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		const message = await complaint({ operation: 'create', videoUrl: YOUTUBE });
		expect(message).toContain(ADVICE.caller.ifUnknown);
		expect(message).not.toMatch(/retry|execution/i);
		expect(await complaint({ operation: 'create', videoUrl: YOUTUBE })).toContain(ADVICE.caller.ifUnknown);
		expect(bench.paid()).toHaveLength(1);
	});

	it('two calls at once, and another later, get the same project, which is paid once', async () => {
		const create = { operation: 'create', videoUrl: YOUTUBE };
		const both = await Promise.all([told(create), told(create)]);
		const given = [...both, await told(create)].map(([item]) => [item?.projectId, item?.reused]);
		expect(given).toEqual([false, true, true].map((reused) => [bench.ids()[0], reused]));
		expect(bench.paid()).toHaveLength(1);
	});

	it('Create that waits for a project which fails says that another call pays again', async () => {
		const videoUrl = 'https://youtu.be/sim-clipping-fails';
		const message = await complaint({ operation: 'create', videoUrl, waitForClips: true });
		expect(message).not.toMatch(/retry/i);
		expect(message).toContain(bench.ids()[0]);
	});

	it('the log names the project, and no execution', async () => {
		const lines = logged('info');
		await told({ operation: 'create', videoUrl: YOUTUBE });
		expect(lines).toContainEqual(expect.stringContaining(`Created project ${bench.ids()[0] ?? '-'}`));
		expect(lines.join()).not.toContain('undefined');
		expect(lines).toContain(`Submitting ${YOUTUBE} (no execution, node "Clip", item 0)`);
	});

	it('a wait ends after Max Wait, although nobody can stop it', async () => {
		const projectId = await bench.project({ videoUrl: 'https://youtu.be/sim-endless' });
		const began = Date.now();
		const message = await complaint({ operation: 'wait', projectId, options: { maxWait: 5 } });
		expect(message).toContain(projectId);
		expect(Date.now() - began).toBeLessThan(7 * MINUTE);
	});
});
