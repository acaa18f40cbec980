/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { batchSize, type Batch } from './batch';
import { between, type Moment, type Plan } from './plan';
import { wantsRetry } from './tend';

/** What a kill can be aimed at. */
export interface Field {
	/** All batches that were prepared, those that have ended included. */
	batches: readonly Batch[];
	/** Those that were prepared for this kill; none of them is started yet. */
	fresh: readonly Batch[];
	retry: (batch: Batch) => void;
	/** Looks which executions a batch has, without being waited for: in queue mode they tell its worker. */
	look: (batch: Batch) => void;
	/** Looks after the batches until a condition holds that may take minutes, or can no longer come about. */
	tendUntil: (condition: () => boolean) => Promise<void>;
}

/** Milliseconds from one look at the simulator to the next: shorter than anything that is aimed at. */
const glance = 3;

/** Waits for what comes within seconds, if at all. */
async function soon(condition: () => boolean): Promise<void> {
	const deadline = Date.now() + 60_000;
	while (!condition() && Date.now() < deadline) await pause(glance);
}

/** Starts batches at different moments, so that they are in different states; the first one at once. */
async function startAll({ fresh, look }: Field, random: () => number): Promise<void> {
	const [first, ...others] = fresh;
	first?.start();
	for (const batch of others) void pause(between(random, 0, 1_500)).then(() => batch.start());
	await soon(() => first === undefined || first.arrived() > 0);
	if (first !== undefined) look(first);
}

const asleep = ({ isOver, status }: Batch): boolean => !isOver && status === 'waiting';

/** n8n retries no run that was started by hand and crashed. */
const isRetriable = (batch: Batch): boolean =>
	wantsRetry(batch) && !(batch.kind.startedBy === 'manual' && batch.status === 'crashed');

/** Whether some of its videos are held back just now. */
function isResting(batch: Batch): boolean {
	const last = batch.seen.submissions.at(-1)?.at ?? Infinity;
	const isAlive = batch.status === 'waiting' || batch.status === 'running';
	return isAlive && Date.now() - last > 2_000 && batch.unsent() > 0;
}

type Aim = (field: Field, random: () => number) => Promise<Batch | undefined>;

/** Each waits for its moment and resolves in it, with the batch that is to be hit. */
const aims: Record<Moment, Aim> = {
	starting: async ({ fresh }, random) => {
		fresh[0]?.start();
		await pause(between(random, 0, 400));
		return fresh[0];
	},
	submitting: async (field, random) => {
		const [lead] = field.fresh;
		const wanted = 1 + Math.floor(random() * batchSize);
		await startAll(field, random);
		await soon(() => lead === undefined || lead.arrived() >= wanted);
		await pause(between(random, 0, 60));
		return lead;
	},
	pausing: async (field, random) => {
		const [lead] = field.fresh;
		await startAll(field, random);
		await soon(() => lead === undefined || lead.seen.submissions.length >= batchSize);
		await pause(between(random, 0, 200));
		return lead;
	},
	retrying: async (field, random) => {
		const { batches, fresh, retry, look } = field;
		const [lead] = batches.filter(isRetriable).sort((one, other) => other.unsent() - one.unsent());
		if (lead === undefined) return await aims.submitting(field, random);
		const before = lead.arrived();
		const wanted = 1 + Math.floor(random() * Math.max(1, lead.unsent()));
		for (const batch of fresh) batch.start();
		retry(lead);
		await soon(() => lead.arrived() > before || lead.retried.asked !== 'asked');
		look(lead);
		await soon(() => lead.arrived() >= before + wanted || lead.retried.asked !== 'asked');
		await pause(between(random, 0, 60));
		return lead;
	},
	paused: async ({ batches, tendUntil }, random) => {
		await tendUntil(() => batches.some(asleep));
		await pause(between(random, 0, 3_000));
		return batches.find(asleep);
	},
	heldBack: async ({ batches, tendUntil }, random) => {
		const more = 1 + Math.floor(random() * 3);
		const paced = batches.filter(({ kind }) => kind.perMinute < batchSize);
		const wanted = new Map<Batch, number>();
		const isHit = (batch: Batch) => {
			if (!wanted.has(batch) && isResting(batch)) {
				wanted.set(batch, batch.arrived() + Math.min(more, batch.unsent()));
			}
			return batch.arrived() >= (wanted.get(batch) ?? Infinity);
		};
		await tendUntil(() => paced.some(isHit) || paced.every(({ isOver }) => isOver));
		await pause(between(random, 0, 60));
		return paced.find(isHit);
	},
	polling: async ({ batches, tendUntil }, random) => {
		const before = new Map(batches.map((batch) => [batch, batch.seen.questions.length]));
		const isAsked = (batch: Batch) => batch.seen.questions.length > (before.get(batch) ?? 0);
		await tendUntil(() => batches.some(isAsked));
		await pause(between(random, 0, 400));
		return batches.find(isAsked);
	},
	resuming: async ({ batches, tendUntil }, random) => {
		const waiting = batches.filter((batch) => !batch.isOver && !batch.isAnswered());
		const isAnswered = (batch: Batch) => batch.isAnswered();
		await tendUntil(() => waiting.some(isAnswered));
		await pause(between(random, 0, 1_000));
		return waiting.find(isAnswered);
	},
};

/** Waits for the moment of a planned kill; gives the batch that is to be hit, if there is one. */
export const takeAim = async ({ moment, random }: Plan, field: Field): Promise<Batch | undefined> =>
	await aims[moment](field, random);
