/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { HostError } from '../errors';
import type { Account } from './program';

/** The account of a user in the text of `/etc/passwd`. */
function accountOf(name: string, passwd: string): Account | undefined {
	const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`));
	const [, , uid, gid] = line?.split(':') ?? [];
	const found = { uid: Number(uid), gid: Number(gid) };
	return found.uid > 0 && found.gid > 0 ? found : undefined;
}

/**
 * The user that a program runs as which refuses to be run by root, as PostgreSQL does: another one when this process
 * is root's, else `undefined`.
 * @throws HostError when there is no such user.
 */
export function unprivilegedAccount(): Account | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const passwd = readFileSync('/etc/passwd', 'utf8');
	const account = accountOf('postgres', passwd) ?? accountOf('nobody', passwd);
	if (account !== undefined) return account;
	throw new HostError(
		'PostgreSQL does not run as root, and the system has neither a user "postgres" nor "nobody". Start this as another user.',
	);
}

/** Whether every user gets to a file or folder, as far as the folders above it go. */
export function isOpenToAll(path: string): boolean {
	const full = resolve(path);
	const parent = dirname(full);
	// Execute permission for others: on a folder it lets them pass.
	const isOpen = (statSync(full).mode & 0o001) !== 0;
	return isOpen && (parent === full || isOpenToAll(parent));
}
