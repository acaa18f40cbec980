import fc from 'fast-check';
import { extensionOf, readVideoType } from '../../../nodes/Clip/download/rules/videoFile';
import { restOfLink } from '../given/texts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const MP4 = bytes('\0\0\0\x20ftypisom\0\0\x02\0');
const NOISE = bytes('\x47\x01\x02\x03\xff\xfe\0\0\x05\x06\x07\x08');

/** A transport stream, whose packets are marked. */
const packets = (length: number, mark: number): Buffer =>
	Buffer.alloc(
		length * 4,
		Buffer.concat([Buffer.alloc(mark, 1), bytes('\x47\x40\0\x10'), Buffer.alloc(length - mark - 4)]),
	);

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
		['MPEG without packets', bytes('\0\0\x01\xb3\x44'), 'mpg', 'video/mpeg'],
		['M4V', bytes('\0\0\0\x14ftypM4V '), 'mp4', 'video/mp4'],
		['Flash', bytes('FLV\x01\x05\0\0\0\x09'), 'flv', 'video/x-flv'],
		['Ogg', bytes(`OggS\0\x02${'\0'.repeat(22)}\x80theora`), 'ogv', 'video/ogg'],
		[
			'Windows Media',
			bytes('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c'),
			'wmv',
			'video/x-ms-wmv',
		],
		['a transport stream', packets(188, 0), 'ts', 'video/mp2t'],
		['a transport stream with times', packets(192, 4), 'ts', 'video/mp2t'],
		['a transport stream with checks', packets(204, 0), 'ts', 'video/mp2t'],
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
		['video/x-msvideo', '/a.avi', NOISE, 'avi', 'video/x-msvideo'],
		['video/mp4<script>', '/a', MP4, 'mp4', 'video/mp4'],
		['video/\u0007bell', '/a', MP4, 'mp4', 'video/mp4'],
		[`video/${'x'.repeat(5_000)}`, '/a', MP4, 'mp4', 'video/mp4'],
		['video/mp4, text/html', '/a', MP4, 'mp4', 'video/mp4'],
		['video/', '/a', MP4, 'mp4', 'video/mp4'],
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

	it.each([
		'application/octet-stream',
		'binary/octet-stream',
		'video/<b>',
		`video/${'x'.repeat(5_000)}`,
		'video/a b',
	])('takes nothing that comes as %s for a video, unless its bytes say so', (contentType) => {
		expect(typeOf(contentType, '/clip.mp4', NOISE)).toBeNull();
	});

	const others = [
		...[
			'MZ\x90\0\x03',
			'\x7fELF\x02\x01\x01\0',
			'\xcf\xfa\xed\xfe\x07\0\0\x01',
			'\xfe\xed\xfa\xce\0\0\0\x12',
		],
		...['\xca\xfe\xba\xbe\0\0\0\x41', '\0asm\x01\0\0\0', 'dex\n035\0', '#!/bin/sh\n\x1b[0m', 'CWS\x0a\0\0'],
		...[
			'PK\x03\x04\x14\0\x08',
			'PK\x05\x06\0\0',
			'\x1f\x8b\x08\0\0',
			'BZh91AY&SY\0',
			'\xfd7zXZ\0\0',
			'\x28\xb5\x2f\xfd\0',
		],
		...[
			'7z\xbc\xaf\x27\x1c\0',
			'Rar!\x1a\x07\x01\0',
			'!<arch>\ndebian\0',
			`${'a'.repeat(257)}ustar\x0000`,
			'MSCF\0\0',
		],
		...['%PDF-1.7\n%\xe2\0', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'SQLite format 3\0', '\xff\xfea\0'],
		...[
			'\x89PNG\r\n\x1a\n',
			'\xff\xd8\xff\xe0\0\x10JFIF',
			'GIF89a\x01\0',
			'RIFF\x10\0\0\0WEBPVP8 ',
			'II*\0\x08\0',
		],
		...[
			'BM\x36\x10\x0e\0\0\0\0\0\x36',
			'\0\0\x01\0\x01\0\x10',
			'\0\0\0\x0cjP  \r\n',
			'\0\0\0\x18ftypheic',
			'\0\0\0\x18ftypavif',
		],
		...[
			'ID3\x04\0',
			'RIFF\x10\0\0\0WAVEfmt ',
			'fLaC\0\0',
			'\xff\xfb\x90\0',
			'\xff\xf1\x50\x80',
			'\0\0\0\x18ftypM4A ',
		],
		...['wOF2\0\x01\0\0', '\0\x01\0\0\0\x12', '\0'.repeat(512), '\0\0\0 fty', '\x01\x02'],
	];
	it.each(others.map((start) => [start]))('never takes %j for a video', (start) => {
		for (const contentType of [
			'application/octet-stream',
			'video/mp4',
			'video/quicktime',
			'video/other',
			null,
		]) {
			expect(typeOf(contentType, '/clip.mp4', bytes(start))).toBeNull();
		}
	});

	it('does not take text for a video because of a word in it', () => {
		expect(typeOf('video/mp4', '/a', bytes('The free samples are gone'))).toBeNull();
		expect(typeOf('video/mp4', '/a', bytes('The ftypisom'))).toBeNull();
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
