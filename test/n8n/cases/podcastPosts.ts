import { until } from '../../../tools/host';
import type { Call, Reply } from '../../../tools/receivers';
import type { Podcast } from '../podcast';
import { chosen, cleaned, type Choice } from '../podcastCases';
import type { Row } from '../../../tools/beds/tables';

/** What can go wrong on the way from an approved clip to the platforms, whose ledger says what was posted. */
export function podcastPosts(podcast: Podcast, choice?: Choice): void {
	const { bed } = podcast;
	const test = chosen(choice);
	cleaned(podcast);

	const rowOf = async (row: Row | undefined) =>
		(await podcast.rows('clips')).find(({ id }) => id === row?.id);
	/** Approves clips of an episode, and gives them, the first to be posted first. */
	const approved = async (name: string, count = 1): Promise<Row[]> => {
		const rows = (await podcast.clipsOf(name)).slice(0, count);
		await podcast.approveAll(rows);
		return rows;
	};
	/** How often a platform has a clip, and whether any other video came twice. */
	const postsOf = async (row: Row | undefined): Promise<number[]> => {
		const file = await podcast.fileOf(row);
		const posted = await podcast.posted();
		return ['youtube', 'tiktok'].map((of) => posted.filter((one) => one === `${of} ${file}`).length);
	};
	/** The quarters of an hour around a slot. */
	const slot = async (minutes = 60) => {
		await bed.clock.moveTo('17:45');
		await podcast.pass(minutes, ['post', 'tell']);
	};
	const isUpload = ({ method }: Call) => method === 'POST';
	/** Lets Upload-Post answer something else to uploads, of which it takes none where it refuses. */
	const onUpload = (reply: Reply, isRefused: boolean) =>
		bed.play('api.upload-post.com', (call) => {
			if (!isUpload(call)) return undefined;
			if (isRefused) podcast.refused.add(call);
			return reply;
		});

	/** That a clip is posted, once on each platform, when the platforms are well and a person approves it again. */
	const expectPostedWhenApproved = async (row: Row | undefined) => {
		bed.play('api.upload-post.com', undefined);
		bed.play('www.googleapis.com', undefined);
		await podcast.change('clips', row?.id, { status: 'approved' });
		await slot();
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['posted', [1, 1]]);
	};

	afterEach(async () => {
		bed.play('api.upload-post.com', undefined);
		bed.play('www.googleapis.com', undefined);
		const posted = await podcast.posted();
		// Whatever went wrong, and however long ago.
		expect(posted.filter((one, index) => posted.indexOf(one) !== index)).toEqual([]);
	});

	test.each<[string, Readonly<Record<string, string>>]>([
		['cannot be reached', { baseUrl: 'http://127.0.0.1:1/service' }],
		['does not take the key', { apiKey: 'gone' }],
	])(
		'a clip whose slot comes while the service %s is posted when it is back, once',
		async (what, changes) => {
			const [row] = await approved(`away-${what.slice(-3)}`);
			await bed.withCredential(changes, async () => await slot(75));
			expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['approved', [0, 0]]);
			expect(podcast.toldOf('Goes on by itself')).toBe(1);
			await podcast.pass(60, ['post', 'tell']);
			expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['posted', [1, 1]]);
			expect(podcast.toldOf('Posted: ')).toBe(1);
		},
	);

	test('a clip whose slot is over before the service is back is posted at the next one', async () => {
		const [row] = await approved('next-slot');
		await bed.withCredential({ apiKey: 'gone' }, async () => await slot(225));
		await podcast.pass(60, ['post']);
		expect((await rowOf(row))?.status).toBe('approved');
		await slot();
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['posted', [1, 1]]);
	});

	test.each<[string, Reply]>([
		['answers with an error', { status: 500 }],
		['asks for patience', { status: 429 }],
		['does not know the upload yet', { status: 404 }],
		['answers with a page', { text: '<html>' }],
	])('a clip is posted though Upload-Post %s seven times when it is asked', async (what, reply) => {
		const [row] = await approved(`asked-${what.slice(-4).trim()}`);
		let asked = 0;
		bed.play('api.upload-post.com', (call) => (isUpload(call) || (asked += 1) > 7 ? undefined : reply));
		await slot(180);
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['posted', [1, 1]]);
		expect(podcast.lines.filter((line) => /^(Not|Perhaps) posted/.test(line))).toEqual([]);
	});

	test.each<[string, Reply]>([
		['an error of the server', { status: 500 }],
		['no ID', { json: { success: true } }],
		['a page', { text: '<html>' }],
		['no answer', { reset: true }],
	])(
		'a clip that Upload-Post has taken, with %s, is perhaps posted: told with where to look, and left alone',
		async (what, reply) => {
			const [row] = await approved(`perhaps-${what.slice(-6).replace(/\W/g, '')}`);
			onUpload(reply, false);
			await slot();
			await slot();
			expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['perhaps', [1, 1]]);
			expect(podcast.toldOf('Perhaps posted, look there first: ', 'https://youtu.be/')).toBe(1);
			// As a person types it.
			await podcast.change('clips', row?.id, { tiktok: 'www.tiktok.com/@me/1', status: 'approved' });
			bed.play('api.upload-post.com', undefined);
			await slot();
			expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['posted', [1, 1]]);
		},
	);

	test.each<[string, Reply]>([
		['too many at once', { status: 429, json: { message: 'slow down' } }],
		['a wrong key', { status: 401, json: { message: 'no such key' } }],
	])(
		'a clip that Upload-Post refuses for %s is not posted there; approved again it goes only there',
		async (what, reply) => {
			const [row] = await approved(`refused-${what.slice(-4).trim()}`);
			onUpload(reply, true);
			await slot();
			expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['failed', [1, 0]]);
			expect(podcast.toldOf('Not posted: ', 'failed: ')).toBe(1);
			await expectPostedWhenApproved(row);
		},
	);

	test.each<[string, object, string]>([
		[
			'that it has failed',
			{ status: 'failed', results: [{ success: false, error_message: 'no login' }] },
			'failed',
		],
		['nothing for a day', { status: 'completed', results: [] }, 'perhaps'],
	])('a clip of which Upload-Post says %s later is told so', async (_what, json, status) => {
		const [row] = await approved(`later-${status}`);
		bed.play('api.upload-post.com', (call) => (isUpload(call) ? undefined : { json }));
		await slot(30);
		await slot(60);
		expect((await rowOf(row))?.status).toBe(status);
		expect(podcast.lines.filter((line) => /^(Not|Perhaps) posted/.test(line))).toHaveLength(1);
	});

	test('a clip of which YouTube has all bytes, and does not say so, is perhaps posted', async () => {
		const [row] = await approved('bytes');
		bed.play('www.googleapis.com', ({ method }) => (method === 'PUT' ? { status: 500 } : undefined));
		await slot();
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['perhaps', [1, 1]]);
	});

	test('a clip that is perhaps posted, and was not, goes there when it is approved as it is, once', async () => {
		const [row] = await approved('was-not');
		onUpload({ status: 500 }, true);
		await slot();
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['perhaps', [1, 0]]);
		await expectPostedWhenApproved(row);
	});

	test('a clip that YouTube refuses for its quota is not posted there; approved again it goes only there', async () => {
		const [row] = await approved('quota');
		bed.play('www.googleapis.com', { status: 403, json: { error: { message: 'quotaExceeded' } } });
		await slot();
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['failed', [0, 1]]);
		await expectPostedWhenApproved(row);
	});

	test.each<[string, object]>([
		['an upload', { youtube: '', tiktok: '' }],
		['an upload that was refused before', { youtube: 'failed: quotaExceeded', tiktok: 'tiktok.com/@me/1' }],
	])(
		'a kill in the middle of %s, and a Retry, post nothing twice: it is perhaps posted, and told',
		async (what, before) => {
			const [row, next] = await approved(`uploading-${what.length}`, 2);
			await podcast.change('clips', row?.id, before);
			bed.play('www.googleapis.com', ({ method }) => (method === 'PUT' ? { hang: true } : undefined));
			await bed.clock.moveTo('18:00');
			const calls = bed.recorder.calls.length;
			const execution = await podcast.begin('post');
			await until(() => bed.recorder.calls.slice(calls).some(({ method }) => method === 'PUT'), 20, 60_000);
			await bed.host.n8n.kill();
			bed.play('www.googleapis.com', undefined);
			await bed.host.restart();
			expect((await rowOf(row))?.status).toBe('posting');
			await podcast.pass(30, ['post', 'tell']);
			await bed.client.retryExecution(execution);
			const states = ['new', 'running', 'waiting'];
			await until(
				async () => (await bed.client.countExecutions(podcast.idOf('post'), 'retry', states)) === 0,
				500,
			);
			await podcast.pass(60, ['post', 'tell']);
			expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['perhaps', [1, 0]]);
			expect((await rowOf(next))?.status).toBe('approved');
			expect(podcast.toldOf('Perhaps posted, look there first: ')).toBe(1);
		},
	);

	test('a kill after both platforms have it is mended by itself', async () => {
		const [row] = await approved('mended-post');
		await slot(15);
		expect((await rowOf(row))?.status).toBe('queued');
		// As if n8n had been killed before it could note how it went.
		await podcast.change('clips', row?.id, { status: 'posting' });
		await podcast.pass(90, ['post', 'tell']);
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['posted', [1, 1]]);
	});

	test('two days in which 3: Post is off are told each morning, and nothing is lost', async () => {
		const [row] = await approved('off');
		await bed.clock.moveTo('23:00');
		const first = await podcast.morning();
		await bed.clock.moveTo('23:00');
		const second = await podcast.morning();
		for (const lines of [first, second]) {
			expect(lines).toContainEqual(
				expect.stringMatching(/^Harbour: no clip on \w+, 18:00, in the row: 1\. Is 3: Post published\?$/),
			);
		}
		await slot();
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['posted', [1, 1]]);
	});

	test('a clip that is gone cannot hold up the row: the next one takes its slot', async () => {
		const [gone, next] = await approved('gone', 2);
		await podcast.change('clips', gone?.id, { videoId: 'gone' });
		await slot();
		expect([(await rowOf(gone))?.status, (await rowOf(next))?.status]).toEqual(['failed', 'posted']);
		const [lost, other] = await approved('lost', 2);
		await podcast.change('clips', lost?.id, { projectId: '1' });
		await slot();
		expect([(await rowOf(lost))?.status, (await rowOf(other))?.status]).toEqual(['approved', 'posted']);
		expect(await podcast.morning()).toContainEqual(expect.stringMatching(/^approved: .*not know/));
	});

	test('what a person takes back is not posted, and the next one moves up', async () => {
		const [first, second] = await approved('taken-back', 2);
		await podcast.change('clips', first?.id, { status: 'skipped' });
		await slot();
		expect([await postsOf(first), (await rowOf(second))?.status]).toEqual([[0, 0], 'posted']);
	});

	test('words that no workflow knows are told in the morning, and do nothing; approved by hand is posted', async () => {
		const rows = (await podcast.clipsOf('words')).slice(0, 4);
		const words = ['Approved', 'Skip', '', 'approved'];
		for (const [index, row] of rows.entries())
			await podcast.change('clips', row.id, { status: words[index], title: `word ${index}` });
		await podcast.enter('https://www.youtube.com/watch?v=podcast-word', 'Episode word', { status: 'New' });
		await podcast.enter('https://www.youtube.com/watch?v=podcast-no-show', 'Episode no-show', {
			show: 'Habour',
		});
		await slot();
		await podcast.tick('clip', 'clip');
		expect(await Promise.all(rows.map(postsOf))).toEqual([...Array<number[]>(3).fill([0, 0]), [1, 1]]);
		expect(podcast.paid('word', 'no-show')).toEqual([0, 0]);
		const lines = await podcast.morning();
		for (const line of ['Approved: word 0', 'Skip: word 1', 'No status: word 2', 'New: Episode word'])
			expect(lines).toContain(line);
		expect(lines).toContain('new: Episode no-show. There is no show "Habour"');
	});

	test('posting by hand, without a time, is perhaps posted', async () => {
		const [row] = await podcast.clipsOf('by-hand');
		await podcast.change('clips', row?.id, { status: 'posting' });
		await podcast.pass(15, ['post', 'tell']);
		expect([(await rowOf(row))?.status, await postsOf(row)]).toEqual(['perhaps', [0, 0]]);
	});

	test('two shows have slots, time zones and chats of their own; one with a slot too late loses nothing', async () => {
		const farm = {
			...{ show: 'Farm', account: 'main', feed: 'https://feeds.example.com/farm', slots: '9:00, 23:30' },
			...{ zone: 'Asia/Kolkata', privacy: 'public', profile: 'farm', perWeek: 100 },
			chat: 'https://chat.example.com/farm',
		};
		await podcast.addShow(farm);
		bed.showFeed('/farm', [podcast.episode('farm')]);
		const [row] = await approved('two-shows');
		await podcast.pass(30, ['clip']);
		podcast.finish();
		await podcast.tick('clip');
		const own = (await podcast.clips('waiting')).filter(({ show }) => show === 'Farm').slice(0, 2);
		await podcast.approveAll(own);
		// 23:30 in Kolkata is 18:00 in UTC.
		await slot(75);
		expect([(await rowOf(row))?.status, (await rowOf(own[0]))?.status]).toEqual(['posted', 'posted']);
		expect((await rowOf(own[1]))?.status).toBe('approved');
		expect(bed.posts().at(-1)?.about).toMatchObject({ privacyStatus: 'public' });
		await bed.clock.moveTo('03:30');
		await podcast.pass(45, ['post']);
		expect((await rowOf(own[1]))?.status).toBe('posted');
		const [, second] = await podcast.rows('shows');
		await podcast.change('shows', second?.id, { account: 'nobody' });
	});
}
