import { credentialFor, type CredentialTest } from '../../host';
import { freePort } from '../../host/ports';
import type { Bed } from '../bed';
import { type FixedAnswer, withOtherServer } from '../otherServer';

const wrongKey = /rejected the key/;
const notTheService = /does not answer like the video clipping service/;

/** The test behind the credential's "Save" button. */
export function credentialCases(bed: Bed): void {
	/** Saves the simulator's credential with some changes, and tests it as the editor does. */
	const test = async (changes: Record<string, string> = {}): Promise<CredentialTest> => {
		const { type, data } = credentialFor(bed.simulator);
		const wanted = { name: 'Under test', type, data: { ...data, ...changes } };
		const { id } = await bed.client.createCredential(wanted);
		return await bed.client.testCredential({ ...wanted, id });
	};
	const failing = (pattern: RegExp) => ({ status: 'Error', message: expect.stringMatching(pattern) });

	let spentBefore = 0;
	beforeEach(() => (spentBefore = bed.simulator.ledger.length));
	afterEach(() => {
		expect(bed.simulator.ledger).toHaveLength(spentBefore);
		bed.simulator.configure({ authStyle: 'code' });
	});

	it('says OK with the right key, also with slashes at the end of the address or spaces around it', async () => {
		for (const baseUrl of ['', '//', ' '].map((end) => `${bed.simulator.baseUrl}${end}`)) {
			expect(await test({ baseUrl })).toMatchObject({ status: 'OK' });
		}
	});

	it.each(['code', 'http'] as const)('tells a wrong key that is answered with a %s', async (authStyle) => {
		bed.simulator.configure({ authStyle });
		expect(await test({ apiKey: 'another key' })).toMatchObject(failing(wrongKey));
	});

	it('tells a header of another name, which carries no key', async () => {
		expect(await test({ headerName: 'X-API-KEY' })).toMatchObject(failing(wrongKey));
	});

	it.each<[string, RegExp, FixedAnswer]>([
		['a gateway rejects the key with a page and HTTP 403', wrongKey, { status: 403 }],
		['a web page answers', notTheService, { status: 200 }],
		['a web server knows no such page', notTheService, { status: 404 }],
	])('tells an address at which %s', async (_name, pattern, answer) => {
		await withOtherServer(answer, async ({ url }) => {
			expect(await test({ baseUrl: url })).toMatchObject(failing(pattern));
		});
	});

	it('tells an address at which nothing listens', async () => {
		const baseUrl = `http://127.0.0.1:${await freePort()}/service`;
		// n8n's own word: a credential test has no say in how a connection that fails is reported. docs/credential.md explains it.
		expect(await test({ baseUrl })).toMatchObject({ status: 'Error', message: 'ECONNREFUSED' });
	});

	it('does not follow a redirect, which would carry the key to another address', async () => {
		await withOtherServer({ status: 200 }, async (target) => {
			const redirect = { status: 302, headers: { location: target.url } };
			await withOtherServer(redirect, async ({ url }) => {
				expect(await test({ baseUrl: url })).toMatchObject(failing(notTheService));
			});
			expect(target.requests).toEqual([]);
		});
	});

	it('says that the service is busy, not that the key is wrong, while it answers 503', async () => {
		// What the test asks for; an example may ask for its own projects meanwhile.
		const match = { projectId: '0' };
		bed.simulator.faults.add({ on: 'query', match, fault: { kind: 'status', status: 503 } });
		expect(await test()).toMatchObject(failing(/cannot answer at the moment/));
	});
}
