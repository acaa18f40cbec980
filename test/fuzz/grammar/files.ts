import fc, { type Arbitrary } from 'fast-check';
import { film } from '../../engine/fileHost';
import { clipFilm } from '../../simulator/films';
import { often, oneOf } from '../chance';
import { frames } from './frame';
import { lines } from './headers';
import { quoting, type Secrets } from './secrets';
import type { Wire } from './wire';

const FILM = clipFilm(4, 4).bytes;

const TYPES = [
	'video/mp4',
	'video/mp4',
	'video/quicktime',
	'application/octet-stream',
	'text/html',
	'video/mp4; a="<b>"',
	'<video>/mp4',
	'video/<script>',
	'',
	'audio/mp4',
	'VIDEO/MP4',
	'x'.repeat(5_000),
] as const;

const PROGRAM = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(20_000, 7)]);

interface Manners {
	bytes: Buffer;
	type: string;
	/** How it tells where the file ends. */
	framing: 'chunked' | 'length' | 'none';
	/** Bytes more or fewer than announced. */
	lies: number;
	/** After how many bytes it breaks off; null when it does not. */
	cut: number | null;
	after: 'close' | 'hold' | 'reset';
}

const manners: Arbitrary<Manners> = fc.record({
	bytes: often<Buffer>(
		[12, fc.constant(FILM)],
		[1, oneOf(PROGRAM, Buffer.alloc(0), Buffer.from('<html>no</html>'), FILM.subarray(0, 4_000))],
	),
	type: often<string>([8, fc.constant('video/mp4')], [4, oneOf<string>(...TYPES)]),
	framing: often<Manners['framing']>([8, fc.constant('length')], [2, oneOf('chunked', 'none')]),
	lies: often<number>([12, fc.constant(0)], [1, oneOf(-5_000, -1, 1, 1_000_000_000)]),
	cut: often<number | null>([8, fc.constant(null)], [4, fc.nat(20_000)]),
	after: often<Manners['after']>([8, oneOf('close', 'reset')], [2, fc.constant('hold')]),
});

function served({ bytes, type, framing, lies, cut, after }: Manners): Wire {
	const sent = bytes.subarray(0, cut ?? bytes.length);
	const isCut = sent.length < bytes.length;
	const length = framing === 'length' ? Math.max(0, bytes.length + lies) : bytes.length;
	const frames = {
		chunked: {
			header: 'Transfer-Encoding: chunked',
			start: `${length.toString(16)}\r\n`,
			end: isCut ? '' : '\r\n0\r\n\r\n',
			body: isCut ? null : bytes,
		},
		// A host that says that this is all is believed, also when it breaks off without having said how much there is.
		length: {
			header: `Content-Length: ${length}`,
			start: '',
			end: '',
			body: length <= sent.length ? sent.subarray(0, length) : null,
		},
		none: { header: 'Connection: close', start: '', end: '', body: after === 'hold' ? null : sent },
	};
	const { header, start, end, body } = frames[framing];
	const head = lines(['HTTP/1.1 200 OK', ...(type === '' ? [] : [`Content-Type: ${type}`]), header]);
	const goesOn = framing !== 'none' && length === sent.length;
	return {
		name: `film ${bytes.length} | ${type.slice(0, 30)} | ${header} | sent ${sent.length} | ${goesOn ? 'keep' : after}`,
		steps: [
			{ send: Buffer.concat([Buffer.from(head + start, 'latin1'), sent, Buffer.from(end)]) },
			{ end: goesOn ? 'keep' : after },
		],
		status: 200,
		body,
		said: bytes,
	};
}

const drips = oneOf(65_536, 1, 70_000, 2_000_000).map((size): Wire => {
	const head = 'HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 900000000\r\n\r\n';
	const send = Buffer.alloc(size, 1);
	return {
		name: `a host that sends ${size} bytes every 59 s`,
		steps: [{ send: Buffer.concat([Buffer.from(head), film(64)]) }, { send, every: 59_000 }],
		status: 200,
		body: null,
		said: send,
	};
});

const redirects = (path: string, { signature }: Secrets): Arbitrary<Wire> =>
	fc
		.record({
			status: oneOf(301, 302, 303, 307, 308, 300, 304, 305),
			to: oneOf(
				`${path}/files/other.mp4?Signature=${signature}`,
				`${path}/files/0.mp4`,
				'//127.0.0.1:1/x',
				'ftp://x/',
				'file:///etc/passwd',
				'',
				'http://',
				`http://user:pw@127.0.0.1/`,
				'\u0000',
			),
		})
		.map(({ status, to }) => ({
			name: `redirect ${status} to ${to.replace(signature, '…')}`,
			steps: [
				{
					send: Buffer.from(
						`HTTP/1.1 ${status} Moved\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`,
						'latin1',
					),
				},
				{ end: 'keep' },
			],
			status,
			body: Buffer.alloc(0),
			said: Buffer.alloc(0),
		}));

/** What a host of files may answer: it never gets the API key, but the signature in its links. */
export const fileAnswers = (path: string, secrets: Secrets): Arbitrary<Wire> =>
	often<Wire>(
		[14, manners.map(served)],
		[
			3,
			quoting(secrets, [secrets.signature]).chain((text) =>
				frames({ name: 'page', bytes: Buffer.from(`<html><body>${text}</body></html>`) }, 'a word'),
			),
		],
		[2, redirects(path, secrets)],
		[1, drips],
	);
