/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { explainFailure } from '../host';
import { logFileOf } from '../host/paths';
import { example, RecipeBed } from '../beds/recipeBed';
import { feed } from '../receivers/feed';
import { type Benchmark, summarize } from './figure';
import { cpuMsOf, versionOf } from './n8n';

const rounds = 20;

/** From one execution of each workflow to the next, in milliseconds. */
const quarter = 15 * 60_000;

class RestBed extends RecipeBed {
	protected override hostOptions() {
		return { ...super.hostOptions(), logFile: logFileOf('n8n-bench-rest') };
	}

	/** Of n8n, and of what runs its Code nodes. */
	cpuMs(): number {
		const { pid } = this.host.n8n;
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number);
		return [pid, ...children.filter((id) => id > 0)].reduce((sum, id) => sum + cpuMsOf(id), 0);
	}

	async press(id: string, trigger: string): Promise<void> {
		const execution = await this.client.waitForExecution((await this.client.runWorkflow(id, trigger)) ?? '');
		if (execution.status !== 'success') throw new Error(explainFailure(execution));
	}
}

/** What Podcast to Approved Shorts takes where there is nothing to do: two shows without a new episode or clip. */
export const rest: Benchmark = async (tell) => {
	const bed = new RestBed();
	try {
		await bed.open();
		bed.play('feeds.example.com', { headers: { 'content-type': 'application/atom+xml' }, text: feed([]) });
		const setUp = await bed.save(example('podcast-to-approved-shorts-0-set-up.json'));
		await bed.press(setUp.id, 'After an Upgrade');
		for (const show of ['Harbour', 'Tides']) {
			const more = {
				account: 'main',
				slots: '18:00',
				zone: 'UTC',
				privacy: 'private',
				chat: 'https://chat.example.com/x',
			};
			await bed.tables.add('Podcast Shows', { show, feed: `https://feeds.example.com/${show}`, ...more });
		}
		const parts: string[] = [];
		for (const part of ['1-clip', '3-post', '4-tell'])
			parts.push((await bed.save(example(`podcast-to-approved-shorts-${part}.json`))).id);
		tell(`executing its three workflows ${rounds} times`);
		const shares: number[] = [];
		// The first round only warms up.
		for (let round = 0; round <= rounds; round += 1) {
			const before = bed.cpuMs();
			for (const id of parts) await bed.press(id, 'Every 15 Minutes');
			if (round > 0) shares.push(((bed.cpuMs() - before) / quarter) * 100);
		}
		const figure = {
			name: 'Podcast to Approved Shorts at rest, with two shows',
			unit: '% of a core',
			ours: summarize(...shares),
			goal: { atMost: 1, of: 'absolute' as const },
			note: 'CPU of n8n and of its task runner for the three workflows, each quarter of an hour; nothing is new',
		};
		return [{ node: versionOf(bed.host.runtime.node), figures: [figure] }];
	} finally {
		await bed.close();
	}
};
