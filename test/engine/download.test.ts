import type { INodeParameters } from 'n8n-workflow';
import { routesErrorDetails } from '../../nodes/Clip/n8n/host';
import {
	type Answer,
	film,
	fileAnswer,
	FILE_SIGNATURE,
	redirectAnswer,
	statusAnswer,
	useFileHost,
} from './fileHost';
import type { NodeRun, NodeRunResult } from './harness';
import { useStorage } from './storage';
import { download, useBench } from './support';

const CLIP = { projectId: '77', videoId: '31550021', title: 'Why the tide matters', durationSeconds: 41.25 };

/** What a run tells about what went wrong; n8n itself puts the input's fields beside that in the error output. */
const told = ({ error, hints, errorItems }: NodeRunResult): string =>
	JSON.stringify([
		...[error?.message, error?.description, error?.context, hints],
		...errorItems.map(({ json }) => [json.error, json.details]),
	]);

describe('Download', () => {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();

	const run = async (videoUrl: unknown, parameters: INodeParameters = {}, more: Partial<NodeRun> = {}) => {
		const items = [{ json: { ...CLIP, videoUrl: String(videoUrl) } }];
		const result = await bench.clip({ ...download, ...parameters }, { items, ...more });
		expect(told(result)).not.toContain(FILE_SIGNATURE);
		return result;
	};

	it('puts the file beside the fields of the clip', async () => {
		const bytes = film(300_000);
		const link = host().serve('/export/clip.mp4', fileAnswer(bytes));
		const { items, error } = await run(link);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toEqual({
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
		expect((await storage.bytesOf(file)).equals(bytes)).toBe(true);
		expect(await storage.metadataOf(file)).toMatchObject({ fileSize: 300_000, mimeType: 'video/mp4' });
		expect(await storage.files()).toHaveLength(2);
	});

	it('keeps the other files of the item, and takes the wished field and name', async () => {
		const link = host().serve('/a.mov', fileAnswer(film(5_000), { contentType: 'video/quicktime' }));
		const note = { data: 'bm90ZQ==', mimeType: 'text/plain', fileName: 'note.txt' };
		const { items } = await run(
			link,
			{ binaryPropertyName: 'clip', options: { fileName: '={{ $json.videoId }} final' } },
			{ items: [{ json: { ...CLIP, videoUrl: link }, binary: { note } }] },
		);
		expect(items[0]?.binary?.note).toMatchObject({ fileName: 'note.txt' });
		expect(items[0]?.binary?.clip).toMatchObject({ fileName: '31550021 final.mov' });
		expect(items[0]?.json.mimeType).toBe('video/quicktime');
	});

	it.each([
		['an HTML page', 'text/html', '<!doctype html><title>Sorry</title><p>Please log in</p>', 'Please log in'],
		['JSON that is called a video', 'video/mp4', '{"error":"gone"}', '{"error":"gone"}'],
		['text without a type', null, 'Please log in', 'Content type: none. It says: "Please log in".'],
		[
			'a page that quotes the link',
			'text/html',
			`<p>Please log in for https://host/x.mp4?Signature=${FILE_SIGNATURE} or ${FILE_SIGNATURE}`,
			'Please log in for https://host/x.mp4 or ***',
		],
	])('refuses %s and stores nothing', async (_name, contentType, page, says) => {
		const body = Buffer.from(page, 'latin1');
		const { error } = await run(host().serve('/x.mp4', fileAnswer(body, { contentType })));
		expect(error?.message).toBe('The downloaded file is not a video: clip 31550021');
		expect(error?.description).toContain(says);
		expect(error?.description).toContain('The clip is not lost, and a download costs nothing');
		expect(await storage.leftovers()).toEqual([]);
		expect(host().requests).toHaveLength(1);
	});

	it.each([
		['an empty file', 200, 'The file is empty', null],
		['nothing behind the link', 404, 'The link does not lead to a file', '404'],
		['a link that needs a login', 401, 'The host does not allow this download', '401'],
	])('refuses %s at once', async (_name, status, title, httpCode) => {
		const link = host().serve('/x.mp4', statusAnswer(status, { 'Content-Type': 'video/mp4' }));
		const { error, errorItems } = await run(link, {}, { settings: { onError: 'continueErrorOutput' } });
		expect(error).toBeUndefined();
		expect(errorItems[0]?.json.error).toBe(`${title}: clip 31550021`);
		if (routesErrorDetails) {
			const outcome = expect.any(String);
			const details = { projectId: '77', videoId: '31550021', httpCode, outcome };
			expect(errorItems[0]?.json.details).toMatchObject(details);
		}
		expect(await storage.leftovers()).toEqual([]);
		expect(host().requests).toHaveLength(1);
	});

	it.each([
		['is announced as too large', {}, 'The file is 1.91 MB, the limit is 1.00 MB.'],
		['turns out to be too large', { length: null }, 'more than 1.0'],
	])('keeps nothing of a file that %s', async (_name, manners, says) => {
		const link = host().serve('/x.mp4', fileAnswer(film(2_000_000), manners));
		const { error } = await run(link, { options: { maxSize: 1 } });
		expect(error?.message).toContain("The file is larger than 'Max Size'");
		expect(error?.description).toContain(says);
		expect(await storage.leftovers()).toEqual([]);
	});

	it('takes a file that has exactly Max Size', async () => {
		const bytes = film(1024 * 1024);
		const link = host().serve('/x.mp4', fileAnswer(bytes));
		await storage.expectWhole(await run(link, { options: { maxSize: 1 } }), bytes);
	});

	it('follows redirects to other hosts and carries no secret there', async () => {
		const bytes = film(1_000);
		const last = host().serve('/real.mp4', fileAnswer(bytes));
		const elsewhere = last.replace('127.0.0.1', 'user:word@localhost');
		const link = host().serve('/moved', redirectAnswer(elsewhere, 307));
		const { items, error } = await run(link);
		expect(error).toBeUndefined();
		expect((await storage.bytesOf(items[0]?.binary?.data)).equals(bytes)).toBe(true);
		for (const { headers } of host().requests) {
			expect(headers).not.toHaveProperty('authorization');
			expect(headers).not.toHaveProperty('cookie');
			expect(headers).not.toHaveProperty('referer');
			expect(JSON.stringify(headers)).not.toContain(bench.simulator().apiKey);
		}
	});

	const odd: Array<[string, () => Answer, string]> = [
		['in a circle', () => redirectAnswer('/moved'), 'more than 5'],
		['to a file', () => redirectAnswer('file:///etc/passwd'), 'an address that starts with file:'],
		['nowhere', () => redirectAnswer('http://'), 'names no address'],
	];
	it.each(odd)('does not follow redirects %s', async (_name, answer, says) => {
		const { error } = await run(host().serve('/moved', answer()));
		expect(error?.message).toContain('The redirect of the link does not work');
		expect(error?.description).toContain(says);
		expect(host().requests.length).toBeLessThanOrEqual(6);
		expect(await storage.leftovers()).toEqual([]);
	});

	it.each([
		[{ videoUrl: 'ftp://host/x.mp4' }, 'Video URL'],
		[{ videoUrl: '={{ $json.nothing }}' }, 'Video URL'],
		[{ videoUrl: 'https://me:word@host/x.mp4' }, 'Video URL'],
		[{ binaryPropertyName: ' ' }, 'Put Output File in Field'],
		[{ options: { maxSize: 0 } }, 'Max Size (MB)'],
		[{ options: { maxTime: 20_000 } }, 'Max Time (Minutes)'],
		[{ options: { downloadsAtOnce: 11 } }, 'Downloads at Once'],
		[{ options: { refreshExpiredLink: 'maybe' } }, 'Refresh Expired Link'],
	])('refuses %j before anything is asked for', async (parameters, label) => {
		const { error } = await run(host().serve('/x.mp4', fileAnswer(film(100))), parameters);
		expect(error?.message).toContain(`'${label}' `);
		expect(error?.message).not.toContain('me:word');
		expect(host().requests).toEqual([]);
	});

	it('says that an AI agent takes no files', async () => {
		const { error } = await run('https://host.example/x.mp4', {}, { type: 'clipTool' });
		expect(error?.message).toContain('an AI agent takes no files');
	});
});
