/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type * as Config from '@n8n/config';
import { Container } from '@n8n/di';
import { useDownload } from './downloading';
import { type Answer, film, fileAnswer, redirectAnswer } from './fileHost';

// npm nests several copies of n8n's settings; these are the ones that the engine's calls look at.
const network = require.resolve('@n8n/backend-network', { paths: [require.resolve('n8n-core')] });
const engineConfig = jest.requireActual<typeof Config>(require.resolve('@n8n/config', { paths: [network] }));

const INTERRUPTED = 'The download was interrupted: clip 4711';

const bytes = film(3_000_000);

/** An answer with a film that is packed. */
const packed =
	(how: string, pack: Buffer, length = pack.length): Answer =>
	(_request, response) => {
		response.writeHead(200, {
			'Content-Type': 'video/mp4',
			'Content-Encoding': how,
			'Content-Length': length,
		});
		if (length === pack.length) response.end(pack);
		else response.write(pack, () => response.socket?.destroy());
	};

describe('Download from a host', () => {
	const { host, storage, run } = useDownload();

	describe('that packs what it sends', () => {
		it.each([
			['gzip', gzipSync(bytes)],
			['br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
		])('unpacks %s although it was asked not to', async (how, pack) => {
			await storage.expectWhole(await run(packed(how, pack)), bytes);
			expect(host().requests.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity']);
		});

		it.each([
			['is cut', gzipSync(bytes).subarray(0, 5_000), 9_000_000],
			['is none', bytes, bytes.length],
		])('takes no pack that %s', async (_name, pack, length) => {
			const { error } = await run(packed('gzip', pack, length));
			expect(error?.message).toBe(INTERRUPTED);
			expect(host().requests).toHaveLength(3);
		});
	});

	describe('that redirects', () => {
		it('to an address that n8n blocks is not followed', async () => {
			const protection = Container.get(engineConfig.SsrfProtectionConfig);
			const secret = host().serve('/secret', fileAnswer(bytes));
			const { error } = await run((...call) => {
				protection.enabled = true;
				redirectAnswer(secret)(...call);
			}).finally(() => (protection.enabled = false));
			expect(error?.message).toBe('The host does not allow this download: clip 4711');
			expect(error?.description).toMatch(/n8n says: .*restricted IP address/);
			expect(host().requests.map(({ path }) => path)).toEqual(['/x.mp4']);
		});
	});
});
