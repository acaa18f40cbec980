import type { ToolBed } from '../toolBed';
import { retried, type Order } from '../toolFlows';
import {
	accepted,
	creationUnknown,
	loseAnswers,
	project,
	projectOf,
	refuseOnce,
	submissionsOf,
	videoOf,
} from '../toolOrders';

/**
 * An agent that calls Create.
 *
 * @param typeVersion - of the agent; up to 2 it runs its tools inside itself and at once, from 3 on the engine runs them in a row
 */
export function agentCases(bed: ToolBed, typeVersion: number): void {
	const order = (name: string) => ({ videoUrl: videoOf(`agent-${typeVersion}-${name}`) });
	const idsOf = (video: Order) => submissionsOf(bed, video);

	it('submits a video once, and tells its project', async () => {
		const video = order('plain');
		const [told] = await bed.ask([[[video]]], { typeVersion, tool: retried });
		expect(idsOf(video)).toEqual([accepted]);
		expect(told).toEqual([project(idsOf(video)[0])]);
	});

	it('takes the link from the model in a tool that was just added, and does not wait', async () => {
		const video = order('fresh');
		const parameters = { submissionOptions: { submissionsPerMinute: 600 } };
		const [told] = await bed.ask([[[{ Video_URL: video.videoUrl }]]], { typeVersion, tool: { parameters } });
		expect(idsOf(video)).toEqual([accepted]);
		expect(told).toEqual([project(idsOf(video)[0])]);
	});

	it('submits it anew in another execution', async () => {
		const video = order('executions');
		const [first] = await bed.ask([[[video]]], { typeVersion });
		const [second] = await bed.ask([[[video]]], { typeVersion });
		const [one, other, ...more] = idsOf(video);
		expect(more).toEqual([]);
		expect([first, second]).toEqual([[project(one)], [project(other)]]);
	});

	describe.each([
		{ how: 'Retry On Fail', name: 'lost', tool: retried },
		{
			how: 'Retry On Fail and Continue On Fail',
			name: 'handed-on',
			tool: { ...retried, onError: 'continueRegularOutput' },
		},
	])('with $how', ({ name, tool }) => {
		it('submits a video whose answer got lost once only, and says that its project is unknown', async () => {
			const video = order(name);
			loseAnswers(bed, video);
			const [told] = await bed.ask([[[video]]], { typeVersion, tool });
			expect(idsOf(video)).toHaveLength(1);
			expect(told).toEqual([creationUnknown]);
		});

		it('says so again when the model asks for that video again', async () => {
			const video = order(`${name}-and-asked-again`);
			loseAnswers(bed, video);
			const [told] = await bed.ask([[[video], [video]]], { typeVersion, tool });
			expect(idsOf(video)).toHaveLength(1);
			expect(told).toEqual([creationUnknown, creationUnknown]);
		});
	});

	it('submits a video again that the service has refused', async () => {
		const video = order('refused');
		refuseOnce(bed, video);
		const [told] = await bed.ask([[[video]]], { typeVersion, tool: retried });
		expect(idsOf(video)).toEqual([null, accepted]);
		expect(told).toEqual([project(idsOf(video)[1])]);
	});

	it('submits videos that the model asks for at once, once each', async () => {
		const [one, other] = [order('at-once-1'), order('at-once-2')];
		const [told] = await bed.ask([[[one, other]]], { typeVersion, tool: retried });
		expect([idsOf(one), idsOf(other)]).toEqual([[accepted], [accepted]]);
		expect(told).toEqual([project(idsOf(one)[0]), project(idsOf(other)[0])]);
	});

	it('tells the right thing of each of them when an answer gets lost and another one is a refusal', async () => {
		const [lost, refused, other] = [order('some-lost'), order('some-refused'), order('some-accepted')];
		loseAnswers(bed, lost);
		refuseOnce(bed, refused);
		const [told] = await bed.ask([[[lost, refused, other]]], { typeVersion, tool: retried });
		expect(idsOf(lost)).toHaveLength(1);
		expect(idsOf(refused)).toEqual([null, accepted]);
		expect(idsOf(other)).toEqual([accepted]);
		expect(told).toEqual([creationUnknown, project(idsOf(refused)[1]), project(idsOf(other)[0])]);
	});

	it.each([
		{ how: 'at once', name: 'twice-at-once', rounds: (video: Order) => [[video, video]] },
		{ how: 'one after the other', name: 'twice', rounds: (video: Order) => [[video], [video]] },
	])('submits a video once that the model asks for twice, $how', async ({ name, rounds }) => {
		const video = order(name);
		const [told] = await bed.ask([rounds(video)], { typeVersion, tool: retried });
		expect(idsOf(video)).toEqual([accepted]);
		expect(told).toEqual([project(idsOf(video)[0]), project(idsOf(video)[0])]);
	});

	it('submits a video once for each different wish', async () => {
		const video = order('wishes');
		const calls = ['pricing', 'jokes'].map((keywords) => ({ ...video, keywords }));
		const [told] = await bed.ask([[calls]], { typeVersion, tool: retried });
		expect(idsOf(video)).toHaveLength(2);
		expect(told).toEqual(calls.map((call) => project(projectOf(bed, call))));
	});
}
