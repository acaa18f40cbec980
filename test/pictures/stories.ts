import type { Settings } from '../simulator';

/** The video that the pictures are about. It is made up, and no ID of YouTube has this length. */
export const videoUrl = 'https://www.youtube.com/watch?v=harbour-lights';

/** What its clips say: one language, because a reader takes them for clips of one video. */
export const clipStories: Settings['stories'] = [
	['Why lighthouses never blink alike', 'Sailors read it like a name.', 'A question few have asked.'],
	[
		'The night both lamps went out',
		'Two lamps, one storm, wet matches.',
		'It begins in the middle of the danger.',
	],
	['Never trust a quiet harbour', 'If the harbour is quiet, ask who left.', 'A rule that people pass on.'],
	['The ladder nobody counts', 'I know, because I once carried a piano.', 'Absurd, warm and short.'],
	['How to hear fog coming', 'First the gulls stop.', 'A skill that surprises.'],
	['One rope, forty years', 'My father bought it before I was born.', 'A small object tells a long life.'],
].map(([title = '', transcript = '', viralReason = '']) => ({
	title,
	transcript,
	viralReason,
	topics: ['sea'],
}));
