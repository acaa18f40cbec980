/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as Config from '@n8n/config';
import { Container } from '@n8n/di';
import { NodeOperationError } from 'n8n-workflow';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { nodeError } from '../../nodes/Clip/n8n/failures';
import { contextOf, type NodeRunResult } from './harness';
import { redirectAnswer, statusAnswer, useFileHost } from './fileHost';
import { credentialFor, download, itemsOf, MINUTE, useBench, YOUTUBE } from './support';

// npm nests several copies of n8n's settings; these are the ones that the engine's calls look at.
const network = require.resolve('@n8n/backend-network', { paths: [require.resolve('n8n-core')] });
const engineConfig = jest.requireActual<typeof Config>(require.resolve('@n8n/config', { paths: [network] }));

const create = { operation: 'create', videoUrl: YOUTUBE, waitForClips: false };
const all = (result: NodeRunResult) =>
	JSON.stringify([result.run, result.error?.message, result.error?.description]);

describe('A call that n8n itself does not allow', () => {
	const bench = useBench();
	const host = useFileHost();
	const protection = Container.get(engineConfig.SsrfProtectionConfig);
	beforeEach(() => (protection.enabled = true));
	afterEach(() => (protection.enabled = false));

	const title = 'n8n blocks calls to the address of the service';

	it('is not sent by Create, which says so, and why', async () => {
		const { error } = await bench.clip(create);
		expect(error?.message).toBe(title);
		expect(error?.description).toContain('nothing was charged');
		expect(error?.description).toContain('restricted IP address');
		expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
		expect(bench.simulator().requests).toEqual([]);
	});

	it('ends a wait at once', async () => {
		const began = Date.now();
		const { error } = await bench.clip({ operation: 'get', projectId: '20417733' });
		expect(error?.message).toBe(title);
		expect(error?.description).toContain('The project is not lost');
		expect(Date.now() - began).toBeLessThan(MINUTE);
	});

	it('keeps Download from following a redirect', async () => {
		const secret = host().serve('/secret', statusAnswer(404));
		const videoUrl = host().serve('/x.mp4', (...call) => {
			protection.enabled = true;
			redirectAnswer(secret)(...call);
		});
		protection.enabled = false;
		const { error } = await bench.clip(download, { items: itemsOf({ videoUrl }) });
		expect(error?.message).toContain('The host does not allow this download');
		expect(error?.description).toMatch(/n8n says: .*restricted IP address/);
		expect(host().requests.map(({ path }) => path)).toEqual(['/x.mp4']);
	});

	it('ends a run that is paused, too', async () => {
		protection.enabled = false;
		const projectId = await bench.project();
		const { error, paused } = await bench.clip(
			{ operation: 'wait', projectId },
			{ onPause: () => (protection.enabled = true) },
		);
		expect([paused, error?.message]).toEqual([true, title]);
		expect(error?.description).toContain('restricted IP address');
	});
});

describe('An error of ours', () => {
	// The words that n8n replaces messages for, as it has them itself.
	const source = readFileSync(
		join(dirname(require.resolve('n8n-workflow')), 'errors/abstract/node.error.js'),
		'utf8',
	);
	const list = /COMMON_ERRORS = \{([\s\S]*?)\n\};/.exec(source)?.[1] ?? '';
	const words = [...list.matchAll(/^\s+([A-Z_]+): /gm)].map(([, word = '']) => word);

	it('is tried with every word of n8n', () => expect(words.length).toBeGreaterThan(10));

	it.each(words)('says what it says, though it holds %s, wherever n8n hands it on', (word) => {
		const context = contextOf({ parameters: {}, credentials: {} });
		for (const httpCode of [null, '200', '500']) {
			const message = 'The service could not be reached';
			const error = nodeError(context, { message, description: `It says ${word}.`, httpCode });
			expect([error.message, error.description]).toEqual([message, `It says ${word}.`]);
			const passedOn = new NodeOperationError(context.getNode(), error);
			expect([passedOn.message, passedOn.description]).toEqual([message, `It says ${word}.`]);
			const inTitle = `${message}. ${word} ${word.toLowerCase()}`;
			expect(nodeError(context, { message: inTitle, httpCode }).message).toBe(inTitle);
		}
	});
});

describe('The API key', () => {
	const bench = useBench({ apiKey: 'secret-Key/+="7' });
	const key = () => bench.simulator().apiKey;
	const stored = (apiKey: string) => ({ ...credentialFor(bench.simulator()), apiKey });

	it('may be stored with space around it', async () => {
		const errMsg = `your key ${key()}, in a link ${encodeURIComponent(key())}`;
		bench.simulator().faults.add({ on: 'create', fault: { kind: 'code', code: 4002, errMsg } });
		const credentials = stored(` ${key()}\r\n`);
		const result = await bench.clip(create, { credentials });
		expect(result.error?.description).toContain('your key ***, in a link ***');
		expect(all(result)).not.toMatch(/secret-Key/i);
		expect((await bench.clip(create, { credentials })).error).toBeUndefined();
	});

	it.each(['a\nb', 'a\u0000b', 'schlüssel', '🔑', 'a\tb'])(
		'is refused before anything is sent when no header may hold it: %j',
		async (apiKey) => {
			const { error } = await bench.clip(create, { credentials: stored(apiKey) });
			expect(error?.message).toContain("'API Key' holds characters that no HTTP header may hold");
			expect(bench.simulator().requests).toEqual([]);
			const test = new VideoClippingApi().authenticate(stored(apiKey), { url: 'https://h.example' });
			await expect(test).rejects.toThrow("'API Key' holds characters");
		},
	);
});

describe('A Stop', () => {
	const bench = useBench();

	it('while the pace holds a video back says so', async () => {
		const submissionOptions = { submissionsPerMinute: 1 };
		const { items } = await bench.clip(
			{
				...create,
				videoUrl: '={{ $json.videoUrl }}',
				waitForClips: true,
				options: { waitMode: 'inProcess', ...submissionOptions },
			},
			{
				items: itemsOf({ videoUrl: `${YOUTUBE}1` }, { videoUrl: `${YOUTUBE}2` }),
				settings: { onError: 'continueRegularOutput' },
				onStart: (stop) => setTimeout(stop, 20_000),
			},
		);
		expect(bench.simulator().ledger).toHaveLength(1);
		expect(items[1]?.json).toMatchObject({
			error: 'The execution was stopped before this video was submitted [item 1]',
			details: {
				outcome: 'stopped',
				description: expect.stringContaining('Nothing was sent for this video'),
			},
		});
	});
});
