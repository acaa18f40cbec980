import { temporaryFolder } from '../../host/folder';
import { startReceivers, type Receivers } from '../../receivers';

describe('what the examples send to', () => {
	const folder = temporaryFolder('receivers-test-');
	let receivers: Receivers | undefined;
	const running = (): Receivers => {
		if (receivers === undefined) throw new TypeError('not started');
		return receivers;
	};
	beforeAll(async () => {
		receivers = await startReceivers({ folder: folder.path });
	});
	afterAll(async () => {
		await receivers?.close();
		folder.remove();
	});

	const post = async (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
		await fetch(`${running().origin}${path}`, { method: 'POST', body, headers });

	it('takes a file of a multipart request, tells it by its bytes, and serves it again', async () => {
		const form = new FormData();
		form.set('title', 'Brot 🍞 <b>');
		form.set('file', new Blob(['abc'], { type: 'video/mp4' }), 'Brot 🍞 <b>.mp4');
		const answer = await post('/videos', form);
		expect(answer.status).toBe(201);
		const [upload] = running().uploads;
		expect(upload).toMatchObject({
			name: 'Brot 🍞 <b>.mp4',
			contentType: 'video/mp4',
			size: 3,
			sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
			fields: { title: 'Brot 🍞 <b>' },
		});
		const again = await fetch(`${running().origin}/videos/${upload?.id ?? ''}`);
		expect(again.headers.get('content-type')).toBe('video/mp4');
		expect(await again.text()).toBe('abc');
		const page = await (await fetch(running().origin)).text();
		expect(page).toContain('Brot 🍞 &lt;b&gt;.mp4');
	});

	it('refuses a request without a file', async () => {
		expect((await post('/videos', 'abc')).status).toBe(400);
		expect(running().uploads).toHaveLength(1);
	});

	it('refuses what is signed with a wrong key, and keeps nothing of it', async () => {
		const { endpoint } = running().s3;
		const answer = await fetch(`${endpoint}/clips/forged.mp4`, {
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
		expect(await running().storedFiles()).toEqual([]);
	});

	it('hands one webhook call to several webhooks as it came, and tells when one did not take it', async () => {
		const { origin, relayUrl, notices } = running();
		const { pathname } = new URL(relayUrl);
		const call = async () => await post(pathname, '{"projectId":20417733}');
		running().relayTo([`${origin}/notices`, `${origin}/notices`]);
		expect((await call()).status).toBe(200);
		expect(notices.map(({ body }) => body)).toEqual([{ projectId: 20_417_733 }, { projectId: 20_417_733 }]);
		running().relayTo([`${origin}/notices`, `${origin}/nowhere`]);
		expect((await call()).status).toBe(502);
	});

	it('shows a notice as a chat does, line by line, and anything else as it came', async () => {
		await post('/notices', '{"text":"3 new clips:\\nTide <1>"}', { 'content-type': 'application/json' });
		const page = await (await fetch(running().origin)).text();
		expect(page).toContain('3 new clips:\nTide &lt;1&gt;');
		expect(page).toContain('&quot;projectId&quot;: 20417733');
	});
});
