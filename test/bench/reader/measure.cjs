// Reads answers of the service of several sizes, with our reader or with JSON.parse, and prints how long one reading takes:
// in milliseconds of CPU time, that of the garbage collector included. Other programs on the machine do not count.
const { createHash } = require('node:crypto');

const { readAnswer } = require('../../../nodes/Clip/interface/answer');

const [side, clips, idStyle, ...counts] = process.argv.slice(2);

/** About a hundred words, as people speak in forty seconds. */
const transcript = 'We stood at the harbour and counted boats until the light was gone. '.repeat(8).trim();

function clip(index) {
	const id = idStyle === 'long' ? `9007199300${10_000_000 + index}` : `${31_550_021 + index}`;
	const signature = createHash('sha256').update(id).digest('hex');
	const { videoId, ...fields } = {
		videoId: 0,
		videoUrl: `https://media.example/export/${id}-ab12.mp4?Expires=1900000000&Signature=${signature}`,
		videoMsDuration: 20_000 + index,
		title: `Why the tide matters, part ${index}`,
		transcript,
		viralScore: `${(index % 100) / 10}`,
		viralReason: 'A surprising shortcut, shown in one sentence.',
		relatedTopic: '["harbour","tides"]',
		clipEditorUrl: `https://service.example/editor/${id}`,
		starred: 0,
		disliked: 0,
	};
	return `{"videoId":${id},${JSON.stringify(fields).slice(1)}`;
}

function body(count) {
	const videos = Array.from({ length: count }, (_, index) => clip(index)).join(',');
	const text = `{"code":2000,"projectId":20417733,"projectName":"Harbour interview","shareLink":"https://service.example/p","creditsUsed":31,"videos":[${videos}],"errMsg":""}`;
	// From bytes, as the transport makes it: a text that was put together in parts is slower to read.
	return Buffer.from(text).toString('utf8');
}

function ours(text, count) {
	const { project } = readAnswer('query', 200, text, '20417733');
	if (project.clips.length !== count) throw new Error(`${project.clips.length} clips instead of ${count}`);
	return project;
}

function peer(text, count) {
	const { videos } = JSON.parse(text);
	if (videos.length !== count) throw new Error(`${videos.length} clips instead of ${count}`);
	return videos;
}

/** Milliseconds of one reading, the mean of many: each reading leaves rubbish that a later one clears away. */
function measure(count) {
	const text = body(count);
	const read = side === 'ours' ? ours : peer;
	const readings = Math.ceil(Number(clips) / count);
	let began;
	// What was read is used afterwards: n8n keeps the items of a run. A tree that is dropped at once costs less to clear away.
	const kept = [];
	for (let reading = -Math.ceil(readings / 4); reading < readings; reading += 1) {
		if (reading === 0) began = process.cpuUsage();
		kept[reading % 2 === 0 ? 0 : 1] = read(text, count);
	}
	const { user, system } = process.cpuUsage(began);
	return { count, milliseconds: (user + system) / 1000 / readings };
}

process.stdout.write(JSON.stringify(counts.map(Number).map(measure)));
