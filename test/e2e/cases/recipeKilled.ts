import { until } from '../../host';
import { alsoCalled, episode, hoursAgo, type Podcast } from '../podcast';
import type { Row } from '../tables';
import { ended, startByWebhook } from './durableRuns';

/** The recipe, when n8n is killed in an upload and in a submission. */
export function killedRecipeCases(podcast: Podcast): void {
	const { bed, clip, post } = podcast;
	const counts = async () => await podcast.counts();
	const submitting = alsoCalled(clip, 'New Episodes');
	const posting = alsoCalled(post, 'Due Clip');
	/** The same, with a setting that its note says to leave alone. */
	const keeping = {
		...alsoCalled({ ...post, name: 'Keeping' }, 'Due Clip'),
		settings: { executionOrder: 'v1', saveExecutionProgress: true },
	};
	let uploading: Row | undefined;
	let next: Row | undefined;
	let kept: Row | undefined;
	let submission = '';
	let upload = '';
	let keptUpload = '';

	beforeAll(async () => {
		bed.receivers.showVideos([episode('seven', 0)]);
		await podcast.run(clip);
		[uploading, next, kept] = await podcast.clips(null);
		bed.play('www.googleapis.com', { hang: true });
		bed.simulator.faults.add({ on: 'create', phase: 'after', fault: { kind: 'hang' } });
		const calls = bed.recorder.calls.length;
		await podcast.due(kept?.id ?? 0);
		keptUpload = await startByWebhook(bed, await bed.publish(keeping));
		await until(() => bed.recorder.calls.length === calls + 1);
		await podcast.due(uploading?.id ?? 0);
		upload = await startByWebhook(bed, await bed.publish(posting));
		submission = await startByWebhook(bed, await bed.publish(submitting));
		await until(() => bed.recorder.calls.length === calls + 2 && bed.simulator.faults.pending.length === 0);
		await bed.host.n8n.kill();
		bed.play('www.googleapis.com', undefined);
		await bed.host.restart();
	});

	it('the clip is not posted again, not by a Retry either, which takes the next one that is due', async () => {
		const before = await counts();
		await podcast.run(post);
		expect(await counts()).toEqual(before);
		await podcast.due(next?.id ?? 0);
		await ended(bed, await bed.client.retryExecution(upload));
		expect(await counts()).toEqual(before.map((count) => count + 1));
		expect(await podcast.clipOf(next?.id ?? 0)).toMatchObject({ status: 'posted' });
		expect(await podcast.clipOf(uploading?.id ?? 0)).toMatchObject({ status: 'posting', youtube: null });
	});

	it('a Retry posts the clip again where n8n saves the progress of executions, which the note says to leave off', async () => {
		const [onYouTube = 0] = await counts();
		await ended(bed, await bed.client.retryExecution(keptUpload));
		expect((await counts())[0]).toBe(onYouTube + 1);
	});

	it('the episode is not paid for twice, not by a Retry either', async () => {
		await podcast.run(clip);
		await ended(bed, await bed.client.retryExecution(submission));
		expect(podcast.submitted('seven')).toEqual([1]);
		const row = await podcast.episodeOf('Episode seven');
		expect(row?.status).toBe('submitting');
	});

	it('six hours later, both are told as stuck, beside what has failed and how many clips wait', async () => {
		await podcast.changeEpisode('Episode seven', { takenAt: hoursAgo(7) });
		await podcast.change(uploading?.id ?? 0, { takenAt: hoursAgo(7) });
		const lines = await podcast.morning();
		expect(lines[0]).toMatch(/^Clips that wait for you: \d+$/);
		expect(lines).toContainEqual(expect.stringMatching(/^Failed: Episode four\. /));
		expect(lines).toContain(`Stuck, look at execution ${submission}: Episode seven`);
		expect(lines).toContain(`Stuck, look at execution ${upload}: ${String(uploading?.title)}`);
	});

	it('an episode that was paid for in the moment of the kill is found again by its ID', async () => {
		const [paid] = bed.submissionsOf('Episode seven"');
		const { projectId } = paid ?? {};
		await podcast.changeEpisode('Episode seven', { projectId, status: 'clipping' });
		bed.simulator.finish(projectId ?? '');
		await podcast.run(clip);
		const found = await podcast.episodeOf('Episode seven');
		expect(found).toMatchObject({ status: 'ready', cost: 31 });
		expect(Number(found?.clips)).toBeGreaterThan(0);
		expect(podcast.submitted('seven')).toEqual([1]);
	});
}
