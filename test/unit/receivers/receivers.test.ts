/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, it never runs inside n8n */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { temporaryFolder } from '../../host/folder';
import { startReceivers, startRecorder, type Receivers } from '../../receivers';

const folder = temporaryFolder('receivers-test-');
afterAll(() => folder.remove());

describe('what the examples send to', () => {
	let receivers: Receivers;
	beforeAll(async () => {
		receivers = await startReceivers(folder.path);
	});
	afterAll(() => receivers.close());

	const post = async (path: string, body: string) =>
		await fetch(`${receivers.origin}${path}`, { method: 'POST', body });

	it('refuses what is signed for S3 with a wrong key, and keeps nothing of it', async () => {
		const answer = await fetch(`${receivers.s3.endpoint}/clips/forged.mp4`, {
			method: 'PUT',
			body: 'abc',
			headers: {
				'x-amz-date': '20261121T000000Z',
				'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
				authorization:
					'AWS4-HMAC-SHA256 Credential=NOBODY/20261121/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=00',
			},
		});
		expect(answer.status).toBe(403);
		expect(await receivers.storedFiles()).toEqual([]);
	});

	it('hands one webhook call to several webhooks as it came, tells when one did not take it, and shows notices', async () => {
		const { origin, relayUrl, notices } = receivers;
		const call = async (body: string) => await post(new URL(relayUrl).pathname, body);
		receivers.relayTo([`${origin}/notices`, `${origin}/notices`]);
		expect((await call('{"text":"3 new clips:\\nTide <1>"}')).status).toBe(200);
		expect(notices).toEqual([{ text: '3 new clips:\nTide <1>' }, { text: '3 new clips:\nTide <1>' }]);
		expect(await (await fetch(origin)).text()).toContain('3 new clips:\nTide &lt;1&gt;');
		receivers.relayTo([`${origin}/notices`, `${origin}/nowhere`]);
		expect((await call('{"projectId":20417733}')).status).toBe(502);
	});
});

describe('the recorder', () => {
	it('takes the calls to its hosts at their own addresses, answers as it is told, and reaches no other host', async () => {
		const recorder = await startRecorder(folder.path, ['api.example.com'], ({ body }, calls) => ({
			status: 201,
			headers: { location: `/${calls.length}` },
			json: { heard: body.toString() },
		}));
		const proxy = recorder.environment.HTTPS_PROXY ?? '';
		const tunnel = async (host: string): Promise<[{ statusCode?: number }, Duplex]> => {
			const call = request(proxy, { method: 'CONNECT', path: `${host}:443` }).end();
			const connected: Promise<[{ statusCode?: number }, Duplex]> = new Promise((resolve, reject) => {
				call.on('connect', (answer, socket: Duplex) => resolve([answer, socket])).on('error', reject);
			});
			return await connected;
		};
		const [refusal, closed] = await tunnel('example.org');
		closed.destroy();
		expect(refusal.statusCode).toBe(403);
		expect(recorder.refused).toEqual(['example.org:443']);

		const [, socket] = await tunnel('api.example.com');
		const ca = readFileSync(recorder.environment.NODE_EXTRA_CA_CERTS ?? '');
		const secure = connect({ socket, servername: 'api.example.com', ca });
		await once(secure, 'secureConnect');
		const head = 'POST /v1/posts?part=a HTTP/1.1\r\nHost: api.example.com\r\nAuthorization: Bearer x\r\n';
		secure.write(`${head}Connection: close\r\nContent-Length: 3\r\n\r\nabc`);
		const answer = await text(secure);
		expect(answer).toMatch(/^HTTP\/1.1 201.*location: \/1\r\n.*\{"heard":"abc"\}/s);
		const [{ method, url, headers } = { method: '', url: '', headers: {} }] = recorder.calls;
		expect([method, String(url), headers.authorization]).toEqual([
			'POST',
			'https://api.example.com/v1/posts?part=a',
			'Bearer x',
		]);
		await recorder.close();
	});
});
