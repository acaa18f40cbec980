/** The texts of a clip. */
export interface Story {
	readonly title: string;
	readonly transcript: string;
	readonly viralReason: string;
	readonly topics: readonly string[];
}

/** What clips are about: several scripts, emoji, quotes and markup, since all of these reach file names and pages. */
export const stories: readonly Story[] = [
	{
		title: 'The bread that rises overnight 🍞',
		transcript: 'You leave it alone. That is the whole trick: time does the kneading for you.',
		viralReason: 'A surprising shortcut, shown in one sentence.',
		topics: ['baking', 'patience'],
	},
	{
		title: 'Warum Leuchttürme blinken',
		transcript: 'Jeder Turm hat seinen eigenen Takt, und den hört man mit den Augen.',
		viralReason: 'Ein Alltagsrätsel, schnell gelöst.',
		topics: ['Seefahrt', 'Technik'],
	},
	{
		title: '雨の日にだけ開く店 ☔',
		transcript: '晴れたら閉めます。傘を忘れた人のための店ですから。',
		viralReason: '意外な発想で最後まで見たくなる。',
		topics: ['商店', '雨', '暮らし'],
	},
	{
		title: 'She said "no" to the prize',
		transcript: 'They called three times. Three times she thanked them & went back to the greenhouse.',
		viralReason: 'A twist in the first five seconds.',
		topics: ['courage', 'science'],
	},
	{
		title: 'كيف تنام المدينة',
		transcript: 'بعد منتصف الليل يبقى صوت واحد: عربة الخباز في الزقاق.',
		viralReason: 'صورة هادئة تشد السامع.',
		topics: ['مدن', 'ليل'],
	},
	{
		title: 'Never trust a <b>bold</b> promise',
		transcript: 'If the poster shouts, read the small print twice. Then read it to a friend.',
		viralReason: 'A rule of thumb that people pass on.',
		topics: ['advertising', 'advice'],
	},
	{
		title: 'La receta que mi abuela escondía 🌶️',
		transcript: 'Estaba detrás del reloj, escrita en un billete de tren de otro siglo.',
		viralReason: 'Nostalgia y un secreto revelado.',
		topics: ['cocina', 'familia'],
	},
	{
		title: 'A goat, a violin, and a very long winter 🐐🎻',
		transcript: 'The goat hated Mondays and Brahms, in that order.',
		viralReason: 'Absurd, warm and short.',
		topics: ['humour', 'music', 'farm life'],
	},
];

/** Titles for sources whose own title the simulator cannot know. */
export const videoTitles: readonly string[] = [
	'Kitchen talk: salt, smoke and stories',
	'An evening with the lighthouse keeper',
	'街角インタビュー 第12回',
	'Ein Jahr auf dem Hof 🚜',
];
