import type { Settings } from '../simulator';

/** The video that the pictures are about. It is made up, and no ID of YouTube has this length. */
export const videoUrl = 'https://www.youtube.com/watch?v=harbour-lights';

/** The name of its project. */
export const projectName = 'Harbour Lights';

/** What its clips say: one language, because a reader takes them for clips of one video. */
export const clipStories: Settings['stories'] = [
	{
		title: 'Never trust a quiet harbour',
		transcript: 'If the harbour is quiet, ask who left, and when. The boats know before the radio does.',
		viralReason: 'A rule of thumb that people pass on.',
		topics: ['sea', 'advice'],
	},
	{
		title: 'The night both lamps went out',
		transcript: 'Two lamps, one storm, and a box of matches that had been wet since March.',
		viralReason: 'The story begins in the middle of the danger.',
		topics: ['sea', 'storm'],
	},
	{
		title: 'Why lighthouses never blink alike',
		transcript: 'Every tower has a rhythm of its own, and sailors read it like a name.',
		viralReason: 'A question that most people never thought of.',
		topics: ['sea', 'signals'],
	},
	{
		title: 'One rope, forty years',
		transcript: 'My father bought it before I was born. I have only ever changed the ends.',
		viralReason: 'A small object tells a long life.',
		topics: ['craft', 'family'],
	},
	{
		title: 'What the keeper writes at dawn',
		transcript: 'Wind, sea, one line about the day. Nobody reads it, and that is why it is honest.',
		viralReason: 'A quiet ritual that viewers want to copy.',
		topics: ['habits', 'writing'],
	},
	{
		title: 'The visitor who stayed for winter',
		transcript: 'She came for an afternoon, missed the ferry, and repaired the roof instead.',
		viralReason: 'A twist in the first five seconds.',
		topics: ['people', 'islands'],
	},
	{
		title: 'How to hear fog coming',
		transcript: 'First the gulls stop. Then your own steps sound as if someone else were walking.',
		viralReason: 'A skill that surprises, explained in two steps.',
		topics: ['weather', 'senses'],
	},
	{
		title: 'The ladder nobody counts',
		transcript: 'There are two hundred and six steps. I know, because I once carried a piano.',
		viralReason: 'Absurd, warm and short.',
		topics: ['humour', 'lighthouse'],
	},
];
