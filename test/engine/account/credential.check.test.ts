/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer, type IncomingMessage } from 'node:http';
import { listen, shut } from '../../../tools/host/ports';
import { TEST_RESULT } from '../../../nodes/Clip/problems/credentialFaults';
import { useTestTime } from '../bench/testTime';
import { testCredential } from '../bench/credentialTester';
import { runNode } from '../bench/harness';
import { submitOne } from '../bench/support';

const { key: wrongKey, plan: noPlan, busy, address: notTheService } = TEST_RESULT;

/** What the service answers to a question for a project that does not exist. */
const UNKNOWN_PROJECT = '{"code":4006,"errMsg":"no such project"}';

/** A server that answers everything alike, and what it was asked. */
const answer = { status: 200, body: UNKNOWN_PROJECT };
const asked: IncomingMessage[] = [];
let port = 0;
const server = createServer((request, response) => {
	asked.push(request);
	response.writeHead(answer.status, {
		'content-type': 'application/json',
		location: `http://localhost:${port}/elsewhere`,
	});
	response.end(answer.body);
});
beforeAll(async () => (port = await listen(server)));
afterAll(async () => await shut(server));
beforeEach(() => {
	Object.assign(answer, { status: 200, body: UNKNOWN_PROJECT });
	asked.length = 0;
});

/** A credential for that server. */
const credential = (changes: Record<string, string | number> = {}) => ({
	baseUrl: `http://127.0.0.1:${port}/service`,
	apiKey: 'f3A9-key',
	headerName: 'SERVICEAI_API_KEY',
	...changes,
});

/** The header that carries the key, letter by letter as it came. */
const headerOf = (name: string, request: IncomingMessage | undefined): string[] => {
	const raw = request?.rawHeaders ?? [];
	const at = raw.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name.toLowerCase());
	return raw.slice(at, at + 2);
};

describe("n8n's test of the credential", () => {
	it('says OK where the service answers with a code of its own, and has asked one question that costs nothing', async () => {
		expect(await testCredential(credential())).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(asked.map(({ method, url }) => [method, url])).toEqual([
			['GET', '/service/open-api/v1/project/query/0'],
		]);
	});

	it.each([
		[401, '', wrongKey],
		[402, '', noPlan],
		[402, '{"message":"Payment required"}', noPlan],
		[403, '', wrongKey],
		[403, '<html>Forbidden</html>', wrongKey],
		...[429, 500, 502, 503, 504].map((status): [number, string, string] => [status, '', busy]),
		[404, '<html>Not Found</html>', notTheService],
		[404, '{"code":404,"message":"no route"}', notTheService],
		[404, '{"code":"404","message":"no route"}', notTheService],
		[405, '{"code":405}', notTheService],
		[400, '{"code":"400"}', notTheService],
		[200, '{"code":500,"message":"oops"}', notTheService],
		[200, '{"code":"500","message":"oops"}', notTheService],
		...[301, 302, 303, 307, 308].map((status): [number, string, string] => [status, '', notTheService]),
		[200, '', notTheService],
		[200, '{}', notTheService],
		[200, '{"message":"hello"}', notTheService],
		[200, '<html><h1>Welcome</h1></html>', notTheService],
		[200, '{"code":4001,"errMsg":"invalid key"}', wrongKey],
		[200, '{"code":"4001","errMsg":"invalid key"}', wrongKey],
		[400, '{"code":4001,"errMsg":"invalid key"}', wrongKey],
	])(
		'does not pass HTTP %i with the body %j, nor takes the key to another address',
		async (status, body, message) => {
			Object.assign(answer, { status, body });
			expect(await testCredential(credential())).toEqual({
				status: 'Error',
				message: expect.stringContaining(message),
			});
			expect(asked.map(({ url }) => url)).not.toContain('/elsewhere');
		},
	);

	it.each([
		[200, '{"code":-1000,"errMsg":"invalid project"}'],
		[200, '{"code":"4006","errMsg":"no such project"}'],
		[400, '{"code":4006,"errMsg":"no such project"}'],
		[404, '{"code":4006,"errMsg":"no such project"}'],
	])('passes HTTP %i with the body %j: the service has refused the question itself', async (status, body) => {
		Object.assign(answer, { status, body });
		expect(await testCredential(credential())).toMatchObject({ status: 'OK' });
	});

	it.each([
		[{ apiKey: ' ' }, 'API Key'],
		[{ apiKey: 'f3\tA9' }, 'API Key'],
		[{ apiKey: 'f3\nA9' }, 'API Key'],
		[{ apiKey: 'f3ü' }, 'API Key'],
		[{ apiKey: 'f3\u200bA9' }, 'API Key'],
		[{ headerName: 'Key:\nf3A9' }, 'Header Name'],
		[{ headerName: '' }, 'Header Name'],
		[{ headerName: 'Key: f3A9' }, 'Header Name'],
		[{ baseUrl: '' }, 'Base URL'],
		[{ baseUrl: `localhost:4020/f3A9` }, 'Base URL'],
		[{ baseUrl: `curl https://h.example/service -H 'KEY: f3A9'` }, '\\. Enter the address only'],
		[{ baseUrl: `curl\nhttps://h.example/f3A9` }, '\\. Enter the address only'],
		[{ baseUrl: `'https://h.example/f3A9'` }, '\\. Enter the address only'],
		[{ baseUrl: `https://h.example/f3A9"` }, '\\. Enter the address only'],
		[{ baseUrl: 'https://h.exam\u00adple/f3A9' }, 'Base URL'],
		[{ baseUrl: 'https://f3A9@h.example/service' }, 'Base URL'],
		[{ baseUrl: 'https://h.example/service?key=f3A9' }, 'Base URL'],
		[{ baseUrl: 'SERVICE_KEY:f3A9' }, 'Base URL'],
	])(
		'sends nothing that cannot be sent, and says so as a call does, without a quote: %j',
		async (changes, says) => {
			const { status, message } = await testCredential(credential(changes));
			const { error } = await runNode({ parameters: submitOne, credentials: credential(changes) });
			for (const said of [`${status} ${message}`, `Error ${error?.message} ${error?.description}`]) {
				expect(said).toMatch(new RegExp(`^Error .*${says}`));
				expect(said).not.toMatch(/f3|A9/);
			}
			expect(asked).toEqual([]);
		},
	);
});

describe.each([
	['in the test', testCredential],
	[
		'in a call',
		async (credentials: ReturnType<typeof credential>) => {
			answer.body = '{"code":2000,"projectId":7}';
			await runNode({ parameters: submitOne, credentials });
		},
	],
])('The key is sent %s', (_where, send) => {
	// A call ends its own time limit within a second, which is longer than jest waits for its workers.
	useTestTime();

	it.each<[Record<string, string | number>, [name: string, value: string]]>([
		[{}, ['SERVICEAI_API_KEY', 'f3A9-key']],
		[{ headerName: 'X-Api-Key' }, ['X-Api-Key', 'f3A9-key']],
		[{ headerName: '\u200bauthorization\u00a0', apiKey: 'Bearer f3A9' }, ['authorization', 'Bearer f3A9']],
		[{ apiKey: ' \u2060f3A9-key\r\n' }, ['SERVICEAI_API_KEY', 'f3A9-key']],
		[{ apiKey: 'f3  A9=/+~"\'\\' }, ['SERVICEAI_API_KEY', 'f3  A9=/+~"\'\\']],
		[{ apiKey: 730019 }, ['SERVICEAI_API_KEY', '730019']],
	])('as it was meant, and its header letter by letter: %j', async (changes, header) => {
		await send(credential(changes));
		expect(asked).toHaveLength(1);
		expect(headerOf(header[0], asked[0])).toEqual(header);
	});
});
