/** A clip as the service sends it today, with every field that the field notes show and an undocumented one. */
export const WHOLE = {
	videoId: 31550021,
	videoUrl: 'https://media.example/31550021.mp4?Expires=1900000000&Signature=x',
	videoMsDuration: 41250,
	title: 'Why the tide matters 🌊',
	transcript: '…',
	viralScore: '9.4',
	viralReason: 'calm',
	relatedTopic: '["harbour","tides"]',
	clipEditorUrl: 'https://edit.example/31550021',
	starred: 0,
	disliked: { by: [1] },
};
