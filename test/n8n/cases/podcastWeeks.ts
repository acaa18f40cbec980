/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { until } from '../../../tools/host';
import type { Call } from '../../../tools/receivers';
import type { Part, Podcast } from '../podcast';
import type { Published } from '../podcastBed';
import type { Row } from '../../../tools/beds/tables';

const DAYS = 21;
const SEED = 20261126;
/** Kills at any moment, beside those of the list; the last of them some days before the end, so that there is time for another try. */
const ANY_MOMENT = 20;
const LAST_KILL = 18;
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
	readonly hasBegun: (calls: readonly Call[]) => boolean;
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
	let anyMoment = 0;

	/** Kills n8n in the middle of an execution; not if it ends before. */
	const killIn = async (part: Part, isTime: () => boolean): Promise<boolean> => {
		const ended = { yet: false };
		const end = () => (ended.yet = true);
		const over = podcast.call(part).then(async (answer) => await answer.arrayBuffer());
		const noted = over.then(end, end);
		await until(() => ended.yet || isTime(), 5);
		if (ended.yet) return false;
		await die();
		await noted;
		return true;
	};

	/** A tick of a workflow, in which n8n may be killed: where the list says, or at any moment, but for a day without. */
	const tick = async (part: Part, day: number) => {
		const kill = left.find((one) => one.part === part);
		const chance = next();
		if (kill !== undefined && chance < 0.25) {
			const calls = bed.recorder.calls.length;
			kill.hold();
			const isKilled = await killIn(part, () => kill.hasBegun(bed.recorder.calls.slice(calls)));
			if (isKilled) left = left.filter((one) => one !== kill);
			// It had nothing to do: another time.
			else release();
			return;
		}
		const due = Math.min(ANY_MOMENT, Math.ceil((ANY_MOMENT * (day + 1)) / LAST_KILL));
		if (anyMoment < due && chance > 0.5) {
			const moment = Date.now() + 40 + next() * 660;
			// One that is over by then is none: n8n had nothing in its hands.
			if (await killIn(part, () => Date.now() >= moment)) anyMoment += 1;
			return;
		}
		await (await podcast.call(part)).arrayBuffer();
	};

	const publish = (show: string, name: string) => {
		const episodes = [podcast.episode(name), ...(published.get(show) ?? [])];
		published.set(show, episodes);
		bed.showFeed(`/${show.toLowerCase()}`, episodes.slice(0, 15));
	};

	const onBoth = async (row: Row) => {
		const file = await podcast.fileOf(row);
		return ['youtube', 'tiktok'].map((of) => `${of} ${file}`);
	};

	const filesOf = async (row: Row) => {
		const posted = await podcast.posted();
		return (await onBoth(row)).map((wanted) => posted.filter((one) => one === wanted).length);
	};

	/** What a person does each day with what is in doubt, as the notes say. */
	const tidyUp = async () => {
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
	};

	/** What a person does on the page each day. */
	const review = async () => {
		for (const show of published.keys()) {
			const waiting = (await podcast.clips('waiting')).filter((row) => row.show === show).slice(0, 1);
			await podcast.approveAll(waiting);
			for (const { videoId } of waiting) approved.add(videoId);
		}
	};

	/** The ticks of **3: Post** around a slot. */
	const slot = async (time: string, day: number) => {
		await bed.clock.moveTo(time);
		for (let quarter = 0; quarter < 5; quarter += 1) {
			await tick('post', day);
			await bed.clock.move(15);
		}
	};

	/** Two ticks of **4: Tell**: what one could not tell, the other does. */
	const tell = async (day: number) => {
		await tick('tell', day);
		await bed.clock.move(15);
		await tick('tell', day);
	};

	const summaries = () =>
		[...published.keys()].map((show) => podcast.toldOf(`${show}: clips that wait for you`));

	const today = async (day: number) => {
		const before = summaries();
		await slot('03:30', day);
		await bed.clock.moveTo('08:00');
		await tell(day);
		await tidyUp();
		await review();
		if (day < DAYS - 2 && day % 2 === 0) publish('Harbour', `harbour-${day}`);
		if (day < DAYS - 2 && day % 3 === 0) publish('Farm', `farm-${day}`);
		for (let half = 0; half < 8; half += 1) {
			await bed.clock.move(30);
			await tick('clip', day);
		}
		await tick('tell', day);
		await slot('15:30', day);
		await slot('18:00', day);
		await tell(day);
		expect(summaries().map((count, index) => count > (before[index] ?? 0))).toEqual([true, true]);
	};

	/** A day without a kill, on which a person approves nothing new. */
	const quietDay = async () => {
		for (const time of ['03:15', '08:00', '15:15', '17:45']) {
			await bed.clock.moveTo(time);
			await podcast.pass(75, time === '08:00' ? ['clip'] : ['post']);
			await podcast.tick('tell');
			await tidyUp();
		}
	};

	const onTheirWay = async () =>
		(await podcast.rows('clips')).filter(
			({ videoId, status }) => approved.has(videoId) && status !== 'posted' && status !== 'failed',
		);

	const killsAndAll =
		'in three weeks of two shows with twenty-eight kills nothing is paid or posted twice, and nothing is lost';
	const threeWeeks = async () => {
		await podcast.addShow(farm);
		bed.simulator.configure({ processingSeconds: 3_000 });
		for (let day = 0; day < DAYS; day += 1) await today(day);
		expect([left.map(({ part }) => part), anyMoment]).toEqual([[], ANY_MOMENT]);
		// A slot that a kill has taken is made up for on a later day.
		await quietDay();
		for (let day = 0; day < 14 && (await onTheirWay()).length > 0; day += 1) await quietDay();

		const names = [...published.values()].flat().map(({ title }) => title.replace('Episode ', ''));
		expect(podcast.paid(...names)).toEqual(names.map(() => 1));
		expect(bed.simulator.ledger.filter(({ projectId }) => projectId !== null)).toHaveLength(names.length);
		expect(await podcast.statesOf(...names)).toEqual(names.map(() => 'ready'));
		const clips = await podcast.rows('clips');
		expect(new Set(clips.map(({ videoId }) => videoId)).size).toBe(clips.length);
		const done = clips.filter(({ videoId }) => approved.has(videoId));
		expect(done.length).toBeGreaterThan(30);
		expect(done.filter(({ status }) => status !== 'posted')).toEqual([]);
		// What was approved, all of it, each once on each platform, and nothing else.
		const wanted = (await Promise.all(done.map(onBoth))).flat();
		const posted = await podcast.posted();
		expect(posted.sort()).toEqual(wanted.sort());
		// What a person has entered as posted needs no telling.
		const own = done.filter(({ youtube }) => youtube !== 'https://youtu.be/found');
		expect(own.filter(({ youtube }) => podcast.toldOf('Posted: ', String(youtube)) === 0)).toEqual([]);
		for (const part of ['clip', 'post', 'tell'] as const) expect(await podcast.failures(part)).toEqual([]);
		process.stdout.write(
			`${kills.length + anyMoment} kills; ${names.length} episodes; ${posted.length} posts; by hand: ${handled.length}\n${handled.join('\n')}\n`,
		);
	};
	it(killsAndAll, threeWeeks, PATIENCE);
}
