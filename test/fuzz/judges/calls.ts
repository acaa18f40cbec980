import type { NodeRunResult } from '../../engine/harness';
import type { Called } from '../../engine/webhook';
import { goodItems } from './told';
import type { Breach } from './verdict';

/** The project that a lenient service means. */
export const lenient = (projectId: string): string => String(Number.parseInt(projectId, 10));

/**
 * Each clip of the service comes once, whatever the calls are. Where no answer names the project, it counts as another one for
 * each spelling of its ID.
 */
export function judgeRepeats(results: readonly NodeRunResult[]): Breach[] {
	const seen = new Map<string, Array<{ run: number; projectId: string }>>();
	for (const [run, result] of results.entries()) {
		for (const { json } of goodItems(result)) {
			const clips = Array.isArray(json.clips) ? json.clips : [json];
			for (const { projectId, videoId } of clips) {
				if (typeof videoId !== 'string' || typeof projectId !== 'string') continue;
				const id = `${lenient(projectId)}/${videoId}`;
				const before = seen.get(id) ?? [];
				const own = { run, projectId };
				if (before.some((other) => other.run !== run && other.projectId === projectId))
					return [
						{
							promise: 'truth',
							what: `the clip ${id} was delivered by two runs, the second time as ${projectId}`,
						},
					];
				seen.set(id, [...before, own]);
			}
		}
	}
	return [];
}

/** A call starts a run exactly when it may. */
export function judgeCall(
	{ right, body }: { right: boolean; body: Buffer },
	{ refused, started }: Called,
): Breach[] {
	if (!right && started.length > 0)
		return [
			{
				promise: 'truth',
				what: `a call without the secret started a run: ${body.toString('latin1', 0, 60)}`,
			},
		];
	if (started.length === 0 && refused === null)
		return [{ promise: 'truth', what: 'a call was accepted, and started nothing' }];
	if (refused !== null && ![400, 401].includes(refused))
		return [{ promise: 'crash', what: `a call got HTTP ${refused}` }];
	return [];
}
