import fc, { type Arbitrary } from 'fast-check';
import { film } from '../../engine/fileHost';
import { clipFilm } from '../../simulator/films';
import { often, oneOf } from '../chance';
import type { Asked } from '../server';
import { frames } from './frame';
import { lines } from './headers';
import { quoting, type Secrets } from './secrets';
import type { Wire } from './wire';

/** The films that hosts have: a second one lies under the same link when a resumed transfer gets other bytes. */
export const FILMS: readonly Buffer[] = [clipFilm(4, 4).bytes, clipFilm(4, 3).bytes];

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
	/** What tells one film from the other. */
	tag: 'none' | 'strong' | 'weak';
	/** Whether it sends the part that was asked for, all, or a wrong part. */
	part: 'all' | 'right' | 'wrong';
	/** Bytes more or fewer than announced. */
	lies: number;
	/** After how many bytes it breaks off; null when it does not. */
	cut: number | null;
	after: 'close' | 'hold' | 'reset';
	length: boolean;
}

const manners: Arbitrary<Manners> = fc.record({
	bytes: often<Buffer>(
		[12, fc.constant(FILMS[0] ?? PROGRAM)],
		[2, oneOf(...FILMS)],
		[
			1,
			oneOf(
				PROGRAM,
				Buffer.alloc(0),
				Buffer.from('<html>no</html>'),
				FILMS[0]?.subarray(0, 4_000) ?? PROGRAM,
			),
		],
	),
	type: often<string>([8, fc.constant('video/mp4')], [4, oneOf<string>(...TYPES)]),
	tag: often<Manners['tag']>([6, fc.constant('strong')], [1, fc.constant('weak')], [2, fc.constant('none')]),
	part: often<Manners['part']>([6, fc.constant('right')], [2, oneOf('all', 'wrong')]),
	lies: often<number>([12, fc.constant(0)], [1, oneOf(-5_000, -1, 1, 1_000_000_000)]),
	cut: often<number | null>([8, fc.constant(null)], [4, fc.nat(20_000)]),
	after: often<Manners['after']>([8, oneOf('close', 'reset')], [2, fc.constant('hold')]),
	length: often<boolean>([8, fc.constant(true)], [1, fc.constant(false)]),
});

function served({ headers }: Asked, { bytes, type, tag, part, lies, cut, after, length }: Manners): Wire {
	const asked = Number(/^bytes=(\d+)-$/.exec(headers.get('range') ?? '')?.[1] ?? 0);
	const from = part === 'all' ? 0 : Math.min(part === 'wrong' ? asked + 7 : asked, bytes.length);
	const body = bytes.subarray(from);
	const own = `"film-${FILMS.indexOf(bytes)}"`;
	const etag = tag === 'none' ? null : tag === 'weak' ? `W/${own}` : own;
	const announced = Math.max(0, body.length + lies);
	const head = lines([
		from > 0 ? 'HTTP/1.1 206 Partial Content' : 'HTTP/1.1 200 OK',
		...(type === '' ? [] : [`Content-Type: ${type}`]),
		...(etag === null ? [] : [`ETag: ${etag}`]),
		...(length ? [`Content-Length: ${announced}`] : ['Connection: close']),
		...(from > 0 ? [`Content-Range: bytes ${from}-${bytes.length - 1}/${bytes.length}`] : []),
	]);
	const sent = cut === null || cut >= body.length ? body : body.subarray(0, cut);
	const broken = sent.length < body.length || !length || lies !== 0;
	return {
		name: `film ${bytes.length} from ${from} | ${type.slice(0, 30)} | ETag ${etag ?? 'none'} | ${length ? `announced ${announced}` : 'no length'} | sent ${sent.length} | ${broken ? after : 'keep'}`,
		steps: [{ send: Buffer.concat([Buffer.from(head, 'latin1'), sent]) }, { end: broken ? after : 'keep' }],
		status: from > 0 ? 206 : 200,
		body: broken ? null : bytes,
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

/** What stands where a service would quote the API key: a host of files never gets that. */
const NO_KEY = 'a word of the host';

/** What a host of files may answer. */
export function fileAnswers(asked: Asked, path: string, all: Secrets): Arbitrary<Wire> {
	const secrets = { ...all, key: NO_KEY };
	return often<Wire>(
		[12, manners.map((wish) => served(asked, wish))],
		[
			3,
			quoting(secrets).chain((text) =>
				frames({ name: 'page', bytes: Buffer.from(`<html><body>${text}</body></html>`) }, secrets.key),
			),
		],
		[2, redirects(path, secrets)],
		[2, fc.constant(FILMS[0] ?? PROGRAM).chain((bytes) => frames({ name: 'film', bytes }, secrets.key))],
		[1, drips],
	);
}
