import { z } from 'zod/v3';
import { isJsonObject, type JsonObject } from '../../lib/json';
import type { NotPausedReason } from '../../problems/notices';
import { readProjectId } from '../../service/rules/project';
import { watchSchema } from './watch';

const storedItemSchema = z.object({
	itemIndex: z.number(),
	projectId: z.string().refine((id) => readProjectId(id) === id),
	watch: watchSchema,
	reused: z.boolean().optional(),
});

/** All that a status check remembers of the execution that it works for. */
export type PausedWait = z.output<typeof pausedWaitSchema>;

const pausedWaitSchema = z.object({
	executionId: z.string(),
	/** Of the account that all projects belong to, see `sealAccount`: people can see the items of a status check. */
	accountSeal: z.string(),
	watched: z.array(storedItemSchema),
	continuesOnFail: z.boolean(),
	/** Stored, because the check has a mode of its own, which does not tell who started the execution. */
	audience: z.enum(['person', 'personWithoutProject', 'caller', 'payerEachTime', 'operatorAfterPause']),
	/** What comes out for each input item, as far as it is known. */
	jsons: z.array(z.custom<JsonObject>(isJsonObject)),
	/** The projects that `jsons` do not show, for an error that ends the execution. */
	otherProjects: z.array(z.object({ itemIndex: z.number(), projectId: z.string() })),
});

/** Under this name the wait is stored: no item of the service has such a field. */
const FIELD = 'clipPausedWait';

/** The version of the stored form. Raise it where another version of this package could not read what this one stores. */
const VERSION = 1;

/** The wait as an item, or as the memory of a node, without what else its items hold. */
export const serializePausedWait = (wait: PausedWait): JsonObject => ({
	[FIELD]: { ...pausedWaitSchema.parse(wait), version: VERSION },
});

const CANNOT_CHECK = 'clipCannotCheck';

const notPausedReasonSchema = z.union([z.literal('needsData'), z.object({ n8n: z.string() })]);

/** The only item that comes out of a status check which cannot ask for the projects, and so ends at once. */
export const cannotCheckJson = (reason: NotPausedReason): JsonObject => ({ [CANNOT_CHECK]: reason });

export function readCannotCheck(given: unknown): NotPausedReason | null {
	const parsed = z.object({ [CANNOT_CHECK]: notPausedReasonSchema }).safeParse(given);
	return parsed.success ? parsed.data[CANNOT_CHECK] : null;
}

const versionedSchema = z
	.object({ version: z.literal(VERSION) })
	.passthrough()
	.pipe(pausedWaitSchema);

/** @returns null when this is no wait, or one of another version */
export function readPausedWait(stored: unknown): PausedWait | null {
	const parsed = z.object({ [FIELD]: versionedSchema }).safeParse(stored);
	return parsed.success ? parsed.data[FIELD] : null;
}
