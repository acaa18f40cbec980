import fc from 'fast-check';
import { clipOutput } from '../../../nodes/Clip/get/rules/selection';
import { readProject } from '../../../nodes/Clip/service/rules/project';
import { nextCheck } from '../../../nodes/Clip/wait/rules/nextCheck';
import { nextStep, startWaiting } from '../../../nodes/Clip/wait/rules/polling';
import { read } from '../given/answers';
import { always } from './always';

const CLIPS = { code: 2000, videos: [{ videoId: 1 }] };
const FINAL = [CLIPS, { code: 4002 }, { code: 4001 }, { code: 4242 }, { code: 4006 }].map((body) =>
	read('query', body),
);
const OPEN = [
	{ code: 1000 },
	{ code: 2000, videos: [] },
	{ code: 5000 },
	{ code: 4003 },
	{ code: 9 },
	'<html>',
].map((body) => read('query', body));

describe('A wait for a project', () => {
	const policies = fc.record({
		pollInterval: fc.integer({ min: 5_000, max: 600_000 }),
		maxWait: fc.integer({ min: 1_000, max: 7_200_000 }),
	});
	const answers = fc.tuple(
		fc.array(fc.constantFrom(...OPEN), { minLength: 1, maxLength: 40 }),
		fc.nat(200),
		fc.constantFrom(...FINAL),
	);
	const chances = fc.constantFrom(0, 0.5, 1);

	it.each(['in the process', 'while the execution is paused'])(
		'ends at a final answer or at the latest one interval after Max Wait, and asks no sooner than it may: %s',
		async (how) => {
			await always(fc.tuple(policies, answers, chances), ([policy, [open, times, final], chance]) => {
				let [state, now] = [startWaiting(0), 0];
				for (let asked = 0; ; asked += 1) {
					expect(now).toBeLessThanOrEqual(policy.maxWait + policy.pollInterval);
					const answer = asked < times ? (open[asked % open.length] ?? final) : final;
					const step = nextStep(state, answer, now, policy);
					if ('result' in step) {
						if (answer === final) expect(step.result.end).toMatch(/^(?:ready|failed)$/);
						return;
					}
					expect(answer).not.toBe(final);
					({ state } = step);
					const paused = nextCheck({ state, policy, askAt: step.askAt }, now, chance);
					const next = how === 'in the process' ? step.askAt : paused;
					expect(Math.ceil(next - now)).toBeGreaterThanOrEqual(policy.pollInterval);
					now = next;
				}
			});
		},
	);
});

it('Get gives the wanted clips and no others, best first, with the ranks of their project', async () => {
	const score = fc.oneof(
		fc.constantFrom<unknown>(null, '', 'x', '10', '0', 9.4),
		fc.double({ min: 0, max: 10, noNaN: true }),
	);
	const wanted = fc.record({
		minViralScore: fc.constantFrom(null, 0, 5, 9.4, 10),
		limit: fc.constantFrom(null, 1, 2, 5, 99),
	});
	await always(fc.tuple(fc.array(score), wanted), ([scores, { minViralScore, limit }]) => {
		const project = readProject({ videos: scores.map((viralScore) => ({ viralScore })) }, '7', 'ready');
		const clips = clipOutput(project, { minViralScore, limit }, 'clips');
		const fitting = (project.clips ?? []).filter(
			({ viralScore }) => minViralScore === null || (viralScore !== null && viralScore >= minViralScore),
		);
		expect(clips).toHaveLength(Math.min(fitting.length, limit ?? Infinity));
		const ranks = clips.map(({ rank }) => Number(rank));
		expect(ranks).toEqual(fitting.map(({ rank }) => rank).slice(0, ranks.length));
		expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
		const [whole] = clipOutput(project, { minViralScore, limit }, 'project');
		expect(whole).toEqual({ ...project, clips, clipCount: clips.length });
	});
});
