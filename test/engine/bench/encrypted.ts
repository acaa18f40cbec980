/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import tls from 'node:tls';
import { listen, localhost, shut } from '../../../tools/host/ports';

/** A certificate of the tests' own. */
type Certificate = 'valid.pem' | 'expired.pem';

/** The file of a certificate, or of the key of both, which belongs to nobody else. */
export const certificateFile = (name: Certificate | 'service.key'): string =>
	join(__dirname, 'certificates', name);

const read = (name: Parameters<typeof certificateFile>[0]): Buffer => readFileSync(certificateFile(name));

/**
 * Opens an encrypted way to a server on this machine.
 *
 * @param origin - that of the server
 * @param certificate - what it shows of itself
 */
export async function openEncrypted(origin: string, certificate: Certificate = 'valid.pem') {
	const port = Number(new URL(origin).port);
	const identity = (name: Certificate) => ({ key: read('service.key'), cert: read(name) });
	const server = tls.createServer(identity(certificate), (socket) => {
		pipeline(socket, connect(port, localhost), socket, () => undefined);
	});
	// A client that does not trust it breaks off.
	server.on('tlsClientError', (_error, socket) => socket.destroy());
	const own = await listen(server);
	return {
		/** With https. */
		origin: `https://${localhost}:${own}`,
		/** From now on it shows this of itself. */
		show: (name: Certificate) => server.setSecureContext(identity(name)),
		close: async () => await shut(server),
	};
}

/** Lets this process trust the tests' own certificates, as NODE_EXTRA_CA_CERTS does, until jest takes back its mocks. */
export function trustCertificates(): void {
	const { createSecureContext } = tls;
	const ca = [read('valid.pem'), read('expired.pem')];
	jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) =>
			createSecureContext(options?.cert === undefined ? { ...options, ca } : options),
		);
}
