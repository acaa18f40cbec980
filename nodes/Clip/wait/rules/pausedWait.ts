import { z } from 'zod/v3';
import { isJsonObject, type JsonObject } from '../../lib/json';
import { NOT_PAUSED, type NotPausedReason } from '../../problems/notices';
import { readProjectId } from '../../service/rules/project';
import { watch } from './step';

export type StoredItem = z.output<typeof storedItem>;

const storedItem = z.object({
	itemIndex: z.number(),
	projectId: z.string().refine((id) => readProjectId(id) === id),
	/** A seal of the account that asks for it. */
	accountSeal: z.string(),
	watch,
	reused: z.boolean().optional(),
});

/** All that a status check remembers of the execution that it works for. */
export type PausedWait = z.output<typeof pausedWait>;

const pausedWait = z.object({
	executionId: z.string(),
	watched: z.array(storedItem),
	/** Whether a project that ends badly becomes an error item, and does not end the execution. */
	continuesOnFail: z.boolean(),
	/** Who reads an error: the check has a mode of its own. */
	reader: z.enum(['person', 'personWithoutProject', 'caller', 'payerEachTime', 'publisherAfterPause']),
	/** What comes out for each input item, as far as that is known. */
	jsons: z.array(z.custom<JsonObject>(isJsonObject)),
	/** Projects of the execution that no item shows, for an error that ends it: those of earlier runs of the node, and failed ones. */
	otherProjects: z.array(
		z.object({ itemIndex: z.number(), projectId: z.string(), runIndex: z.string().optional() }),
	),
});

/** The field that it is stored in. No item of the service has such a field. */
const FIELD = 'clipPausedWait';

/** The form in which it is stored: raise it where a package of today could not read what another has stored. */
const VERSION = 1;

/** A wait as it is stored, in an item or in the memory of a node. */
export const toStored = (wait: PausedWait): JsonObject => ({ [FIELD]: { ...wait, version: VERSION } });

/** The field in which a status check says why it ended at once. */
const CANNOT_CHECK = 'clipCannotCheck';

const notPausedReason: z.ZodType<NotPausedReason> = z.union([
	z.custom<keyof typeof NOT_PAUSED>((code) => typeof code === 'string' && Object.hasOwn(NOT_PAUSED, code)),
	z.object({ n8n: z.string() }),
]);

/** What a status check gives that cannot do its work. */
export const cannotCheck = (reason: NotPausedReason): JsonObject => ({ [CANNOT_CHECK]: reason });

/** The reason in what a status check gave; null when there is none. */
export function readCannotCheck(given: unknown): NotPausedReason | null {
	const parsed = z.object({ [CANNOT_CHECK]: notPausedReason }).safeParse(given);
	return parsed.success ? parsed.data[CANNOT_CHECK] : null;
}

const versioned = z
	.object({ version: z.literal(VERSION) })
	.passthrough()
	.pipe(pausedWait);

/**
 * Reads back a wait that went through n8n's database.
 *
 * @returns null when it is none of this form
 */
export function readPausedWait(stored: unknown): PausedWait | null {
	const parsed = z.object({ [FIELD]: versioned }).safeParse(stored);
	return parsed.success ? parsed.data[FIELD] : null;
}

const ofAnyForm = z.object({
	[FIELD]: z.object({
		watched: z.array(z.object({ projectId: z.unknown() }).catch({})).catch([]),
	}),
});

/**
 * The projects of a wait in another form.
 *
 * @returns null where no wait is stored
 */
export function projectsOfUnreadWait(stored: unknown): string[] | null {
	const parsed = ofAnyForm.safeParse(stored);
	return parsed.success
		? parsed.data[FIELD].watched.flatMap(({ projectId }) => readProjectId(projectId) ?? [])
		: null;
}
