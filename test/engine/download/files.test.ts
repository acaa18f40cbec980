import { describeFileFact } from '../../../nodes/Clip/problems/files';
import { routesErrorDetails } from '../../../nodes/Clip/n8n/platform';
import { film, fileAnswer, FILE_SIGNATURE, redirectAnswer, statusAnswer } from '../bench/fileHost';
import { CLIP, useDownload } from '../bench/storage';
import { toErrorOutput } from '../bench/support';

describe('A file of a clip', () => {
	const { bench, host, storage, from, run } = useDownload();

	it('comes beside the fields of its clip', async () => {
		const bytes = film(300_000);
		const link = host().serve('/export/clip.mp4', fileAnswer(bytes));
		const result = await from(link);
		await storage.expectWhole(result, bytes);
		const { items } = result;
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			...CLIP,
			videoUrl: link,
			fileName: 'Why the tide matters.mp4',
			fileSize: 300_000,
			mimeType: 'video/mp4',
		});
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		const file = items[0]?.binary?.data;
		expect(file).toMatchObject({
			data: 'filesystem-v2',
			mimeType: 'video/mp4',
			fileType: 'video',
			fileExtension: 'mp4',
			fileName: 'Why the tide matters.mp4',
		});
	});

	it('takes the wished field and name', async () => {
		const link = host().serve('/a.mov', fileAnswer(film(5_000), { contentType: 'video/quicktime' }));
		const { items } = await from(
			link,
			{
				...{ binaryPropertyName: 'clip', options: { fileName: '={{ $json.episode }} final' } },
			},
			{ items: [{ json: { episode: '12' } }] },
		);
		expect(items[0]?.binary?.clip).toMatchObject({ fileName: '12 final.mov' });
		expect(items[0]?.json.mimeType).toBe('video/quicktime');
	});

	it.each([
		[
			'an HTML page',
			'text/html',
			`<p>Please log in for https://host/x.mp4?Signature=${FILE_SIGNATURE} or ${FILE_SIGNATURE}`,
			'Please log in for https://host/x.mp4 or ***',
		],
		['JSON that is called a video', 'video/mp4', '{"error":"gone"}', '{"error":"gone"}'],
		['text without a type', null, 'Please log in', describeFileFact({ type: 'none' })],
	])('refuses %s and stores nothing', async (_name, contentType, page, says) => {
		const { error, outcome } = await run(fileAnswer(Buffer.from(page), { contentType }));
		expect([outcome, error?.context?.details]).toEqual([
			'notVideo',
			expect.objectContaining({ videoId: '4711' }),
		]);
		expect(error?.description).toContain(says);
		expect(host().requests).toHaveLength(1);
	});

	it.each([
		['an empty file at once', 200, 'empty', null, 1],
		['nothing behind the link in the end', 404, 'notFound', '404', 3],
	])('refuses %s', async (_name, status, outcome, httpCode, asked) => {
		const answer = statusAnswer(status, { 'Content-Type': 'video/mp4' });
		const { error, errorItems } = await run(answer, {}, toErrorOutput);
		expect(error).toBeUndefined();
		if (routesErrorDetails) {
			const details = { ...{ projectId: '77', videoId: '4711' }, httpCode, outcome };
			expect(errorItems[0]?.json.details).toMatchObject(details);
		}
		expect(host().requests).toHaveLength(asked);
	});

	it.each([
		['is announced as too large', {}, describeFileFact({ size: '1.91 MB', limit: '1.00 MB' })],
		['turns out to be too large', { length: null }, '1.0'],
	])('keeps nothing of a file that %s', async (_name, manners, says) => {
		const { error, outcome } = await run(fileAnswer(film(2_000_000), manners), { options: { maxSize: 1 } });
		expect(outcome).toBe('tooLarge');
		expect(error?.description).toContain(says);
	});

	it('takes a file that has exactly Max Size', async () => {
		const bytes = film(1024 * 1024);
		await storage.expectWhole(await run(fileAnswer(bytes), { options: { maxSize: 1 } }), bytes);
	});

	it('follows redirects to other hosts and carries no secret there', async () => {
		const bytes = film(1_000);
		const last = host().serve('/real.mp4', fileAnswer(bytes));
		const elsewhere = last.replace('127.0.0.1', 'user:word@localhost');
		const link = host().serve('/moved', redirectAnswer(elsewhere, 307));
		await storage.expectWhole(await from(link), bytes);
		for (const { headers } of host().requests) {
			expect(headers).not.toHaveProperty('authorization');
			expect(headers).not.toHaveProperty('cookie');
			expect(headers).not.toHaveProperty('referer');
			expect(JSON.stringify(headers)).not.toContain(bench.simulator().apiKey);
		}
	});

	it.each([
		[{ binaryPropertyName: ' ' }, 'Put Output File in Field'],
		[{ options: { maxSize: 0 } }, 'Max Size (MB)'],
		[{ options: { downloadsAtOnce: 11 } }, 'Downloads at Once'],
	])('is not asked for with %j', async (parameters, label) => {
		const { error } = await run(fileAnswer(film(100)), parameters);
		expect(error?.message).toContain(`'${label}' `);
		expect([host().requests, bench.questions()]).toEqual([[], []]);
	});
});
