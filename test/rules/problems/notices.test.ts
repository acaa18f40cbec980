import { hintTexts, remarkTexts } from '../../../nodes/Clip/problems/notices';
import { processingProject } from '../../../nodes/Clip/service/rules/project';
import { readClips } from '../../../nodes/Clip/service/rules/clip';

const OWNER = { projectId: '7', projectName: null };
const ready = (...videos: object[]) => {
	const clips = readClips(videos, OWNER);
	return { ...processingProject('7'), clips, clipCount: clips.length };
};

it.each([
	['nothing', ready(), "is ready, but has no clips. If 'Keywords to Find' is set, nothing matched"],
	[
		'one clip',
		ready({ viralScore: 4 }),
		'has 1 clip, but it does not pass the filters: the best viral score is 4.',
	],
	[
		'two clips',
		ready({ viralScore: 4 }, { viralScore: 5 }),
		'has 2 clips, but none passes the filters: the best viral score is 5.',
	],
	['two without a score', ready({}, {}), 'has 2 clips, but none passes the filters.'],
	[
		'clips that are not known',
		{ ...processingProject('7'), clipCount: 3 },
		'has 3 clips, but none passes the filters.',
	],
])('A project gives no item, and says why: %s', (_what, project, words) => {
	expect(hintTexts.whyNoClips(project)).toContain(`Project 7 ${words}`);
});

it.each([
	[3, 1, 'The input holds 3 clips of 1 project,'],
	[3, 2, 'The input holds 3 clips of 2 projects,'],
])('A hint about %i clips as input counts their projects: %i', (clips, projects, words) => {
	expect(hintTexts.clipsAsInput(clips, projects)).toContain(words);
});

it('No videos are named where there are none', () => {
	expect(remarkTexts.maybeSubmitted({ videos: [] })).toBe('');
});
