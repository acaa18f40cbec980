/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** A process of n8n that dies and comes back. */
export interface Mortal {
	userFolder: string;
	kill(): Promise<unknown>;
	restart(): Promise<void>;
}

/** Removes what a killed n8n has left: when it finds this, it waits ten seconds before it starts, and does nothing else with it. */
export function forgetCrash({ userFolder }: Pick<Mortal, 'userFolder'>): void {
	rmSync(join(userFolder, '.n8n', 'crash.journal'), { force: true });
}

/** Ends processes at once, as a power cut would, and starts them again. */
export async function killAndRestart(members: readonly Mortal[]): Promise<void> {
	await Promise.all(members.map(async (member) => await member.kill()));
	members.forEach(forgetCrash);
	await Promise.all(members.map(async (member) => await member.restart()));
}
