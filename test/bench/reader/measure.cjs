// Reads answers of the service, and prints what one reading takes: milliseconds of CPU time for each number of clips, that of the
// garbage collector included (other programs on the machine do not count), or megabytes of memory for the answer in a file.
const assert = require('node:assert/strict');
const { readFileSync } = require('node:fs');

const { readAnswer } = require('../../../nodes/Clip/service/rules/answer');
const { answerOf } = require('./answers');

const [side, what, ...args] = process.argv.slice(2);

/** Links of an answer are signed together, so there is one time. */
const times = {};
const isoOf = (seconds) => (times[seconds] ??= new Date(seconds * 1000).toISOString());

/** The clip that the nodes make of it, if each field is there and as it is in these answers. */
const itemOf = (video, projectName) => ({
	rank: 0,
	viralScore: Number(video.viralScore),
	title: video.title,
	projectId: '20417733',
	projectName,
	videoId: String(video.videoId),
	viralReason: video.viralReason,
	relatedTopics: JSON.parse(video.relatedTopic),
	transcript: video.transcript,
	durationSeconds: video.videoMsDuration / 1000,
	videoUrl: video.videoUrl,
	expiresAt: isoOf(/Expires=(\d+)/.exec(video.videoUrl)[1]),
	clipEditorUrl: video.clipEditorUrl,
	starred: video.starred,
	disliked: video.disliked,
});

const readers = {
	ours: (text) => readAnswer('query', 200, text, '20417733').project.clips,
	parse: (text) => JSON.parse(text).videos,
	parseAndMake: (text) => {
		const { projectName, videos } = JSON.parse(text);
		const items = videos
			.map((video) => itemOf(video, projectName))
			.sort((a, b) => b.viralScore - a.viralScore);
		items.forEach((item, index) => (item.rank = index + 1));
		return items;
	},
	// The least that keeps long IDs: as text.
	quoteAndParse: (text) => JSON.parse(text.replace(/:(\d{16,})/g, ':"$1"')).videos,
};

const read = readers[side];

const few = answerOf(100, 'number');
assert.deepEqual(readers.parseAndMake(few), readers.ours(few));

/** Milliseconds of one reading, the mean of many: each reading leaves rubbish that a later one clears away. */
function timeOf(count, clips, ids) {
	const text = answerOf(count, ids);
	const readings = Math.ceil(clips / count);
	let began;
	// What was read is used afterwards: n8n keeps the items of a run. A tree that is dropped at once costs less to clear away.
	const kept = [];
	for (let reading = -Math.ceil(readings / 4); reading < readings; reading += 1) {
		if (reading === 0) began = process.cpuUsage();
		const videos = read(text);
		if (videos.length !== count) throw new Error(`${videos.length} clips instead of ${count}`);
		kept[reading % 2 === 0 ? 0 : 1] = videos;
	}
	const { user, system } = process.cpuUsage(began);
	return { count, milliseconds: (user + system) / 1000 / readings };
}

/** Megabytes at the peak of the first reading, on top of what the process had with the text. */
function memoryOf(text) {
	const before = process.memoryUsage.rss();
	const { length } = read(text);
	return { count: length, megabytes: (process.resourceUsage().maxRSS * 1024 - before) / 1e6 };
}

function measure() {
	if (what === 'memory') return memoryOf(readFileSync(args[0], 'utf8'));
	const [clips, ids, ...counts] = args;
	return counts.map((count) => timeOf(Number(count), Number(clips), ids));
}

process.stdout.write(JSON.stringify(measure()));
