/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { until } from '../../../tools/host';
import type { Call } from '../../../tools/receivers';
import type { Part, Podcast } from '../podcast';
import type { Published } from '../podcastBed';
import type { Row } from '../../../tools/beds/tables';

const DAYS = 21;
const SEED = 20261126;
/** Twenty-eight starts of n8n and some eight hundred executions. */
const PATIENCE = 40 * 60_000;

/** Numbers from 0 to 1 that are the same each time. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Something that n8n is killed in: what makes it last, and how to see that it has begun. */
interface Kill {
	readonly part: Part;
	readonly hold: () => void;
	readonly hasBegun: (calls: readonly Call[], requests: number) => boolean;
}

const farm = {
	...{ show: 'Farm', account: 'main', feed: 'https://feeds.example.com/farm', slots: '9:00, 21:00' },
	...{ zone: 'Asia/Kolkata', privacy: 'private', profile: 'farm', perWeek: 100 },
	chat: 'https://chat.example.com/farm',
};

/** Three weeks of two shows, in which n8n is killed again and again, and a person does each day what the notes say. */
export function podcastWeeks(podcast: Podcast): void {
	const { bed } = podcast;
	const next = random(SEED);
	const published = new Map<string, Published[]>([
		['Harbour', []],
		['Farm', []],
	]);
	const approved = new Set<unknown>();
	/** What was told of each row, and what a person has found there by then. */
	const handled: string[] = [];

	const put = (call: Call) => call.method === 'PUT' && call.url.hostname === 'www.googleapis.com';
	const upload = (call: Call) => call.method === 'POST' && call.url.hostname === 'api.upload-post.com';
	const status = (call: Call) => call.method === 'GET' && call.url.hostname === 'api.upload-post.com';
	const chat = (call: Call) => call.url.hostname === 'chat.example.com';
	const hangs = (host: string, at: (call: Call) => boolean) => () =>
		bed.play(host, (call) => (at(call) ? { hang: true } : undefined));
	const submits = (phase: 'before' | 'after') => () =>
		bed.simulator.faults.add({ on: 'create', phase, fault: { kind: 'hang' } });
	const isUsed = () => bed.simulator.faults.pending.length === 0;
	const kills: readonly Kill[] = [
		{ part: 'clip', hold: submits('before'), hasBegun: isUsed },
		{ part: 'clip', hold: submits('after'), hasBegun: isUsed },
		{
			part: 'clip',
			hold: () => bed.simulator.faults.add({ on: 'query', fault: { kind: 'hang' } }),
			hasBegun: isUsed,
		},
		{
			part: 'post',
			hold: () => bed.simulator.faults.add({ on: 'media', fault: { kind: 'hang' } }),
			hasBegun: isUsed,
		},
		{ part: 'post', hold: hangs('www.googleapis.com', put), hasBegun: (calls) => calls.some(put) },
		{ part: 'post', hold: hangs('api.upload-post.com', upload), hasBegun: (calls) => calls.some(upload) },
		{ part: 'post', hold: hangs('api.upload-post.com', status), hasBegun: (calls) => calls.some(status) },
		{ part: 'tell', hold: hangs('chat.example.com', chat), hasBegun: (calls) => calls.some(chat) },
	];
	const release = () => {
		bed.simulator.faults.clear();
		for (const host of ['www.googleapis.com', 'api.upload-post.com', 'chat.example.com'])
			bed.play(host, undefined);
	};
	const die = async () => {
		await bed.host.n8n.kill();
		release();
		await bed.host.restart();
	};
	let left = [...kills];
	let killed = 0;
	let random20 = 20;

	/** A tick of a workflow, in which n8n may be killed: where the list says, or at any moment. */
	const tick = async (part: Part) => {
		const kill = left.find((one) => one.part === part);
		const chance = next();
		if (kill !== undefined && chance < 0.25) {
			const calls = bed.recorder.calls.length;
			kill.hold();
			const ended = { yet: false };
			const over = podcast.call(part).then(
				() => (ended.yet = true),
				() => (ended.yet = true),
			);
			await until(() => ended.yet || kill.hasBegun(bed.recorder.calls.slice(calls), 0));
			// It had nothing to do: another time.
			if (ended.yet) return release();
			await die();
			await over;
			left = left.filter((one) => one !== kill);
			killed += 1;
			return;
		}
		if (random20 > 0 && chance > 0.96) {
			random20 -= 1;
			killed += 1;
			const over = podcast.call(part).catch(() => undefined);
			const moment = Date.now() + 40 + next() * 660;
			await until(() => Date.now() >= moment, 5);
			await die();
			await over;
			return;
		}
		await (await podcast.call(part)).arrayBuffer();
	};

	const publish = (show: string, name: string) => {
		const episodes = [podcast.episode(name), ...(published.get(show) ?? [])];
		published.set(show, episodes);
		bed.showFeed(`/${show.toLowerCase()}`, episodes.slice(0, 15));
	};

	const filesOf = async (row: Row) => {
		const file = await podcast.fileOf(row);
		const posted = await podcast.posted();
		return ['youtube', 'tiktok'].map((of) => posted.filter((one) => one === `${of} ${file}`).length);
	};

	/** What a person does each day, as the notes say. */
	const person = async () => {
		for (const row of await podcast.rows('episodes')) {
			if (row.status !== 'unknown') continue;
			expect(podcast.toldOf('Perhaps paid for', String(row.title))).toBeGreaterThan(0);
			const entry = bed.simulator.ledger.find(
				({ rawBody, projectId }) => projectId !== null && rawBody.includes(String(row.link)),
			);
			handled.push(`${String(row.title)}: ${entry === undefined ? 'again' : 'clipping'}`);
			const found = { status: 'clipping', projectId: entry?.projectId };
			await podcast.change('episodes', row.id, entry === undefined ? { status: 'again' } : found);
		}
		for (const row of await podcast.rows('clips')) {
			if (row.status !== 'perhaps') continue;
			expect(podcast.toldOf('Perhaps posted', String(row.title).slice(0, 20))).toBeGreaterThan(0);
			const [onYouTube, onTikTok] = await filesOf(row);
			handled.push(`${String(row.title)}: ${onYouTube} ${onTikTok}`);
			const links = {
				youtube: onYouTube === 1 ? 'https://youtu.be/found' : '',
				tiktok: onTikTok === 1 ? 'https://www.tiktok.com/found' : '',
			};
			const isPosted = onYouTube === 1 && onTikTok === 1;
			await podcast.change('clips', row.id, { ...links, status: isPosted ? 'posted' : 'approved' });
		}
		for (const show of published.keys()) {
			const waiting = (await podcast.clips('waiting')).filter((row) => row.show === show).slice(0, 1);
			await podcast.approveAll(waiting);
			for (const { videoId } of waiting) approved.add(videoId);
		}
	};

	it('in three weeks of two shows with twenty-eight kills nothing is paid or posted twice, and nothing is lost', async () => {
		await podcast.addShow(farm);
		bed.simulator.configure({ processingSeconds: 3_000 });
		for (let day = 0; day < DAYS; day += 1) {
			await bed.clock.moveTo('03:30');
			for (let quarter = 0; quarter < 5; quarter += 1) {
				await tick('post');
				await bed.clock.move(15);
			}
			await bed.clock.moveTo('08:00');
			await tick('tell');
			await bed.clock.move(15);
			await tick('tell');
			await person();
			if (day < DAYS - 2 && day % 2 === 0) publish('Harbour', `harbour-${day}`);
			if (day < DAYS - 2 && day % 3 === 0) publish('Farm', `farm-${day}`);
			for (let half = 0; half < 8; half += 1) {
				await bed.clock.move(30);
				await tick('clip');
			}
			await tick('tell');
			for (const time of ['15:30', '18:00']) {
				await bed.clock.moveTo(time);
				for (let quarter = 0; quarter < 5; quarter += 1) {
					await tick('post');
					await bed.clock.move(15);
				}
			}
			await tick('tell');
			await bed.clock.move(15);
			await tick('tell');
		}
		expect([left.map(({ part }) => part), random20]).toEqual([[], 0]);
		// Two quiet days, for what is still on its way.
		for (let day = 0; day < 3; day += 1) {
			await bed.clock.moveTo('03:30');
			await podcast.pass(75, ['post', 'clip', 'tell']);
			await bed.clock.moveTo('08:00');
			await podcast.pass(30, ['tell']);
			await person();
			for (const time of ['15:30', '18:00']) {
				await bed.clock.moveTo(time);
				await podcast.pass(75, ['post', 'clip', 'tell']);
			}
		}

		const names = [...published.values()].flat().map(({ title }) => title.replace('Episode ', ''));
		expect(podcast.paid(...names)).toEqual(names.map(() => 1));
		expect(await podcast.statesOf(...names)).toEqual(names.map(() => 'ready'));
		const clips = await podcast.rows('clips');
		expect(new Set(clips.map(({ videoId }) => videoId)).size).toBe(clips.length);
		const posted = await podcast.posted();
		expect(posted.filter((one, index) => posted.indexOf(one) !== index)).toEqual([]);
		const done = clips.filter(({ videoId }) => approved.has(videoId));
		expect(done.length).toBeGreaterThan(30);
		const counts = await Promise.all(done.map(filesOf));
		const lost = done.filter((row, index) => row.status === 'posted' && String(counts[index]) !== '1,1');
		expect(lost).toEqual([]);
		expect(done.filter(({ status }) => !['posted', 'approved', 'queued'].includes(String(status)))).toEqual(
			[],
		);
		for (const show of published.keys())
			expect(podcast.toldOf(`${show}: clips that wait for you`)).toBeGreaterThanOrEqual(DAYS - 1);
		process.stdout.write(
			`${killed} kills; ${names.length} episodes; ${posted.length} posts; by hand: ${handled.length}\n${handled.join('\n')}\n`,
		);
	}, PATIENCE);
}
