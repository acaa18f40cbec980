/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/v3';
import { parseJson } from '../../nodes/Clip/lib/json';
import { readAnswer } from '../../nodes/Clip/service/rules/answer';
import { ensureRuntime, projectRoot } from '../host';
import { answerWith } from './answer';
import { type Benchmark, type Figure, summarize } from './figure';
import { versionOf } from './n8n';

const clips = 100;
const [rounds, times] = [15, 200];
const projectId = '20417733';

interface Documented {
	projectName: string;
	videos: Array<Record<string, unknown>>;
}

const documented = z.custom<Documented>();
const topics = z.custom<string[]>();

/** The least that makes the same items: it trusts that each field is as documented. */
export function least(text: string, parse: (text: string) => unknown = JSON.parse) {
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

export function ours(text: string) {
	const read = readAnswer('query', { httpStatus: 200, text }, { queriedProjectId: projectId });
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

/** Measures in the process that runs it, after a round that only warms up. */
function measure(): z.infer<typeof samples> {
	const text = answerWith(projectId, clips);
	if (!isDeepStrictEqual(ours(text), least(text))) throw new TypeError('Both must give the same items.');
	const taken: z.infer<typeof samples> = { mine: [], theirs: [], exact: [] };
	for (let round = 0; round <= rounds; round += 1) {
		const mine = cpuOf(ours, text);
		const theirs = cpuOf((given) => least(given), text);
		const exact = cpuOf((given) => least(given, parseJson), text);
		if (round === 0) continue;
		taken.mine.push(mine);
		taken.theirs.push(theirs);
		taken.exact.push(exact);
	}
	return taken;
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
		const figure = (more: string, peer: string, sample: readonly number[]): Figure => ({
			name: `CPU to read an answer with ${clips} clips${more}`,
			unit: 'ms',
			ours: summarize(...mine),
			peer: { name: peer, ...summarize(...sample) },
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

if (process.argv[2] === 'measure') process.stdout.write(JSON.stringify(measure()));
