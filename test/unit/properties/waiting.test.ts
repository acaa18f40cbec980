import fc from 'fast-check';
import { nextCheck } from '../../../nodes/Clip/wait/rules/nextCheck';
import { nextStep, startWaiting } from '../../../nodes/Clip/wait/rules/polling';
import { read } from '../given/answers';
import { always } from './always';

const codes = (...all: number[]) => all.map((code) => ({ code }));
const FINAL = [...codes(4001, 4002, 4006, 4242), { code: 2000, videos: [{ videoId: 1 }] }];
const OPEN = [...codes(9, 1000, 2000, 4003, 5000), '<html>'];
const oneOf = (bodies: unknown[]) => fc.constantFrom(...bodies.map((body) => read('query', body)));

it.each(['in the process', 'while the execution is paused'])(
	'A wait ends at a final answer or at the latest one interval after Max Wait, and asks no sooner than it may: %s',
	(how) => {
		const policies = fc.record({
			pollInterval: fc.integer({ min: 5_000, max: 600_000 }),
			maxWait: fc.integer({ min: 1_000, max: 7_200_000 }),
			growth: fc.constantFrom(undefined, 0, 0.1, 0.5),
		});
		const open = fc.array(oneOf(OPEN), { minLength: 1, maxLength: 40 });
		const answers = fc.record({ open, times: fc.nat(200), final: oneOf(FINAL) });
		const chances = fc.constantFrom(0, 0.5, 1);
		always(fc.tuple(policies, answers, chances), ([policy, { open, times, final }, chance]) => {
			const interval = Math.max(policy.pollInterval, policy.maxWait * (policy.growth ?? 0));
			let [state, now] = [startWaiting(0), 0];
			for (let asked = 0; ; asked += 1) {
				expect(now).toBeLessThanOrEqual(policy.maxWait + interval);
				const answer = asked < times ? (open[asked % open.length] ?? final) : final;
				const step = nextStep(state, answer, now, policy);
				if ('result' in step) {
					if (answer === final) expect(step.result.end).toMatch(/^(?:ready|failed)$/);
					return;
				}
				expect(answer).not.toBe(final);
				({ state } = step);
				const paused = nextCheck({ state, policy, askedAt: now }, now, chance);
				const next = how === 'in the process' ? step.askAt : paused;
				expect(Math.ceil(next - now)).toBeGreaterThanOrEqual(policy.pollInterval);
				now = next;
			}
		});
	},
);
