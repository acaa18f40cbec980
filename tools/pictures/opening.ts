/*
 * The first moments of the README's film, drawn: a wide video, and the upright clips that become of it.
 */

const [WIDTH, HEIGHT] = [1160, 720];

/** A harbour at dusk, as wide as 16 to 9. What stands upright shows a part of it. */
const HARBOUR = `<symbol id="harbour" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice">
	<rect width="640" height="130" fill="#232c63"/>
	<rect y="120" width="640" height="60" fill="#6b3f77"/>
	<rect y="180" width="640" height="60" fill="#e0805c"/>
	<circle cx="150" cy="222" r="38" fill="#ffd97a"/>
	<path d="M486 130 L0 60 V150 Z" fill="#ffe9a8" opacity="0.45"/>
	<path d="M474 214 L480 130 h16 L502 214 Z" fill="#f4f1ea"/>
	<path d="M474 130 h28 l-14 -18 Z" fill="#c2412d"/>
	<rect y="222" width="640" height="138" fill="#1b3a5c"/>
	<path d="M430 224 q58 -36 116 0 Z" fill="#10142c"/>
	<path d="M300 250 h70 l-14 22 h-42 Z" fill="#7a3b2e"/>
	<path d="M334 248 v-62 l34 54 Z" fill="#f4f1ea"/>
	<path d="M90 268 h46 l-9 15 h-28 Z" fill="#49506b"/>
	<path d="M112 266 v-40 l-22 36 Z" fill="#dfe3ee"/>
</symbol>`;

interface Part {
	/** Where its middle lies in the wide video, from 0 to 1. */
	readonly at: number;
	readonly score: string;
	readonly words: readonly [string, string];
}

const PARTS: readonly Part[] = [
	{ at: 0.77, score: '9.8', words: ['Why lighthouses', 'never blink alike'] },
	{ at: 0.53, score: '9.5', words: ['The night both', 'lamps went out'] },
	{ at: 0.2, score: '9.2', words: ['Never trust', 'a quiet harbour'] },
];

const text = (x: number, y: number, size: number, words: string, fill = '#fff'): string =>
	`<text x="${x}" y="${y}" font-family="sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="${fill}" stroke="#10142c" stroke-width="${size / 6}" paint-order="stroke" stroke-linejoin="round">${words}</text>`;

/** The long video with what plays it; the moments that become clips are marked on its line. */
function wide(x: number, y: number, width: number, marked: number): string {
	const height = (width * 9) / 16;
	const line = y + height + 26;
	const marks = PARTS.slice(0, marked).map(
		({ at }) =>
			`<rect x="${x + width * at - 22}" y="${line - 5}" width="44" height="14" rx="7" fill="#ff5f7e"/>`,
	);
	return `<svg x="${x}" y="${y}" width="${width}" height="${height}"><use href="#harbour" width="${width}" height="${height}"/></svg>
	<rect x="${x}" y="${line}" width="${width}" height="4" rx="2" fill="#c9cbd6"/>${marks.join('')}
	<text x="${x + width}" y="${line + 34}" font-family="sans-serif" font-size="22" text-anchor="end" fill="#555a70">1:12:40</text>`;
}

/** An upright clip: a part of the wide video, with a headline and its score. */
function upright({ at, score, words }: Part, x: number, y: number, height: number): string {
	const width = (height * 9) / 16;
	const whole = (height * 16) / 9;
	const left = Math.min(0, Math.max(width - whole, width / 2 - at * whole));
	return `<svg x="${x}" y="${y}" width="${width}" height="${height}"><use href="#harbour" x="${left}" width="${whole}" height="${height}"/>
		${text(width / 2, height * 0.14, width / 10, words[0])}${text(width / 2, height * 0.14 + width / 8, width / 10, words[1], '#ffe27a')}</svg>
	<rect x="${x + width / 2 - 34}" y="${y + height + 14}" width="68" height="34" rx="17" fill="#5b3df5"/>
	<text x="${x + width / 2}" y="${y + height + 38}" font-family="sans-serif" font-weight="700" font-size="20" text-anchor="middle" fill="#fff">${score}</text>`;
}

const page = (drawn: string): string =>
	`<body style="margin: 0; background: #fff"><svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${HARBOUR}${drawn}</svg></body>`;

/** Three clips beside the video that they come from. */
const become = (count: number): string =>
	page(
		wide(40, 180, 440, 3) +
			PARTS.slice(0, count)
				.map((part, index) => upright(part, 530 + index * 206, 140, 340))
				.join(''),
	);

/** What the film shows before the editor: pages, how long each stays in milliseconds, and what is said below. */
export const opening: ReadonlyArray<readonly [html: string, delay: number, words: string]> = [
	[page(wide(160, 50, 840, 0)), 1_400, 'A long video'],
	[page(wide(160, 50, 840, 3)), 900, 'A long video'],
	[become(1), 500, 'becomes short clips'],
	[become(2), 500, 'becomes short clips'],
	[become(3), 1_800, 'becomes short clips, best first'],
];
