import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { credentialFor, type CredentialTest } from '../../host';
import { freePort } from '../../host/ports';
import type { Bed } from '../bed';
import { withOtherServer } from '../otherServer';

const wrongKey = /rejected the key/;
const notTheService = /does not answer like the video clipping service/;
const busy = /cannot answer at the moment/;

/** The test behind the credential's "Save" button. */
export function credentialCases(bed: Bed): void {
	/** Saves the simulator's credential with some changes, and tests it as the editor does. */
	const test = async (changes: Record<string, string> = {}): Promise<CredentialTest> => {
		const { type, data } = credentialFor(bed.simulator);
		const wanted = { name: 'Under test', type, data: { ...data, ...changes } };
		const { id } = await bed.client.createCredential(wanted);
		return await bed.client.testCredential({ ...wanted, id });
	};
	const expectFailure = ({ status, message }: CredentialTest, pattern: RegExp) => {
		expect(message).toMatch(pattern);
		expect(status).toBe('Error');
	};

	let spentBefore = 0;
	beforeEach(() => (spentBefore = bed.simulator.ledger.length));
	afterEach(() => {
		expect(bed.simulator.ledger).toHaveLength(spentBefore);
		bed.simulator.configure({ authStyle: 'code' });
	});

	it('says OK with the right key', async () => {
		expect(await test()).toMatchObject({ status: 'OK' });
	});

	it('says OK when the address ends with slashes, or was pasted with spaces around it', async () => {
		expect(await test({ baseUrl: `${bed.simulator.baseUrl}//` })).toMatchObject({ status: 'OK' });
		expect(await test({ baseUrl: ` ${bed.simulator.baseUrl} ` })).toMatchObject({ status: 'OK' });
	});

	it('tells a wrong key that is answered with code 4001', async () => {
		expectFailure(await test({ apiKey: 'another key' }), wrongKey);
	});

	it('tells a wrong key that is answered with HTTP 401', async () => {
		bed.simulator.configure({ authStyle: 'http' });
		expectFailure(await test({ apiKey: 'another key' }), wrongKey);
	});

	it('tells a wrong key that a gateway answers with a page and HTTP 403', async () => {
		await withOtherServer({ status: 403 }, async ({ url }) => {
			expectFailure(await test({ baseUrl: url }), wrongKey);
		});
	});

	it('tells a header of another name, which carries no key', async () => {
		expectFailure(await test({ headerName: 'X-API-KEY' }), wrongKey);
	});

	it('tells an address at which a web page answers', async () => {
		await withOtherServer({ status: 200 }, async ({ url }) => {
			expectFailure(await test({ baseUrl: url }), notTheService);
		});
	});

	it('tells an address at which another interface answers with JSON', async () => {
		const json = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' };
		await withOtherServer(json, async ({ url }) => {
			expectFailure(await test({ baseUrl: url }), notTheService);
		});
	});

	it('tells an address at which a web server knows no such page', async () => {
		await withOtherServer({ status: 404 }, async ({ url }) => {
			expectFailure(await test({ baseUrl: url }), notTheService);
		});
		expectFailure(await test({ baseUrl: bed.simulator.origin }), notTheService);
	});

	it('tells an address with too much behind the first path segment', async () => {
		const baseUrl = `${bed.simulator.baseUrl}/open-api/v1`;
		expectFailure(await test({ baseUrl }), notTheService);
	});

	it('tells an address at which nothing listens', async () => {
		const baseUrl = `http://127.0.0.1:${await freePort()}/service`;
		const { status, message } = await test({ baseUrl });
		expect(status).toBe('Error');
		// n8n's own word: a credential test has no say in how a connection that fails is reported. The field explains it.
		expect(message).toBe('ECONNREFUSED');
		const [field] = new VideoClippingApi().properties;
		expect(field?.hint).toContain(`${message}, `);
	});

	it('does not follow a redirect, which would carry the key to another address', async () => {
		await withOtherServer({ status: 200 }, async (target) => {
			const redirect = { status: 302, headers: { location: target.url } };
			await withOtherServer(redirect, async (server) => {
				expectFailure(await test({ baseUrl: server.url }), notTheService);
				expect(server.requests).toHaveLength(1);
			});
			expect(target.requests).toEqual([]);
		});
	});

	it('says that the service is busy, not that the key is wrong, while it answers 503', async () => {
		// What the test asks for; an example may ask for its own projects meanwhile.
		const match = { projectId: '0' };
		bed.simulator.faults.add({ on: 'query', match, fault: { kind: 'status', status: 503 } });
		expectFailure(await test(), busy);
		expect(await test()).toMatchObject({ status: 'OK' });
	});
}
