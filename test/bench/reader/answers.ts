import { createHash } from 'node:crypto';

/** About a hundred words, as people speak in forty seconds. */
const transcript = 'We stood at the harbour and counted boats until the light was gone. '.repeat(8).trim();

/** How IDs look on the wire: numbers that JavaScript can hold, or longer ones. */
export type Ids = 'number' | 'long';

function clip(index: number, ids: Ids): string {
	const id = ids === 'long' ? `9007199300${10_000_000 + index}` : `${31_550_021 + index}`;
	const signature = createHash('sha256').update(id).digest('hex');
	const fields = {
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

/** An answer of the service about a project with many clips. */
export function answerOf(count: number, ids: Ids): string {
	const clips = Array.from({ length: count }, (_, index) => clip(index, ids)).join(',');
	const text = `{"code":2000,"projectId":20417733,"projectName":"Harbour interview","shareLink":"https://service.example/p","creditsUsed":31,"videos":[${clips}],"errMsg":""}`;
	// From bytes, as the transport makes it: a text that was put together in parts is slower to read.
	return Buffer.from(text).toString('utf8');
}
