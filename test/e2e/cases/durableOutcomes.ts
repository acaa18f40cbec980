import { itemsOf } from '../../host';
import type { FaultInput } from '../../simulator';
import { fields } from '../flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { connect, creating, ended, marked, projectOf, questionsFor } from './durableRuns';

/** What passes: each of these answers the first question. */
const passing: Record<string, FaultInput['fault']> = {
	'a connection that breaks': { kind: 'reset' },
	'status 503': { kind: 'status', status: 503, body: 'busy' },
	'status 429': { kind: 'status', status: 429, body: 'slow down', headers: { 'Retry-After': '30' } },
	'code 4003': { kind: 'code', code: 4003, errMsg: 'too many requests' },
	'a web page': { kind: 'body', body: '<html>maintenance</html>', contentType: 'text/html' },
	'half a body': { kind: 'cut', afterBytes: 20 },
};

/** What becomes of several projects that end each in their own way. */
export const outcomeCases = (stage: Stage): Cases => {
	const three = ['good', 'sim-clipping-fails', 'sim-slow'];

	return {
		'a failed project among others ends the run with an error that names all of them': async () => {
			const id = await stage.start(creating('stops', three));
			const execution = await ended(stage, id);
			const [ready, failed, slow] = [0, 1, 2].map((index) => projectOf(stage, `stops-${index}`));
			expect(execution.status).toBe('error');
			expect(execution.error?.node).toBe('Create');
			expect(execution.error?.message).toContain('[item 1]');
			const text = `${execution.error?.message ?? ''} ${execution.error?.description ?? ''}`;
			for (const projectId of [ready, failed, slow]) expect(text).toContain(projectId);
			// It was final: nobody waited for the slow one.
			expect(questionsFor(stage, failed ?? '')).toHaveLength(1);
			expect(questionsFor(stage, slow ?? '')).toHaveLength(1);
		},

		'"Continue" gives each item its own outcome, in order': async () => {
			const settings = { onError: 'continueRegularOutput' };
			const id = await stage.start(creating('continues', three, {}, settings));
			const execution = await ended(stage, id);
			expect(execution.error).toBeUndefined();
			const [ready, failed, slow] = [0, 1, 2].map((index) => projectOf(stage, `continues-${index}`));
			expect(itemsOf(execution, 'Create')).toMatchObject([
				{ json: { projectId: ready, status: 'ready' }, pairedItem: { item: 0 } },
				{
					json: { error: expect.any(String), details: { projectId: failed, code: '4002' } },
					pairedItem: { item: 1 },
				},
				{ json: { projectId: slow, status: 'ready' }, pairedItem: { item: 2 } },
			]);
			expect(questionsFor(stage, failed ?? '')).toHaveLength(1);
		},

		'"Continue (using error output)" parts the failed item from the others': async () => {
			let workflow = creating('parts', three, {}, { onError: 'continueErrorOutput' });
			const failures = fields('Failures', { label: "={{ $('Videos').item.json.label }}" });
			workflow = { ...workflow, nodes: [...workflow.nodes, marked('Post'), failures] };
			workflow = connect(connect(workflow, 'Create', 'Post'), 'Create', 'Failures', 1);
			const execution = await ended(stage, await stage.start(workflow));
			expect(execution.error).toBeUndefined();
			const [ready, failed, slow] = [0, 1, 2].map((index) => projectOf(stage, `parts-${index}`));
			expect(itemsOf(execution, 'Create', 1)).toMatchObject([
				{ json: { details: { projectId: failed, code: '4002' } } },
			]);
			expect(itemsOf(execution, 'Failures').map(({ json }) => json)).toEqual([{ label: 'parts-1' }]);
			expect(itemsOf(execution, 'Post').map(({ json }) => [json.label, json.projectId])).toEqual([
				['parts-0', ready],
				['parts-2', slow],
			]);
		},

		'the time to wait is kept, and its end is an outcome of its own': async () => {
			const settings = { onError: 'continueRegularOutput' };
			const began = Date.now();
			const id = await stage.start(
				creating('endless', ['good', 'sim-endless'], { waitOptions: { maxWait: 2 } }, settings),
			);
			const execution = await ended(stage, id);
			const seconds = (Date.now() - began) / 1000;
			expect(seconds).toBeGreaterThan(119);
			const projectId = projectOf(stage, 'endless-1');
			// The second question comes when the time is over, and no third one follows.
			expect(questionsFor(stage, projectId).length).toBeLessThanOrEqual(2);
			expect(itemsOf(execution, 'Create').map(({ json }) => json)).toMatchObject([
				{ projectId: projectOf(stage, 'endless-0'), status: 'ready' },
				{
					// More on a machine that is late.
					error: expect.stringMatching(
						new RegExp(`Not ready after \\d+ minutes of waiting: project ${projectId}`),
					),
					details: { projectId, outcome: 'timedOut' },
				},
			]);
		},
	};
};

/** What the service may answer meanwhile. */
export const answerCases = (stage: Stage): Cases => {
	const cases: Cases = {
		'"finished, no clips" is ready without clips after a while': async () => {
			const parameters = {
				additionalFields: { keywords: 'moments about sim-nothing' },
				waitOptions: { maxWait: 3 },
			};
			const id = await stage.start(creating('nothing', ['good'], parameters));
			const execution = await ended(stage, id);
			expect(execution.error).toBeUndefined();
			expect(itemsOf(execution, 'Create').map(({ json }) => json)).toMatchObject([
				{ projectId: projectOf(stage, 'nothing-0'), status: 'ready', clipCount: 0, clips: [] },
			]);
			expect(questionsFor(stage, projectOf(stage, 'nothing-0')).length).toBeGreaterThan(1);
		},

		'a refused key ends the wait at once, with the project in the error': async () => {
			stage.simulator.faults.add({
				on: 'query',
				match: { videoUrlIncludes: 'refused-0' },
				times: 9,
				fault: { kind: 'status', status: 401 },
			});
			const execution = await ended(stage, await stage.start(creating('refused', ['good'])));
			const projectId = projectOf(stage, 'refused-0');
			expect(execution.status).toBe('error');
			expect(`${execution.error?.message ?? ''} ${execution.error?.description ?? ''}`).toContain(projectId);
			expect(questionsFor(stage, projectId)).toHaveLength(1);
		},

		'a longer poll interval is kept to': async () => {
			const parameters = { waitOptions: { pollInterval: 100 } };
			const id = await stage.start(creating('patient', ['sim-slow'], parameters));
			const execution = await ended(stage, id);
			expect(execution.error).toBeUndefined();
			const projectId = projectOf(stage, 'patient-0');
			const submittedAt = stage.submissionsOf('patient-0/')[0]?.at ?? 0;
			const times = [submittedAt, ...questionsFor(stage, projectId)];
			for (const [index, at] of times.slice(1).entries()) {
				expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(99_900);
			}
		},
	};

	for (const [index, [what, fault]] of Object.entries(passing).entries()) {
		const mark = `passing-${index}`;
		cases[`${what} in place of an answer is ridden out`] = async () => {
			stage.simulator.faults.add({ on: 'query', match: { videoUrlIncludes: `${mark}-0` }, fault });
			const execution = await ended(stage, await stage.start(creating(mark, ['good'])));
			expect(execution.error).toBeUndefined();
			const projectId = projectOf(stage, `${mark}-0`);
			expect(itemsOf(execution, 'Create').map(({ json }) => json)).toMatchObject([
				{ projectId, status: 'ready' },
			]);
			const [first = 0, second = 0, ...more] = questionsFor(stage, projectId);
			expect(second - first).toBeGreaterThanOrEqual(30_000);
			expect(more).toEqual([]);
		};
	}
	return cases;
};

/** The runs above that ask in rounds only: no Get asks after them. */
const onlyRounds = /\/(stops|continues|parts|endless|nothing|patient|passing-\d)-\d\//;

/** Checks that no project of the runs above was asked for more than once in a round. */
export function expectPoliteness(stage: Stage): void {
	const own = stage.simulator.ledger.filter(({ rawBody }) => onlyRounds.test(rawBody));
	expect(own.length).toBeGreaterThan(15);
	for (const { projectId } of own) {
		const times = questionsFor(stage, projectId ?? '');
		const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(Math.min(...gaps, Infinity)).toBeGreaterThanOrEqual(30_000);
	}
}
