/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer } from 'node:http';
import { TEST_RESULT } from '../../../nodes/Clip/problems/credentialFaults';
import { credentialFor, type CredentialTest } from '../../../tools/host';
import { freePort, listen, shut } from '../../../tools/host/ports';
import type { Bed } from '../../../tools/beds/bed';

const { address: notTheService, busy, key: wrongKey } = TEST_RESULT;

/** The test behind the credential's "Save" button, in an n8n that has submitted nothing yet: the test spends nothing either. */
export function credentialCases(bed: Bed): void {
	/** Saves the simulator's credential with some changes, and tests it as the editor does. */
	const test = async (changes: Record<string, string> = {}): Promise<CredentialTest> => {
		const { type, data } = credentialFor(bed.simulator);
		const wanted = { name: 'Under test', type, data: { ...data, ...changes } };
		const { id } = await bed.client.createCredential(wanted);
		return await bed.client.testCredential({ ...wanted, id });
	};
	const failing = (text: string) => ({ status: 'Error', message: expect.stringContaining(text) });

	/** A web server that is not the service. */
	const elsewhere = { status: 200 };
	let port = 0;
	const server = createServer((_request, response) => {
		response.writeHead(elsewhere.status, { 'content-type': 'text/html' });
		response.end('<html><body><h1>Welcome</h1></body></html>');
	});
	beforeAll(async () => (port = await listen(server)));
	afterAll(async () => await shut(server));

	afterEach(() => {
		expect(bed.simulator.ledger).toEqual([]);
		bed.simulator.configure({ authStyle: 'code' });
	});

	it('says OK with the right key', async () => {
		expect(await test()).toMatchObject({ status: 'OK' });
	});

	it.each(['code', 'http'] as const)('tells a wrong key that is refused by %s', async (authStyle) => {
		bed.simulator.configure({ authStyle });
		expect(await test({ apiKey: 'another key' })).toMatchObject(failing(wrongKey));
	});

	it.each([
		['a gateway rejects the key with a page', 403, wrongKey],
		['a web page answers', 200, notTheService],
		['a web server knows no such page', 404, notTheService],
	])('tells an address at which %s (HTTP %i)', async (_what, status, pattern) => {
		elsewhere.status = status;
		expect(await test({ baseUrl: `http://127.0.0.1:${port}` })).toMatchObject(failing(pattern));
	});

	it("fails with n8n's own words where the key is an expression on an item, of which the test has none", async () => {
		const none = failing("hasn't been executed");
		expect(await test({ apiKey: '={{ $json.apiKey }}' })).toMatchObject(none);
		const noNode = failing("Referenced node doesn't exist");
		expect(await test({ apiKey: "={{ $('Customers').item.json.key }}" })).toMatchObject(noNode);
	});

	it('tells an address at which nothing listens', async () => {
		const baseUrl = `http://127.0.0.1:${await freePort()}/service`;
		// n8n's own word: a credential test has no say in how a connection that fails is reported. docs/credential.md explains it.
		expect(await test({ baseUrl })).toMatchObject({ status: 'Error', message: 'ECONNREFUSED' });
	});

	it('says that the service is busy, not that the key is wrong, while it answers 503', async () => {
		bed.simulator.faults.add({ on: 'query', fault: { kind: 'status', status: 503 } });
		expect(await test()).toMatchObject(failing(busy));
	});
}
