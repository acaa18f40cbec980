import { hinderedBy, NOTHING_CHARGED } from '../unit/given/texts';
import { certificateFile, openEncrypted } from '../engine/encrypted';
import { type Manner, type Proxy, startProxy } from '../engine/proxies';
import { type Credential, credentialFor, type Execution, itemsOf, until, withCredential } from '../host';
import { Bed } from './bed';
import { ended } from './cases/durableRuns';
import { flow, pausingClip, startWith, unpaced } from './flows';

/** A real n8n that calls by a proxy with a login, but for one name of this machine. */
class ProxyBed extends Bed {
	proxy: Proxy | undefined;

	protected override hostOptions() {
		const env = {
			HTTPS_PROXY: `http://me:word@${this.proxy?.host ?? ''}`,
			NO_PROXY: 'localhost',
			no_proxy: 'localhost',
			NODE_EXTRA_CA_CERTS: certificateFile('valid.pem'),
		};
		return { env };
	}

	override async open(): Promise<void> {
		this.proxy = await startProxy();
		await super.open();
	}

	override async close(): Promise<void> {
		await super.close();
		await this.proxy?.close();
	}
}

describe('on a real n8n that calls by a proxy', () => {
	const bed = new ProxyBed();
	const ends: Array<() => Promise<void>> = [];
	/** By the proxy, and without it. */
	const credentials: Credential[] = [];
	beforeAll(async () => {
		await bed.open();
		const way = await openEncrypted(bed.simulator.origin);
		ends.push(way.close);
		const { type, data } = credentialFor(bed.simulator);
		for (const name of ['127.0.0.1', 'localhost']) {
			const origin = way.origin.replace('127.0.0.1', name);
			const baseUrl = bed.simulator.baseUrl.replace(bed.simulator.origin, origin);
			credentials.push(await bed.client.createCredential({ name, type, data: { ...data, baseUrl } }));
		}
	});
	afterAll(async () => {
		await bed.close();
		for (const end of ends) await end();
	});
	beforeEach(() => behave('asks for a login'));

	const behave = (manner: Manner) => bed.proxy?.set(manner);
	const asked = () => bed.proxy?.asked.length ?? 0;
	const started = async (mark: string, credential = credentials[0]): Promise<string> => {
		if (credential === undefined) throw new TypeError('The bed is not open.');
		const options = { waitMode: 'inProcess', pollInterval: 5 };
		const create = { operation: 'create', videoUrl: '={{ $json.videoUrl }}', options };
		const workflow = flow(mark, [
			...startWith('Videos', [{ videoUrl: `https://youtu.be/${mark}` }]),
			pausingClip('Create', create),
		]);
		const saved = await bed.client.createWorkflow(withCredential(unpaced(workflow), credential));
		return (await bed.client.runWorkflow(saved.id, 'Start')) ?? '';
	};
	const hasClips = (execution: Execution, mark: string) => {
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		expect(itemsOf(execution, 'Create').map(({ json }) => json.status)).toEqual(['ready']);
		expect(bed.submissionsOf(mark)).toHaveLength(1);
	};

	it('Create gives the clips, and each call goes by the proxy', async () => {
		hasClips(await ended(bed, await started('by-proxy')), 'by-proxy');
		expect(asked()).toBeGreaterThanOrEqual(2);
	});

	it('hosts that NO_PROXY names are called without it', async () => {
		const before = asked();
		behave(403);
		hasClips(await ended(bed, await started('direct', credentials[1])), 'direct');
		expect(asked()).toBe(before);
	});

	it.each<Manner>([403, 407, 503, 'closes'])(
		'what the proxy refuses costs nothing, and names it: %s',
		async (manner) => {
			behave(manner);
			const mark = `refused-${typeof manner === 'number' ? manner : 'closed'}`;
			const { status, error } = await ended(bed, await started(mark));
			expect(status).toBe('error');
			expect(error?.message).toContain(hinderedBy('proxyRefusal').title);
			for (const part of [hinderedBy('proxyRefusal').todo, NOTHING_CHARGED]) {
				expect(error?.description).toContain(part);
			}
			expect(bed.submissionsOf(mark)).toEqual([]);
		},
	);

	it('a proxy that dies in the middle of a wait delays the clips, and no more', async () => {
		const id = await started('by-mortal');
		await until(() => bed.submissionsOf('by-mortal').length > 0);
		behave('closes');
		const before = asked();
		await until(() => asked() >= before + 2);
		behave('asks for a login');
		hasClips(await ended(bed, id), 'by-mortal');
	});
});
