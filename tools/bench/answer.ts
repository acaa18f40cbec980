/**
 * The service's answer about a project that is ready, with clips as it sends them (field notes, Query).
 *
 * @param count - how many clips
 */
export function answerWith(projectId: string, count: number): string {
	const videos = Array.from({ length: count }, (_, index) => ({
		videoId: 31_550_000 + index,
		videoUrl: `https://media.example.com/export/${index}-ab12.mp4?Expires=1900000000&Signature=${'s'.repeat(64)}`,
		videoMsDuration: 20_000 + index * 100,
		title: `Why the tide matters, part ${index}`,
		transcript: 'Never trust a quiet harbour. '.repeat(20),
		viralScore: `${(index % 100) / 10}`,
		viralReason: 'A rule of thumb that people pass on.',
		relatedTopic: '["harbour","tides"]',
		clipEditorUrl: `https://editor.example.com/clip/${index}`,
		starred: 0,
		disliked: 0,
	}));
	return JSON.stringify({ code: 2000, projectId: Number(projectId), projectName: 'Harbour', videos });
}
