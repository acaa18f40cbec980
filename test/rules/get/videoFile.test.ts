import { excerptOfPage, readVideoFormat, videoExtensionOf } from '../../../nodes/Clip/get/rules/videoFile';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const MP4 = bytes('\0\0\0\x20ftypisom\0\0\x02\0');

const typeOf = (contentType: string, path: string, start = MP4) =>
	readVideoFormat({ contentType, path, start });

describe('The kind of a file', () => {
	it.each([
		['video/mp4', '/a.mp4', 'mp4', 'video/mp4'],
		['Video/MP4; charset=binary', '/a', 'mp4', 'video/mp4'],
		['video/quicktime', '/a.mp4', 'mov', 'video/quicktime'],
		[' video/quicktime ;x=1', '/a.mp4', 'mov', 'video/quicktime'],
		['video/new-format', '/a', 'mp4', 'video/new-format'],
		['video/new-format', '/a.mkv', 'mkv', 'video/new-format'],
	])('follows from the word of the host: %s at %s', (contentType, path, ext, mimeType) => {
		expect(typeOf(contentType, path)).toEqual({ ext, mimeType });
	});

	it.each([
		...['application/x-image/png', 'x-font/a'],
		...['', 'application/octet-stream', 'application/mp4', 'video/', 'video/mp4<script>', 'video/a b'],
		...['video/\u0007bell', `video/${'x'.repeat(61)}`, 'video/\u00a0x'],
	])('follows from the link when the word of the host is no kind of video: %j', (word) => {
		expect(typeOf(word, '/a.MOV')).toEqual({ ext: 'mov', mimeType: 'video/quicktime' });
		expect(typeOf(word, '/%E6%BD%AE.webm')).toEqual({ ext: 'webm', mimeType: 'video/webm' });
		expect(typeOf(word, '/%zz')).toEqual({ ext: 'mp4', mimeType: 'video/mp4' });
	});

	it.each([
		['a page', Buffer.from('  <!DOCTYPE html><p>\u0001')],
		['a page with a mark before it', Buffer.from('\ufeff<html>\u0001')],
		['XML', Buffer.from('<?xml version="1.0"?><Error/>\u0001')],
		['JSON', Buffer.from('\ufeff{"error": "\u0001"}')],
		['JSON with line breaks', Buffer.from('{\n  "error": "\u0001"\n}')],
		['a list', Buffer.from('[ {"error": "\u0001"} ]')],
		['a list of words', Buffer.from('["\u0001"]')],
		['text in Latin-1', bytes('Zugriff f\xfcr dich verweigert')],
		['text that ends within a character', Buffer.from('Zugriff verweigert 潮').subarray(0, -1)],
		['nothing', Buffer.alloc(0)],
		['an archive', bytes('PK\x03\x04\x14\0\0\0')],
		['a compressed page', bytes('\x1f\x8b\b\0\0\0')],
		['a PNG', bytes('\x89PNG\r\n\x1a\n\0\0')],
		['a JPEG', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
		['a GIF', bytes('GIF89a\x01\0')],
		['a WebP', bytes('RIFF\n\0\0\0WEBPVP8 ')],
		['an AVIF', bytes('\0\0\0\x20ftypavif\0')],
		['a HEIC', bytes('\0\0\0\x20ftypheic\0')],
		['a RAR', bytes('Rar!\x1a\x07\0')],
		['a 7z', bytes('7z\xbc\xaf\x27\x1c')],
		['a PDF', bytes('%PDF-1.7\n\0')],
	])('is no video where it is %s, whatever its host calls it', (_name, start) => {
		for (const contentType of ['text/html', 'video/mp4', 'application/octet-stream', ''])
			expect(typeOf(contentType, '/clip.mp4', start)).toBeNull();
	});

	it.each(['RIFF\n\0\0\0AVI LIST', '\0\0\0\x14ftypqt  \0', '\x1f\x8b\x40\0mdat', '\0\0\0\x18ftyphvc1\0'])(
		'is that of a video where it begins like one: %j',
		(start) => expect(typeOf('', '/a', bytes(start))).not.toBeNull(),
	);

	it('is that of a video, whatever letters its bytes happen to be', () => {
		for (const letters of ['<a', '{"', '[{', '\n <!', '{"a":1}'])
			expect(typeOf('', '/a', bytes(`${MP4.toString('latin1')}${letters}`))).not.toBeNull();
	});

	it.each(['text/html; charset=utf-8', 'image/png', 'audio/mpeg', 'application/pdf', 'application/zip'])(
		'is no video where its host calls it %s',
		(contentType) => expect(typeOf(contentType, '/clip.mp4')).toBeNull(),
	);
});

it.each([
	['Clip.MOV', 'mov'],
	['clip.jpg', null],
	['mp4', null],
])('The extension of %s is %s', (name, ext) => expect(videoExtensionOf(name)).toBe(ext));

describe('What a page says that came instead of a file', () => {
	const links = [
		new URL('https://media.example/x.mp4?Expires=1900000000&Signature=abc%2Bdef123'),
		new URL('https://a/?t=0123456789'),
	];
	const excerpt = (page: string) => excerptOfPage(Buffer.from(page), links);

	it.each([
		['<html><style>p{}</style><body><h1>Not\n Found</h1><script>x()</script></body>', 'Not Found'],
		['<Error><Code>AccessDenied</Code><Message>Expired</Message></Error>', 'AccessDenied: Expired'],
		['<Error><Code>Expired</Code>\n<Message>No</Message><Token-0>FwoGZXIvYXdzE', 'Expired: No'],
		['<b>Not</b><i>Found</i>', 'Not Found'],
		['Not<script>x()</script>Found', 'Not Found'],
		['Not Found<a href="https://h.example/', 'Not Found'],
		['{"error":"gone"}', '{"error":"gone"}'],
		['\u0000\u0000ftypisom', ''],
	])('is its words: %j says %j', (page, text) => expect(excerpt(page)).toBe(text));

	it.each([
		'the signature abc+def123, or abc%2Bdef123, of 1900000000, and the token 0123456789',
		'go to https://media.example/x.mp4?Signature=abc%2Bdef123 please',
		'<Error><Code>abc+def123</Code><Message>0123456789</Message></Error>',
	])('holds nothing of the query of a link: %j', (page) => {
		expect(excerpt(page)).not.toMatch(/def123|1900000000|0123456789/);
	});

	it('is cut after 200 signs, ours of the cut included', () =>
		expect(excerpt('word '.repeat(999)).length).toBeLessThanOrEqual(201));
});
