/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { z } from 'zod/v3';
import { projectRoot } from '../host';
import { temporaryFolder } from '../host/folder';
import { hostFolder } from '../host/paths';
import { listen, shut } from '../host/ports';
import { quiet } from '../host/progress';
import { ensureRuntime } from '../host/runtime';

/** Where n8n keeps the settings of its installer. */
const SETTINGS = 'n8n/node_modules/n8n/dist/modules/community-packages/community-packages.config.js';

/** The host that n8n installs from; another one needs a licence. */
function registryHost(): string {
	const [, host = ''] = /https:\/\/([\w.-]+)/.exec(readFileSync(join(hostFolder(), SETTINGS), 'utf8')) ?? [];
	return host;
}

/** npm's registry as far as one package goes, on 127.0.0.1. */
export interface NpmRegistry {
	/** What an n8n must be started with to find it in the place of the real one. */
	env: Record<string, string>;
	/** The paths that were asked for, in order. */
	asked: string[];
	close(): Promise<void>;
}

/** A certificate for the registry that is good for the processes that are told to trust it. */
function certificate(folder: string, host: string): { key: Buffer; cert: Buffer; file: string } {
	const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const request = [
		'req',
		'-x509',
		'-newkey',
		'rsa:2048',
		'-nodes',
		'-days',
		'2',
		'-keyout',
		key,
		'-out',
		file,
	];
	const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
	execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' });
	return { key: readFileSync(key), cert: readFileSync(file), file };
}

/** What the registry tells of the package, as after its publication. */
function packumentOf(tarball: string, host: string) {
	const manifest = z
		.object({ name: z.string(), version: z.string() })
		.passthrough()
		.parse(JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')));
	const { name, version } = manifest;
	const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
	const dist = { integrity, tarball: `https://${host}/${name}/-/${basename(tarball)}` };
	const release = { ...manifest, dist };
	return {
		name,
		version,
		release,
		all: { name, 'dist-tags': { latest: version }, versions: { [version]: release } },
	};
}

/**
 * Serves a packed package as npm's registry does. n8n and npm reach it under the registry's own name: they are given a
 * proxy that leads there and nowhere else.
 *
 * @param tarball - the packed package
 */
export async function startNpmRegistry(tarball: string): Promise<NpmRegistry> {
	await ensureRuntime(quiet);
	const host = registryHost();
	const folder = temporaryFolder('npm-registry-');
	const { key, cert, file } = certificate(folder.path, host);
	const { name, version, release, all } = packumentOf(tarball, host);
	const answers = new Map<string, unknown>([
		[`/${name}`, all],
		[`/${name}/latest`, release],
		[`/${name}/${version}`, release],
	]);
	const asked: string[] = [];
	const registry = createTlsServer({ key, cert }, (request, response) => {
		const path = decodeURIComponent(request.url ?? '');
		asked.push(path);
		if (path.endsWith('.tgz')) return response.end(readFileSync(tarball));
		const answer = answers.get(path);
		response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
		return response.end(JSON.stringify(answer ?? { error: 'Not found' }));
	});
	const registryPort = await listen(registry);
	const sockets = new Set<Duplex>();
	const proxy = createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', (request, socket) => {
		// Whoever goes away must not end this process.
		socket.on('error', () => undefined);
		sockets.add(socket);
		if (request.url !== `${host}:443`) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		const through = connect(registryPort, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			through.pipe(socket).pipe(through);
		});
		return through.on('error', () => socket.destroy());
	});
	const address = `http://127.0.0.1:${await listen(proxy)}`;
	// Not the settings of whoever runs the tests.
	const [settings, none] = [join(folder.path, 'npmrc'), join(folder.path, 'global-npmrc')];
	writeFileSync(settings, `cache=${join(folder.path, 'cache')}\n`);
	writeFileSync(none, '');
	return {
		env: {
			HTTPS_PROXY: address,
			https_proxy: address,
			HTTP_PROXY: address,
			http_proxy: address,
			NODE_EXTRA_CA_CERTS: file,
			NPM_CONFIG_USERCONFIG: settings,
			NPM_CONFIG_GLOBALCONFIG: none,
		},
		asked,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			for (const server of [registry, proxy]) await shut(server);
			folder.remove();
		},
	};
}
