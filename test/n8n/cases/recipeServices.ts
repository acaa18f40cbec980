import { itemsOf, type Execution, type Workflow } from '../../../tools/host';
import type { Call, Reply } from '../../../tools/receivers';
import { example, fetched, hurried, servedFile, type RecipeBed } from '../../../tools/beds/recipeBed';
import { postsOf, uploadPostsOf } from '../../../tools/beds/recipePlatforms';
import { ended } from './durableRuns';

/** The recipes with publishing services, and their real community nodes. */
export function serviceCases(bed: RecipeBed): void {
	const uploadPost = example('one-video-to-upload-post.json');
	const blotato = hurried(example('one-video-to-blotato.json'));
	const first = new Map<Workflow, Execution>();
	/** What the first runs have called, and told. */
	let calls: Call[] = [];
	let toldAtFirst: string[] = [];
	const told = () => bed.receivers.notices.map((body) => JSON.stringify(body));

	beforeAll(async () => {
		const before = { calls: bed.recorder.calls.length, told: told().length };
		const started = [uploadPost, blotato].map(async (workflow) => {
			const saved = await bed.publish(workflow);
			first.set(workflow, await ended(bed, (await bed.client.runWorkflow(saved.id, 'Start')) ?? ''));
		});
		await Promise.all(started);
		calls = bed.recorder.calls.slice(before.calls);
		toldAtFirst = told().slice(before.told);
	});

	const clipsOf = (workflow: Workflow) => {
		const execution = first.get(workflow);
		expect([execution?.status, execution?.error]).toEqual(['success', undefined]);
		return execution === undefined ? [] : itemsOf(execution, 'Get Best Clips');
	};
	/** Runs the same workflow with another video that is ready at once: Create does not wait for it. */
	const again = async (workflow: Workflow): Promise<Execution> => {
		bed.simulator.configure({ processingSeconds: 0 });
		const nodes = workflow.nodes.map((one) =>
			one.name === 'Create Clips' ? { ...one, parameters: { ...one.parameters, waitForClips: false } } : one,
		);
		const saved = await bed.publish({ ...workflow, nodes });
		return await ended(bed, (await bed.client.runWorkflow(saved.id, 'Start')) ?? '');
	};

	it('Upload-Post gets the very files of the three best clips, each in an execution of its own', async () => {
		const clips = clipsOf(uploadPost);
		const files = await Promise.all(clips.map(servedFile));
		expect(files).toHaveLength(3);
		const uploads = await uploadPostsOf(calls);
		expect(uploads.map(({ file }) => file)).toEqual(files);
		for (const [index, { platforms, about }] of uploads.entries()) {
			expect(platforms).toEqual(['youtube', 'tiktok']);
			expect(about).toMatchObject({
				user: 'my-profile',
				title: clips[index]?.json.title,
				privacyStatus: 'private',
				privacy_level: 'SELF_ONLY',
			});
		}
		expect(toldAtFirst.filter((text) => text.includes('Not posted'))).toEqual([]);
	});

	it.each<[string, Reply, RegExp]>([
		[
			'one platform of two has failed, though it says success',
			{
				json: {
					success: true,
					status: 'completed',
					results: { youtube: { success: true }, tiktok: { success: false, error: 'token expired' } },
				},
			},
			/tiktok: token expired. Posted on: youtube/,
		],
		[
			'it does not say what came of it',
			{ json: { success: true, message: 'queued' } },
			/Unknown whether it is posted, look there: queued/,
		],
		[
			'it answers with an error',
			{ status: 500, json: { message: 'down' } },
			/was not able to process your request/,
		],
	])('where %s, each clip is told as not posted, and all are tried', async (_name, reply, reason) => {
		const before = told().length;
		bed.play('api.upload-post.com', reply);
		const execution = await again(uploadPost);
		bed.play('api.upload-post.com', undefined);
		expect(execution.status).toBe('success');
		const texts = told().slice(before);
		expect(texts).toHaveLength(3);
		for (const text of texts) expect(text).toMatch(reason);
	});

	it('Blotato gets links to the files of the three best clips, and is asked until they are published', async () => {
		const clips = clipsOf(blotato);
		const posts = postsOf(calls).filter(({ platform }) => platform === 'blotato');
		const files = await Promise.all(posts.map(async ({ file }) => await fetched(file)));
		expect(files).toEqual(await Promise.all(clips.map(servedFile)));
		for (const [index, { about }] of posts.entries()) {
			expect(about).toMatchObject({
				accountId: '12345',
				text: expect.stringContaining(String(clips[index]?.json.title)),
				target: { targetType: 'tiktok', privacyLevel: 'SELF_ONLY' },
			});
		}
		const asked = calls.filter(
			({ method, url }) => method === 'GET' && url.pathname.startsWith('/v2/posts/'),
		);
		expect(asked).toHaveLength(6);
	});

	it('a clip that Blotato takes and cannot post is told, with its reason', async () => {
		const before = told().length;
		const failed = { status: 'failed', errorMessage: 'TikTok wants a login' };
		bed.play('backend.blotato.com', { json: { postSubmissionId: 'one', ...failed } });
		await again(blotato);
		bed.play('backend.blotato.com', undefined);
		const texts = told().slice(before);
		expect(texts).toHaveLength(3);
		for (const text of texts) expect(text).toContain('TikTok wants a login');
	});
}
