/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/v3';
import { flow, node, pausingClip, startWith } from '../beds/flows';
import { itemsOf, type Execution } from '../host';
import type { Simulator } from '../simulator';
import { type Benchmark, summarize } from './figure';
import { answerWith } from './answer';
import { lastedFrom, withPlace } from './n8n';
import { request } from './waiting/ways';

const projects = 100;
const clipsOfEach = 100;
const rounds = 7;

/** One item per clip, best first within its project, with the fields that a publishing node needs. */
const clipFields = String.raw`
const byProject = new Map();
for (const [index, { json }] of $input.all().entries()) {
	const { projectId, projectName, videos } = json;
	const { videoMsDuration, relatedTopic, ...others } = videos;
	const score = videos.viralScore === null || videos.viralScore === '' ? NaN : Number(videos.viralScore);
	const milliseconds = Number(videoMsDuration);
	let relatedTopics = [];
	try {
		relatedTopics = typeof relatedTopic === 'string' ? JSON.parse(relatedTopic) : (relatedTopic ?? []);
	} catch {}
	const expires = Number(/[?&]Expires=(\d+)/.exec(videos.videoUrl ?? '')?.[1]);
	const hashtags = relatedTopics.map((topic) => '#' + topic.replaceAll(' ', '')).join(' ');
	const clip = {
		...others,
		projectId: String(projectId),
		projectName,
		rank: 0,
		videoId: String(videos.videoId),
		viralScore: Number.isNaN(score) ? null : score,
		relatedTopics,
		hashtags,
		caption: [videos.title, hashtags].filter(Boolean).join('\n\n'),
		durationSeconds: Number.isNaN(milliseconds) ? null : milliseconds / 1000,
		expiresAt: expires > 0 ? new Date(expires * 1000).toISOString() : null,
	};
	const list = byProject.get(clip.projectId) ?? [];
	list.push({ json: clip, pairedItem: index });
	byProject.set(clip.projectId, list);
}
return [...byProject.values()].flatMap((list) => {
	list.sort((a, b) => (b.json.viralScore ?? -1) - (a.json.viralScore ?? -1));
	list.forEach((clip, index) => (clip.json.rank = index + 1));
	return list;
});`;

/** Projects of which the service answers with as many clips as a project can have. */
function addProjects({ faults }: Simulator): object[] {
	return Array.from({ length: projects }, (_, index) => {
		const projectId = `${20_000_000 + index}`;
		const body = answerWith(projectId, clipsOfEach);
		faults.add({ on: 'query', times: 1_000, match: { projectId }, fault: { kind: 'body', body } });
		return { projectId };
	});
}

const clip = z.object({ videoUrl: z.string(), expiresAt: z.string() }).passthrough();

/** The items that come out last; every query makes links of its own. */
const withoutLinks = (execution: Execution, last: string) =>
	itemsOf(execution, last).map(({ json }) => ({ ...clip.parse(json), videoUrl: '', expiresAt: '' }));

/** Milliseconds to the items of clips, against HTTP Request with the nodes that make the same items. */
export const items: Benchmark = async (tell) =>
	await withPlace({ processingSeconds: 0 }, async ({ simulator, open }) => {
		const n8n = await open();
		const start = startWith('Projects', addProjects(simulator));
		const url = `=${simulator.baseUrl}/open-api/v1/project/query/{{ $json.projectId }}`;
		const ours = flow('Get', [
			...start,
			pausingClip('Get', { operation: 'get', projectId: '={{ $json.projectId }}', simplify: false }),
		]);
		const peer = flow('Built-in nodes', [
			...start,
			request('Query', { url }, { retryOnFail: true, waitBetweenTries: 5000 }),
			node('Clips', 'n8n-nodes-base.splitOut', {
				parameters: {
					fieldToSplitOut: 'videos',
					include: 'selectedOtherFields',
					fieldsToInclude: 'projectId, projectName',
					options: {},
				},
			}),
			node('Fields', 'n8n-nodes-base.code', { typeVersion: 2, parameters: { jsCode: clipFields } }),
		]);
		// The first run of each only warms up, and shows that both give the same.
		const [first, second] = [await n8n.execute(ours), await n8n.execute(peer)];
		const clips = withoutLinks(first, 'Get');
		if (
			clips.length !== projects * clipsOfEach ||
			!isDeepStrictEqual(clips, withoutLinks(second, 'Fields'))
		) {
			throw new TypeError(`Get and the peer give different items, or not ${projects * clipsOfEach}.`);
		}
		const [mine, theirs]: [number[], number[]] = [[], []];
		for (let round = 1; round <= rounds; round += 1) {
			mine.push(lastedFrom(await n8n.execute(ours), 'Get'));
			theirs.push(lastedFrom(await n8n.execute(peer), 'Query', 'Fields'));
			tell(`round ${round} of ${rounds}`);
		}
		const figure = {
			name: `Get of ${projects} projects with ${clipsOfEach} clips each`,
			unit: 'ms',
			ours: summarize(...mine),
			peer: { name: 'HTTP Request, Split Out, Code', ...summarize(...theirs) },
			goal: { atMost: 0.5, of: 'ratio' as const },
			note: `of ${projects} projects; the same items come out of both`,
		};
		return [{ node: n8n.node, figures: [figure] }];
	});
