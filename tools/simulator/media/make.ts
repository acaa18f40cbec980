/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- a command, it never runs inside n8n */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { filmLengths } from '../films';

/*
 * Makes the sample films: a harbour at dusk, with a headline, subtitles, and a lighthouse that blinks. Needs Debian's ffmpeg and
 * fonts-dejavu.
 */

/** Width and height for each `ratioOfClip`. */
const SIZES: ReadonlyArray<[width: number, height: number, name: string]> = [
	[270, 480, '9:16'],
	[320, 320, '1:1'],
	[288, 360, '4:5'],
	[480, 270, '16:9'],
];

const HEADLINE = ['Never trust', 'a quiet harbour'];

/** What is said, with the word that is highlighted. */
const WORDS = [
	['If the harbour', 'is quiet,'],
	['ask who', 'left.'],
	['And ask', 'when they'],
	['are coming', 'back.'],
];

/** For how many seconds the headline and each subtitle stay. */
const STAY = 3;

const text = (x: number, y: number, size: number, fill: string, words: string): string =>
	`<text x="${x}" y="${y}" font-family="DejaVu Sans" font-weight="bold" font-size="${size}" text-anchor="middle" fill="${fill}" stroke="#10142c" stroke-width="${size / 5}" paint-order="stroke" stroke-linejoin="round">${words}</text>`;

/** One second of a film. */
function frame(second: number, seconds: number, [width, height, ratio]: (typeof SIZES)[number]): string {
	const sea = height * 0.62;
	const tower = width * 0.72;
	const lamp = sea - height * 0.2;
	const size = Math.min(width, height) / 10.5;
	const [first = '', marked = ''] = WORDS[Math.floor(second / STAY) % WORDS.length] ?? [];
	const headline = HEADLINE.map((line, row) =>
		text(width / 2, height * 0.14 + row * size * 1.2, size, '#fff', line),
	);
	const beam = `<path d="M${tower} ${lamp} L0 ${lamp - height * 0.13} V${lamp + height * 0.03} Z" fill="#ffe9a8" opacity="0.55"/>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
	<rect width="100%" height="34%" fill="#232c63"/>
	<rect y="34%" width="100%" height="16%" fill="#6b3f77"/>
	<rect y="50%" width="100%" height="50%" fill="#e0805c"/>
	<circle cx="${width * 0.26}" cy="${sea}" r="${size * 1.5}" fill="#ffd97a"/>
	<rect y="${sea}" width="100%" height="${height - sea}" fill="#1b3a5c"/>
	<path d="M${tower - size * 1.9} ${sea} q${size * 1.9} ${-size * 1.2} ${size * 3.8} 0 Z" fill="#10142c"/>
	${Math.floor(second / STAY) % 2 === 0 ? beam : ''}
	<path d="M${tower - size * 0.5} ${sea - size * 0.3} L${tower - size * 0.3} ${lamp} h${size * 0.6} L${tower + size * 0.5} ${sea - size * 0.3} Z" fill="#f4f1ea"/>
	<rect x="${tower - size * 0.4}" y="${lamp - size * 0.5}" width="${size * 0.8}" height="${size * 0.5}" fill="#ffe9a8"/>
	<path d="M${tower - size * 0.5} ${lamp - size * 0.5} h${size} l${-size * 0.5} ${-size * 0.5} Z" fill="#c2412d"/>
	${second < STAY ? headline.join('') : ''}
	${text(width / 2, height * 0.77, size, '#fff', first)}
	${text(width / 2, height * 0.77 + size * 1.3, size * 1.1, '#ffe27a', marked)}
	<text x="${width / 2}" y="${height - 14}" font-family="DejaVu Sans" font-size="9" text-anchor="middle" fill="#c9d3e6">simulated clip, ${ratio}, ${seconds} s</text>
	<rect y="${height - 5}" width="${(width * (Math.floor(second / STAY) * STAY)) / seconds}" height="5" fill="#ffe27a"/>
</svg>`;
}

async function film(ratio: number, length: number, seconds: number, folder: string): Promise<void> {
	const size = SIZES[ratio - 1];
	if (size === undefined) throw new TypeError(`There is no size for the ratio ${ratio}.`);
	const frames = join(folder, `${ratio}-${length}`);
	mkdirSync(frames);
	for (let second = 0; second < seconds; second += 1) {
		const picture = await sharp(Buffer.from(frame(second, seconds, size)))
			.png()
			.toBuffer();
		writeFileSync(join(frames, `${String(second).padStart(3, '0')}.png`), picture);
	}
	const encoding = '-c:v libx264 -preset veryslow -tune animation -crf 38 -g 300 -pix_fmt yuv420p';
	const exact = '-fflags +bitexact -flags +bitexact -movflags +faststart';
	const input = ['-y', '-loglevel', 'error', '-framerate', '1', '-i', join(frames, '%03d.png')];
	const output = join(__dirname, `clip-${ratio}-${length}.mp4`);
	execFileSync('ffmpeg', [...input, ...encoding.split(' '), ...exact.split(' '), output]);
}

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'films-'));
	try {
		for (const [row, lengths] of filmLengths.entries()) {
			for (const [column, seconds] of lengths.entries()) {
				await film(row + 1, column + 1, seconds, folder);
			}
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${String(error)}\n`);
	process.exitCode = 1;
});
