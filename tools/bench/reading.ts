/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/v3';
import { parseJson } from '../../nodes/Clip/lib/json';
import { readAnswer } from '../../nodes/Clip/service/rules/answer';
import { ensureRuntime, projectRoot } from '../host';
import { beside, type Benchmark, type Figure, inTurns } from './figure';
import { versionOf } from './n8n';

const clips = 100;
const [rounds, times] = [15, 200];
const projectId = '20417733';

/** The service's answer about a project that is ready, with clips as it sends them (field notes, Query). */
function answer(): string {
	const videos = Array.from({ length: clips }, (_, index) => ({
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

interface Documented {
	projectName: string;
	videos: Array<Record<string, unknown>>;
}

const documented = z.custom<Documented>();
const topics = z.custom<string[]>();

/** The least that makes the same items: it trusts that each field is as documented. */
function least(text: string, parse: (text: string) => unknown = JSON.parse) {
	const { projectName, videos } = documented.parse(parse(text));
	const read = videos.map((video) => {
		const relatedTopics = topics.parse(JSON.parse(String(video.relatedTopic)));
		const tags = relatedTopics.map((topic) => `#${topic.replaceAll(' ', '')}`).join(' ');
		return {
			rank: 0,
			viralScore: Number(video.viralScore),
			viralReason: video.viralReason,
			title: video.title,
			caption: `${String(video.title)}\n\n${tags}`,
			durationSeconds: Number(video.videoMsDuration) / 1000,
			videoUrl: video.videoUrl,
			expiresAt: new Date(Number(/[?&]Expires=(\d+)/.exec(String(video.videoUrl))?.[1]) * 1000).toISOString(),
			videoId: String(video.videoId),
			projectId,
			clipEditorUrl: video.clipEditorUrl,
			relatedTopics,
			hashtags: tags,
			transcript: video.transcript,
			projectName,
			starred: video.starred,
			disliked: video.disliked,
		};
	});
	read.sort((a, b) => b.viralScore - a.viralScore);
	read.forEach((clip, index) => (clip.rank = index + 1));
	return read;
}

function ours(text: string) {
	const read = readAnswer('query', { httpStatus: 200, text }, { askedFor: projectId });
	return 'project' in read ? read.project.clips : undefined;
}

/** Milliseconds of CPU time for each of many calls. */
function cpuOf(work: (text: string) => unknown, text: string): number {
	const before = process.cpuUsage();
	for (let time = 0; time < times; time += 1) work(text);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000 / times;
}

const samples = z.object({
	mine: z.array(z.number()),
	theirs: z.array(z.number()),
	exact: z.array(z.number()),
});

/** Measures in the process that runs it. */
async function measure(): Promise<z.infer<typeof samples>> {
	const text = answer();
	if (!isDeepStrictEqual(ours(text), least(text))) throw new TypeError('Both must give the same items.');
	return await inTurns(rounds, {
		mine: () => cpuOf(ours, text),
		theirs: () => cpuOf((given) => least(given), text),
		exact: () => cpuOf((given) => least(given, parseJson), text),
	});
}

/** What it takes to read an answer, beside the least that makes the same items, on the Node of n8n and on this one. */
export const reading: Benchmark = async (tell) => {
	const nodes = [...new Set([(await ensureRuntime()).node, process.execPath])];
	return nodes.map((path) => {
		const node = versionOf(path);
		tell(`reading answers on Node ${node}`);
		const output = execFileSync(path, ['--import', 'tsx', __filename, 'measure'], {
			cwd: projectRoot(),
			encoding: 'utf8',
		});
		const { mine, theirs, exact } = samples.parse(JSON.parse(output));
		const figure = (more: string, peer: string, sample: readonly number[]): Figure =>
			beside([`CPU to read an answer with ${clips} clips${more}`, 'ms'], mine, [peer, sample], {
				goal: { atMost: 1.3, of: 'ratio' },
				note: `the least trusts every field; ${rounds} rounds of ${times} answers`,
			});
		const figures = [
			figure('', 'the least that makes the same items', theirs),
			figure(', long IDs exact', 'the least that rounds no ID', exact),
		];
		return { node, figures };
	});
};

if (process.argv[2] === 'measure')
	void measure().then((taken) => process.stdout.write(JSON.stringify(taken)));
