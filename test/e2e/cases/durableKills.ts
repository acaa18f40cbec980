import { itemsOf, type Execution } from '../../host';
import type { Stage } from '../stage';
import { chain, ended, expectClips, parked, projectOf } from './durableRuns';
import { idsBeside } from './pausedRuns';

/** Pseudo-random numbers from 0 to 1, the same ones for the same seed. */
export function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A chain of Create and Get that is exposed to kills. */
export interface Exposed {
	mark: string;
	workflowId: string;
	id: string;
	videos: number;
}

/** Starts chains and waits until all of them are parked: a kill during a submission is another matter. */
export async function expose(stage: Stage, wanted: Record<string, string[]>): Promise<Exposed[]> {
	const exposed: Exposed[] = [];
	for (const [mark, markers] of Object.entries(wanted)) {
		const { id: workflowId } = await stage.save(chain(mark, markers));
		const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
		exposed.push({ mark, workflowId, id, videos: markers.length });
	}
	for (const { id } of exposed) await parked(stage, id);
	return exposed;
}

/** How the runs of a group ended. */
export interface Account {
	/** Those with all clips. */
	complete: number;
	/** How n8n gave up the others, with every project named in what is left of them. */
	named: string[];
	/** Complete ones in which Create came back before the project was ready, and Get waited on. */
	cutShort: number;
}

/** Waits for runs, and checks that none of them lost or repeated a project. */
export async function accountFor(stage: Stage, exposed: Exposed[]): Promise<Account> {
	const account: Account = { complete: 0, named: [], cutShort: 0 };
	for (const { id, mark, videos } of exposed) {
		const execution = await ended(stage, id);
		const labels = Array.from({ length: videos }, (_, index) => `${mark}-${index}`);
		if (execution.status === 'success') {
			await expectClips(stage, execution, labels);
			account.complete += 1;
			const early = itemsOf(execution, 'Create').some(({ json }) => json.status !== 'ready');
			if (early) account.cutShort += 1;
		} else {
			await expectNamed(stage, execution, labels);
			account.named.push(`${mark}: ${execution.status}, ${execution.error?.message ?? 'no error'}`);
		}
	}
	return account;
}

/** n8n may put an error of its own in the place of all that Create has left, but for what is kept beside the execution. */
async function expectNamed(stage: Stage, execution: Execution, labels: string[]): Promise<void> {
	const beside = await idsBeside(stage, execution.id);
	const left = JSON.stringify([execution.error, execution.nodes.Create, beside]);
	for (const label of labels) expect(left).toContain(projectOf(stage, label));
}

/** Whether the service got a question for the project of a video, or has answered one. */
export function asked(stage: Stage, label: string, how: 'got' | 'answered'): boolean {
	const projectId = projectOf(stage, label);
	return stage.simulator.requests.some(
		({ path, status }) => path.endsWith(`/query/${projectId}`) && (how === 'got' || status !== null),
	);
}
