import fc from 'fast-check';
import { extensionOf, readVideoType } from '../../../nodes/Clip/download/rules/videoFile';
import { restOfLink } from '../given/texts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const MP4 = bytes('\0\0\0\x20ftypisom\0\0\x02\0');
const NOISE = bytes('\x47\x01\x02\x03\xff\xfe\0\0');

const typeOf = (contentType: string | null, path: string, start: Uint8Array) =>
	readVideoType({ contentType, path, start });

describe('readVideoType', () => {
	it.each([
		['MP4', MP4, 'mp4', 'video/mp4'],
		['QuickTime', bytes('\0\0\0\x14ftypqt  '), 'mov', 'video/quicktime'],
		['old QuickTime', bytes('\0\0\0\x08wide\0\0'), 'mov', 'video/quicktime'],
		['3GP', bytes('\0\0\0\x14ftyp3gp5'), '3gp', 'video/3gpp'],
		['WebM', bytes('\x1a\x45\xdf\xa3\x93\x42\x82\x88webm'), 'webm', 'video/webm'],
		['Matroska', bytes('\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska'), 'mkv', 'video/x-matroska'],
		['AVI', bytes('RIFF\x10\0\0\0AVI LIST'), 'avi', 'video/x-msvideo'],
		['MPEG', bytes('\0\0\x01\xba\x44'), 'mpg', 'video/mpeg'],
	])('knows %s by its first bytes, without a content type', (_name, start, ext, mimeType) => {
		expect(typeOf(null, '/x', start)).toEqual({ ext, mimeType });
		expect(typeOf('application/octet-stream', '/x', start)).toEqual({ ext, mimeType });
		expect(typeOf('text/html', '/x', start)).toEqual({ ext, mimeType });
	});

	it.each([
		['video/mp4', '/a.mp4', MP4, 'mp4', 'video/mp4'],
		['Video/MP4; charset=binary', '/a', MP4, 'mp4', 'video/mp4'],
		['video/quicktime', '/a.mov', MP4, 'mov', 'video/quicktime'],
		['video/webm', '/a.webm', MP4, 'mp4', 'video/mp4'],
		['video/mp4', '/a.webm', MP4, 'mp4', 'video/mp4'],
		['application/octet-stream', '/a.avi', NOISE, 'avi', 'video/x-msvideo'],
		['binary/octet-stream', '/a', NOISE, 'mp4', 'video/mp4'],
		['video/new-format', '/a', NOISE, 'mp4', 'video/new-format'],
		['video/mp2t', '/a.ts', NOISE, 'ts', 'video/mp2t'],
		['video/mp4', '/%E6%BD%AE.MP4', MP4, 'mp4', 'video/mp4'],
	])('of a file called %s at %s tells the kind', (contentType, path, start, ext, mimeType) => {
		expect(typeOf(contentType, path, start)).toEqual({ ext, mimeType });
	});

	it.each([
		['text/html', '<html>'],
		['video/mp4', '  <!DOCTYPE html><p>'],
		['video/mp4', '\ufeff{"error": 1}'],
		['application/octet-stream', 'Access denied'],
		['application/json', '{}'],
		['application/vnd.apple.mpegurl', '#EXTM3U\n'],
		['application/octet-stream', '#EXTM3U\n'],
		['image/png', '\u0089PNG\r\n\u001a\n'],
		['audio/mpeg', 'ID3\u0004'],
		['', '\u0001\u0002'],
		[null, ''],
	])('says that %s with %j is no video', (contentType, page) => {
		expect(typeOf(contentType, '/clip.mp4', Buffer.from(page))).toBeNull();
	});

	it('never throws, and gives an extension and a media type', () => {
		const any = fc.tuple(fc.option(fc.string()), restOfLink(), fc.uint8Array({ maxLength: 600 }));
		fc.assert(
			fc.property(any, ([contentType, path, start]) => {
				const type = typeOf(contentType, path, start);
				if (type === null) return;
				expect(type.ext).toMatch(/^[a-z0-9]+$/);
				expect(type.mimeType).toMatch(/^video\//);
			}),
		);
	});
});

describe('extensionOf', () => {
	it.each([
		['/x/clip.mp4', 'mp4'],
		['/x/clip.jpg', null],
		['/x/clip', null],
		['/x/clip.%6dp4', 'mp4'],
		['/x/%zz.mov', 'mov'],
	])('of %s is %s', (path, ext) => {
		expect(extensionOf(path)).toBe(ext);
	});
});
