/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { takeAim } from './aim';
import { Batch, batchSize, kindOf } from './batch';
import { gather } from './evidence';
import { judge } from './judge';
import { glimpse, hitBy } from './moment';
import { between, type Moment, type Plan } from './plan';
import type { Killed, Line } from './state';
import { look, wantsRetry, whileThere } from './tend';
import { Traffic } from './traffic';
import { brokenBy } from './verdict';
import type { Victim } from './victim';

/** How many batches are started for a kill: several at once are in several states, and two cores bear only so many. */
const companions: Record<Moment, number> = {
	starting: 3,
	submitting: 3,
	pausing: 2,
	paused: 0,
	heldBack: 0,
	polling: 0,
	resuming: 0,
	retrying: 1,
};

/** How many kills ahead a batch is started that must be paused, or hold videos back: it takes a minute until it goes on. */
const ahead = 4;

/** Milliseconds after which what a kill waits for counts as not to come: questions come after two minutes at the latest. */
const aimPatience = 4 * 60_000;

/** Milliseconds that batches have to end after the last kill. */
const endPatience = 20 * 60_000;

/** What a hunt needs to know. */
export interface HuntOptions {
	/** Begins every mark; no other hunt in the same state file has the same one. */
	name: string;
	/** Gets what is to be remembered. */
	keep: (line: Line) => void;
	/** Gets lines for a person. */
	tell: (line: string) => void;
	/** Gets all that is known of a batch that shows a promise to be broken. */
	show: (mark: string, known: object) => void;
	/** Whether it is to end a minute earlier, by leaving out slow videos. */
	short?: boolean;
}

/** Kills an n8n again and again, and sees what becomes of batches. */
export class Hunt {
	private readonly traffic: Traffic;
	private readonly batches = new Set<Batch>();
	private tending: Promise<unknown> = Promise.resolve();
	private prepared = 0;

	constructor(
		private readonly victim: Victim,
		private readonly options: HuntOptions,
	) {
		this.traffic = new Traffic(victim.stage.simulator);
	}

	/** Carries out kills, and waits until all batches have ended that were exposed to them. */
	async run(plans: readonly Plan[]): Promise<void> {
		for (const [place, plan] of plans.entries()) {
			await this.carryOut(plan, plans.slice(place + 1, place + 1 + ahead));
		}
		const deadline = Date.now() + endPatience;
		while (this.batches.size > 0 && Date.now() < deadline) {
			await this.tend();
			await pause(2_000);
		}
		for (const batch of this.batches) await this.conclude(batch);
	}

	private async carryOut(plan: Plan, next: readonly Plan[]): Promise<void> {
		const { moment, random, target } = plan;
		const { client } = this.victim.stage;
		const since = Date.now();
		await this.tend(moment === 'retrying');
		await this.provide(plan, next);
		const fresh = await this.prepare(companions[moment], random);
		this.answerSlowly(random);
		const lead = await takeAim(plan, {
			batches: [...this.batches],
			fresh,
			retry: (batch) => batch.retry(client, random),
			look: (batch) => void whileThere(async () => await look(client, batch)),
			tendUntil: async (condition) => await this.tendUntil(condition),
		});
		const at = Date.now();
		const dying = this.victim.kill(target, lead?.executionIds ?? []);
		const seen = [...this.batches].map((batch) => ({ batch, glimpsed: glimpse(batch, at) }));
		const names = await dying;
		await this.victim.restart();
		await this.tending;
		const hits: Killed['hits'] = [];
		for (const { batch, glimpsed } of seen) {
			await look(client, batch);
			const hit = hitBy(glimpsed, batch);
			if (hit === undefined) continue;
			batch.hits.push({ at, moment: hit });
			hits.push({ mark: batch.kind.mark, moment: hit });
		}
		const ofLead =
			hits.find(({ mark }) => mark === lead?.kind.mark) ?? hits.find((hit) => hit.moment === moment);
		const actual = (ofLead ?? hits[0])?.moment ?? moment;
		const { mode, index } = plan;
		this.options.keep({ type: 'kill', mode, index, target, aimed: moment, moment: actual, hits });
		const seconds = Math.round((Date.now() - since) / 1_000);
		const others = hits.map((hit) => hit.moment).join(', ');
		this.options.tell(`${mode} ${index + 1}: ${names.join(' + ')}, ${actual} (${others}), ${seconds} s`);
	}

	/** Sees to it that there is something to aim at. */
	private async provide({ moment, random }: Plan, next: readonly Plan[]): Promise<void> {
		const all = [...this.batches];
		const isPaced = (batch: Batch) => batch.kind.perMinute < batchSize && batch.unsent() > 0;
		const soon = [moment, ...next.map((plan) => plan.moment)];
		if (soon.includes('heldBack') && !all.some(isPaced)) {
			for (const batch of await this.prepare(1, random, batchSize / 2)) batch.start();
		}
		const wantsPause = soon.some((one) => one === 'paused' || one === 'polling' || one === 'resuming');
		if (wantsPause && all.filter((batch) => !batch.isAnswered()).length < 2) {
			for (const batch of await this.prepare(2, random)) batch.start();
		}
	}

	private async prepare(count: number, random: () => number, perMinute?: number): Promise<Batch[]> {
		const { stage } = this.victim;
		const fresh: Batch[] = [];
		for (let one = 0; one < count; one += 1) {
			const mark = `${this.options.name}-${(this.prepared += 1)}`;
			const kind = kindOf(mark, random, this.options.short !== true);
			const paced = perMinute === undefined ? kind : { ...kind, perMinute };
			fresh.push(await Batch.prepare(stage, this.traffic, paced, random));
		}
		for (const batch of fresh) this.batches.add(batch);
		return fresh;
	}

	/** Long answers to questions are hit more often. */
	private answerSlowly(random: () => number): void {
		const { faults } = this.victim.stage.simulator;
		const pending = faults.pending.filter(({ on }) => on === 'query').length;
		for (let one = pending; one < 24; one += 1) {
			faults.add({ on: 'query', fault: { kind: 'delay', seconds: between(random, 0.05, 0.7) } });
		}
	}

	private async tendUntil(condition: () => boolean): Promise<void> {
		const deadline = Date.now() + aimPatience;
		const aimed = new AbortController();
		const goOn = async (): Promise<void> => {
			while (!aimed.signal.aborted) {
				await this.tend();
				await pause(1_000, undefined, { signal: aimed.signal }).catch(() => undefined);
			}
		};
		this.tending = goOn();
		while (!condition() && Date.now() < deadline) await pause(3);
		aimed.abort();
	}

	/**
	 * Does for each batch what a user would do now, and judges what has ended. It leaves off when n8n dies meanwhile.
	 *
	 * @param reserve - whether to leave what could be retried to the next kill
	 */
	private async tend(reserve = false): Promise<void> {
		const { client } = this.victim.stage;
		await whileThere(async () => {
			for (const batch of this.batches) {
				await look(client, batch);
				if (batch.isOver) await this.conclude(batch);
				else if (wantsRetry(batch) && !reserve) batch.retry(client, Math.random);
			}
		});
	}

	private async conclude(batch: Batch): Promise<void> {
		const { client } = this.victim.stage;
		const evidence = await gather(client, batch.workflowId);
		const verdict = await judge(this.victim, batch, evidence);
		this.batches.delete(batch);
		batch.forgetFaults();
		if (batch.kind.startedBy === 'webhook') {
			await client.deactivateWorkflow(batch.workflowId).catch(() => undefined);
		}
		this.options.keep(verdict);
		const { mark, outcome } = verdict;
		const broken = brokenBy(verdict);
		this.options.tell([`  ${mark}: ${outcome}`, ...broken].join('\n    '));
		if (broken.length === 0) return;
		const { kind, hits, attempts } = batch;
		this.options.show(mark, { verdict, kind, hits, attempts, ...batch.seen, evidence });
	}
}
