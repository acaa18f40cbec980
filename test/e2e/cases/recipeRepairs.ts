import { credentialFor, until } from '../../host';
import { changed, episode, type Podcast } from '../podcast';
import { ended } from './durableRuns';

/** What the recipe mends by itself, and what it leaves to a person; each case has episodes of its own. */
export function repairCases(podcast: Podcast): void {
	const { bed, clip, post } = podcast;
	const video = (name: string) => ({ videoUrlIncludes: `podcast-${name}` });
	const keep = async (...names: string[]) => {
		bed.receivers.showVideos(names.map((name) => episode(name, 0)));
		await podcast.run(clip);
	};
	const statusOf = async (name: string) => (await podcast.episodeOf(`Episode ${name}`))?.status ?? '';
	/** How many projects each episode has. */
	const paid = (...names: string[]) =>
		names.map(
			(name) => bed.submissionsOf(`Episode ${name}"`).filter(({ projectId }) => projectId !== null).length,
		);
	const toldOf = (name: string) => podcast.told.filter((text) => text.includes(`Episode ${name}\n`));

	it('an episode whose project fails while it is clipped has failed and is told once, by whatever code', async () => {
		const codes = [4004, 4005, 4007, 4008, 4009, 4010];
		const names = codes.map((code) => `code-${code}`);
		await keep(...names);
		await podcast.run(clip);
		await podcast.run(clip);
		expect(podcast.submitted(...names)).toEqual(codes.map(() => 1));
		for (const code of codes) {
			const fault = { kind: 'code', code, errMsg: 'broken off' } as const;
			bed.simulator.faults.add({ on: 'query', match: video(`code-${code}`), fault });
		}
		await podcast.run(clip);
		await podcast.run(clip);
		expect(await Promise.all(names.map(statusOf))).toEqual(codes.map(() => 'failed'));
		expect(names.map((name) => toldOf(name).length)).toEqual(codes.map(() => 1));
	});

	it.each([
		['cannot be reached', { baseUrl: 'http://127.0.0.1:1/service' }, []],
		['does not take the key', { apiKey: 'gone' }, []],
		['has no minutes left', {}, [{ kind: 'code', code: 4007, errMsg: 'no minutes' }]],
	] as const)(
		'an episode is submitted by itself when a service that %s is back, and paid for once',
		async (what, changes, faults) => {
			const [name = ''] = what.split(' ').slice(-1);
			const both = [name, `${name}-too`];
			await keep(...both);
			const { id } = await bed.savedCredential();
			const right = credentialFor(bed.simulator);
			await bed.client.updateCredential(id, { ...right, data: { ...right.data, ...changes } });
			for (const fault of faults)
				bed.simulator.faults.add({ on: 'create', times: 50, match: video(name), fault });
			await podcast.run(clip);
			bed.simulator.faults.clear();
			await bed.client.updateCredential(id, right);
			expect([await Promise.all(both.map(statusOf)), paid(...both)]).toEqual([
				['', ''],
				[0, 0],
			]);
			const row = await podcast.episodeOf(`Episode ${name}`);
			const lines = (await podcast.morning()).filter((line) => line.includes(String(row?.problem)));
			expect([String(row?.problem).length > 0, lines.length]).toEqual([true, 1]);
			await podcast.run(clip);
			await podcast.run(clip);
			expect([await Promise.all(both.map(statusOf)), paid(...both)]).toEqual([
				['clipping', 'clipping'],
				[1, 1],
			]);
		},
	);

	it('an episode of which nobody knows whether it was created is unknown, told once, and left alone', async () => {
		await keep('unknown');
		bed.simulator.faults.add({
			on: 'create',
			phase: 'after',
			match: video('unknown'),
			fault: { kind: 'reset' },
		});
		for (let tick = 0; tick < 3; tick += 1) await podcast.run(clip);
		expect(paid('unknown')).toEqual([1]);
		expect(podcast.submitted('unknown')).toEqual([1]);
		expect([await statusOf('unknown'), toldOf('unknown').length]).toEqual(['unknown', 1]);
		expect((await podcast.morning()).filter((line) => line.includes('Episode unknown'))).toHaveLength(1);
	});

	it('the ID of an episode that is paid for is noted before a chat hangs that is told of another one', async () => {
		await keep('refused', 'paid');
		const fault = { kind: 'code', code: 4005, errMsg: 'too short' } as const;
		bed.simulator.faults.add({ on: 'create', match: video('refused'), fault });
		const tellMe = clip.nodes.find(({ name }) => name === 'Tell Me')?.parameters;
		bed.play('www.googleapis.com', { hang: true });
		const calls = bed.recorder.calls.length;
		const execution = await podcast.start(
			changed({ ...clip, name: 'Chat hangs' }, 'Tell Me', {
				parameters: { ...tellMe, url: 'https://www.googleapis.com/chat' },
			}),
		);
		await until(() => bed.recorder.calls.length > calls);
		expect([await statusOf('paid'), await statusOf('refused')]).toEqual(['clipping', 'failed']);
		await ended(bed, execution);
		bed.play('www.googleapis.com', undefined);
		expect(podcast.submitted('paid', 'refused')).toEqual([1, 1]);
	});

	it('a clip is posted though the publishing service cannot say how it is, seven times', async () => {
		podcast.finish();
		await podcast.run(clip);
		const [row] = await podcast.clips(null);
		await podcast.due(row?.id ?? 0);
		let asked = 0;
		bed.play('api.upload-post.com', ({ url }) =>
			url.pathname.endsWith('/status') && (asked += 1) <= 7 ? { status: 500 } : undefined,
		);
		await podcast.run(post);
		bed.play('api.upload-post.com', undefined);
		expect(asked).toBe(8);
		expect(await podcast.clipOf(row?.id ?? 0)).toMatchObject({ status: 'posted' });
	});
}
