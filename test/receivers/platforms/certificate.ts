/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate that nobody trusts but whom it is given to. */
export interface Certificate {
	readonly key: string;
	readonly cert: string;
	/** The file that holds {@link Certificate.cert}, for `NODE_EXTRA_CA_CERTS`. */
	readonly file: string;
}

/**
 * Makes a certificate for some hosts with the system's `openssl`.
 *
 * @param folder - where its files go
 */
export async function certificateFor(hosts: readonly string[], folder: string): Promise<Certificate> {
	const [keyFile, file] = [join(folder, 'platforms.key'), join(folder, 'platforms.pem')];
	const names = hosts.map((host) => `DNS:${host}`).join(',');
	await promisify(execFile)('openssl', [
		...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
		...['-keyout', keyFile, '-out', file, '-days', '2', '-subj', '/CN=Platforms of the tests'],
		...['-addext', `subjectAltName=${names}`],
	]);
	return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}
