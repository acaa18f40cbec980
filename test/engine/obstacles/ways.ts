/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import dns from 'node:dns';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { z } from 'zod/v3';
import { freePort, localhost } from '../../../tools/host/ports';
import { openEncrypted, trustCertificates } from '../bench/encrypted';
import { type Manner, startProxy } from '../bench/proxies';

/** What stands between n8n and the service. */
export type Way =
	/** Nobody listens at the port. */
	| 'refused'
	/** A certificate that n8n does not trust. */
	| 'untrusted'
	/** A certificate that has expired. */
	| 'expired'
	/** A host that does not exist. */
	| 'no host'
	/** A proxy that cannot be reached. */
	| 'no proxy'
	| { proxy: Manner };

/** A way to the service, on which n8n does not get through. */
export interface OpenWay {
	/** Where n8n takes the service to be. */
	origin: string;
	/** Lets n8n through from now on. */
	open: () => void;
	/** Lets it through no more. */
	shut: () => void;
	/** How often n8n has asked for it, where that can be told. */
	asked: () => number;
	close: () => Promise<void>;
}

const HOST = 'service.example';

/** Plays the look-up of names: only one host exists, and only where that is said. */
function playNames() {
	const state = { exists: false, asked: 0 };
	type Tell = (error: Error | null, address?: unknown, family?: number) => void;
	const lookUp = (name: string, { all }: { all?: boolean }, tell: Tell) => {
		state.asked += 1;
		const failure = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
			...{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name },
		});
		queueMicrotask(() => {
			if (name !== HOST || !state.exists) return tell(failure);
			if (all === true) return tell(null, [{ address: localhost, family: 4 }]);
			tell(null, localhost, 4);
		});
	};
	jest.spyOn(dns, 'lookup').mockImplementation(z.custom<typeof dns.lookup>().parse(lookUp));
	return state;
}

async function encryptedWay(service: string, trusted: boolean): Promise<OpenWay> {
	if (trusted) trustCertificates();
	const way = await openEncrypted(service, trusted ? 'expired.pem' : 'valid.pem');
	return {
		origin: way.origin,
		open: () => (trusted ? way.show('valid.pem') : trustCertificates()),
		shut: () => way.show('expired.pem'),
		asked: () => 0,
		close: way.close,
	};
}

async function refusedWay(service: string): Promise<OpenWay> {
	const port = Number(new URL(service).port);
	const server = createServer((socket) =>
		pipeline(socket, connect(port, localhost), socket, () => undefined),
	);
	const own = await freePort();
	return {
		origin: `http://${localhost}:${own}`,
		open: () => void server.listen(own, localhost),
		shut: () => void server.close(),
		asked: () => 0,
		close: async () => {
			server.close();
			await Promise.resolve();
		},
	};
}

async function proxyWay(service: string, manner: Manner | null): Promise<OpenWay> {
	trustCertificates();
	const [way, proxy] = [await openEncrypted(service), await startProxy()];
	if (manner !== null) proxy.set(manner);
	process.env.HTTPS_PROXY =
		manner === null ? `http://${localhost}:${await freePort()}` : `http://${proxy.host}`;
	return {
		origin: way.origin,
		open: () => proxy.set('works'),
		shut: () => proxy.set(manner ?? 'closes'),
		asked: () => proxy.asked,
		close: async () => {
			delete process.env.HTTPS_PROXY;
			await way.close();
			await proxy.close();
		},
	};
}

/** Puts something between n8n and the service. */
async function openWay(way: Way, service: string): Promise<OpenWay> {
	if (typeof way === 'object') return await proxyWay(service, way.proxy);
	if (way === 'no proxy') return await proxyWay(service, null);
	if (way === 'refused') return await refusedWay(service);
	if (way !== 'no host') return await encryptedWay(service, way === 'expired');
	const names = playNames();
	return {
		origin: `http://${HOST}:${new URL(service).port}`,
		open: () => (names.exists = true),
		shut: () => (names.exists = false),
		asked: () => names.asked,
		close: async () => await Promise.resolve(),
	};
}

/** Opens ways, which end with the test. */
export function useWays(): (way: Way, service: string) => Promise<OpenWay> {
	const ways: OpenWay[] = [];
	afterEach(async () => {
		for (const way of ways.splice(0)) await way.close();
	});
	return async (...given) => {
		const way = await openWay(...given);
		ways.push(way);
		return way;
	};
}
