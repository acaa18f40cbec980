import { createHash, randomInt } from 'node:crypto';
import { clipFilm, type Film } from './films';
import { failureOf, markersIn, nothingMatches } from './markers';
import type { Settings } from './settings';
import { videoTitles, type Story } from './stories';
import type { Submission } from './submission';

/** A clip as the simulator keeps it. */
export interface Clip extends Story {
	/** Digits. */
	readonly videoId: string;
	readonly fileName: string;
	readonly film: Film;
	/** 0 to 10. */
	readonly viralScore: number;
}

/** A project as the simulator keeps it. Times are epoch milliseconds. */
export interface Project {
	/** Whose it is, see the ledger. */
	readonly account: number;
	/** Digits. */
	readonly projectId: string;
	readonly projectName: string;
	readonly submission: Submission;
	readonly submittedAt: number;
	/** When the clips are ready, or the failure is known; infinite for a project that never ends by itself. */
	readyAt: number;
	/** The code by which it fails; null if it does not. */
	readonly failure: number | null;
	/** How many of the next questions a server in front of the service answers with its own page. */
	pagesToCome: number;
	/** Whether the clips stand under another name than in the interface. */
	readonly clipsElsewhere: boolean;
	/** Whether the answer to the submission has the ID in another place than in the interface. */
	readonly idElsewhere: boolean;
	/** Not in score order. */
	readonly clips: readonly Clip[];
	/** The workspace's webhook at the time of the submission. */
	readonly webhookUrl: string | null;
}

let lastNumber = randomInt(10_000_000, 80_000_000);

/** Ids differ between runs too, so that a client that remembers clips never takes new ones for old ones. */
function nextId(style: Settings['idStyle']): string {
	lastNumber += randomInt(1, 100);
	// Ends in 5: no double comes near 9e16 with an odd last digit, so any rounding shows.
	return style === 'big' ? `90071993${lastNumber}5` : `${lastNumber}`;
}

/** The same number for the same words every time. */
function steady(...words: Array<string | number>): number {
	return createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0);
}

function pick<T>(list: readonly T[], number: number): T {
	const chosen = list[number % list.length];
	if (chosen === undefined) throw new Error('nothing to pick from');
	return chosen;
}

function inventClips(submission: Submission, { idStyle, stories }: Settings): Clip[] {
	const { videoUrl, preferLength, ratioOfClip = 1, maxClipNumber = 100 } = submission;
	if ((submission.keywords ?? submission.keyword ?? '').includes(nothingMatches)) return [];

	const count = Math.min(maxClipNumber, 4 + (steady(videoUrl, 'count') % 5));
	const lengths = preferLength.includes(0) ? [1, 2, 3, 4] : preferLength;
	let tenths = 100 - (steady(videoUrl, 'best') % 6);
	const best = Array.from({ length: count }, (_, index): Clip => {
		const videoId = nextId(idStyle);
		const clip = {
			...pick(stories, steady(videoUrl, 'story') + index * 5),
			videoId,
			fileName: `${videoId}-${steady(videoUrl, index, 'file').toString(16).slice(0, 4)}.mp4`,
			film: clipFilm(ratioOfClip, pick(lengths, steady(videoUrl, index, 'length'))),
			viralScore: tenths / 10,
		};
		tenths -= 1 + (steady(videoUrl, index, 'score') % 7);
		return clip;
	});
	const [first, ...others] = best;
	const mixed = others.sort((a, b) => steady(videoUrl, a.title) - steady(videoUrl, b.title));
	// The best clip never comes first (unless it is alone): who trusts the order of the list shall notice.
	return first ? [...mixed.slice(0, 1), first, ...mixed.slice(1)] : [];
}

function nameOf({ projectName, videoType, videoUrl }: Submission): string {
	if (projectName?.trim()) return projectName;
	const file = new URL(videoUrl).pathname.split('/').at(-1) ?? '';
	return videoType === 1 && file !== '' ? file : pick(videoTitles, steady(videoUrl, 'title'));
}

/** Makes the project of an accepted submission; its clips depend on the source URL and the request only. */
export function newProject(submission: Submission, settings: Settings, account: number): Project {
	const words = markersIn(submission.videoUrl);
	const factor = words.has('sim-endless') ? Infinity : words.has('sim-slow') ? 10 : 1;
	const submittedAt = Date.now();
	return {
		account,
		projectId: nextId(settings.idStyle),
		projectName: nameOf(submission),
		submission,
		submittedAt,
		// Zero times infinity would be no number.
		readyAt: factor === Infinity ? Infinity : submittedAt + settings.processingSeconds * factor * 1000,
		failure: failureOf(submission.videoUrl),
		pagesToCome: words.has('sim-gateway') ? 2 : 0,
		clipsElsewhere: words.has('sim-clips-elsewhere'),
		idElsewhere: words.has('sim-id-elsewhere'),
		clips: inventClips(submission, settings),
		webhookUrl: settings.webhookUrl,
	};
}
