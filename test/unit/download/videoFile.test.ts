import fc from 'fast-check';
import { excerptOfPage, readVideoType, videoExtensionOf } from '../../../nodes/Clip/download/rules/videoFile';
import { restOfLink } from '../given/texts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const MP4 = bytes('\0\0\0\x20ftypisom\0\0\x02\0');
const WEBM = bytes('\x1a\x45\xdf\xa3\x93\x42\x82\x88webm');

const typeOf = (contentType: string | null, path: string, start: Buffer) =>
	readVideoType({ contentType: contentType ?? '', path, start });

describe('readVideoType', () => {
	it.each([
		['video/mp4', '/a.mp4', 'mp4', 'video/mp4'],
		['Video/MP4; charset=binary', '/a', 'mp4', 'video/mp4'],
		['video/quicktime', '/a.mp4', 'mov', 'video/quicktime'],
		['video/webm', '/a', 'webm', 'video/webm'],
		['video/x-msvideo', '/a', 'avi', 'video/x-msvideo'],
		['video/new-format', '/a', 'mp4', 'video/new-format'],
		['video/new-format', '/a.mkv', 'mkv', 'video/new-format'],
	])('goes by the word of the host: %s at %s', (contentType, path, ext, mimeType) => {
		expect(typeOf(contentType, path, MP4)).toEqual({ ext, mimeType });
	});

	it.each([null, 'application/octet-stream', 'binary/octet-stream', 'application/mp4', 'video/'])(
		'goes by the link when the host says %j, and takes the file for an MP4 when the link says nothing',
		(contentType) => {
			expect(typeOf(contentType, '/a.MOV', MP4)).toEqual({ ext: 'mov', mimeType: 'video/quicktime' });
			expect(typeOf(contentType, '/%E6%BD%AE.webm', WEBM)).toEqual({ ext: 'webm', mimeType: 'video/webm' });
			expect(typeOf(contentType, '/%zz', MP4)).toEqual({ ext: 'mp4', mimeType: 'video/mp4' });
		},
	);

	it.each([
		'video/mp4<script>',
		'video/\u0007bell',
		`video/${'x'.repeat(5_000)}`,
		'video/a b',
		'video/\u00a0x',
	])('takes no media type from a host that is none: %#', (contentType) => {
		expect(typeOf(contentType, '/a', MP4)).toEqual({ ext: 'mp4', mimeType: 'video/mp4' });
	});

	const texts: Array<[string, Buffer]> = [
		['a page', Buffer.from('  <!DOCTYPE html><p>\u0001')],
		['a page with a mark before it', Buffer.from('\ufeff<html>')],
		['a page in Latin-1', bytes('<html>Zugriff verweigert f\xfcr dich')],
		['XML', Buffer.from('<?xml version="1.0"?><Error/>')],
		['JSON', Buffer.from('\ufeff{"error": "\u0001"}')],
		['an empty object', Buffer.from('{}')],
		['a list', Buffer.from('[ {"error": 1} ]')],
		['text', Buffer.from('Access denied')],
		['text in Latin-1', bytes('Zugriff f\xfcr dich verweigert')],
		['text that ends within a character', Buffer.from('Zugriff verweigert 潮').subarray(0, -1)],
		['a playlist', Buffer.from('#EXTM3U\n')],
		['nothing', Buffer.alloc(0)],
	];
	it.each(texts)('says that %s is no video, whatever its host calls it', (_name, start) => {
		for (const contentType of ['text/html', 'video/mp4', 'application/octet-stream', 'text/plain', null]) {
			expect(typeOf(contentType, '/clip.mp4', start)).toBeNull();
		}
	});

	it.each(['text/html; charset=utf-8', 'image/png', 'audio/mpeg'])(
		'says that what its host calls %s is no video',
		(contentType) => {
			expect(typeOf(contentType, '/clip.mp4', MP4)).toBeNull();
		},
	);

	it('never throws, and gives an extension and a media type', () => {
		const any = fc.tuple(fc.option(fc.string()), restOfLink(), fc.uint8Array({ maxLength: 600 }));
		fc.assert(
			fc.property(any, ([contentType, path, start]) => {
				const type = typeOf(contentType, path, Buffer.from(start));
				if (type === null) return;
				expect(type.ext).toMatch(/^[a-z0-9]+$/);
				expect(type.mimeType).toMatch(/^video\/[a-z0-9.+-]+$/);
			}),
		);
	});
});

describe('videoExtensionOf', () => {
	it.each([
		['clip.mp4', 'mp4'],
		['Clip.MOV', 'mov'],
		['clip.jpg', null],
		['mp4', null],
		['', null],
	])('of %s is %s', (name, ext) => {
		expect(videoExtensionOf(name)).toBe(ext);
	});
});

describe('excerptOfPage', () => {
	const links = [
		new URL('https://media.example/x.mp4?Expires=1900000000&Signature=abc%2Bdef123'),
		new URL('https://cdn.example/x.mp4?token=0123456789'),
	];
	const excerpt = (page: string) => excerptOfPage(Buffer.from(page), links);

	it.each([
		['<html><style>p{}</style><body><h1>Not\n Found</h1><script>x()</script></body>', 'Not Found'],
		['<Error><Code>AccessDenied</Code>\n<Message>Expired</Message></Error>', 'AccessDenied: Expired'],
		['{"error":"gone"}', '{"error":"gone"}'],
		['Sorry', 'Sorry'],
		['', ''],
		['\u0000\u0001', ''],
	])('of %j is what it says: %j', (page, text) => {
		expect(excerpt(page)).toBe(text);
	});

	it.each([
		'the signature abc+def123 of 1900000000',
		'escaped: abc%2Bdef123',
		'the token 0123456789',
		'go to https://media.example/x.mp4?Signature=abc%2Bdef123 please',
		'<Error><Code>abc+def123</Code><Message>0123456789</Message></Error>',
	])('of %j holds nothing of the query of a link', (page) => {
		expect(excerpt(page)).not.toMatch(/def123|1900000000|0123456789/);
	});

	it('is short', () => {
		expect(excerpt('word '.repeat(999)).length).toBeLessThanOrEqual(201);
	});
});
