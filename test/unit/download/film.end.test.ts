import { Film } from '../../../nodes/Clip/download/rules/film';
import { clipFilm } from '../../simulator/films';
import { box, type Listed, longBox, movieHeader, openBox, track, words } from '../given/boxes';

const isCut = (...parts: Uint8Array[]): boolean => {
	const film = new Film();
	for (const part of parts) film.add(part);
	return film.isCut();
};

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const ftyp = box('ftyp', bytes('isom\0\0\0\0'));
const media = Buffer.alloc(3_000, 7);
const moov = (...tracks: Listed[]): Buffer => box('moov', movieHeader(600, 600n), ...tracks.map(track));

/** A film whose pictures come last, in a box that says nothing of its end; the track tells where it must be. */
const openFilm = (listed: (from: number) => Listed): Buffer => {
	const from = ftyp.length + moov(listed(0)).length + 8;
	return Buffer.concat([ftyp, moov(listed(from)), openBox('mdat', media)]);
};

const riff = (kind: string, contents: Buffer, size = contents.length + 4): Buffer => {
	const header = Buffer.alloc(8, 'RIFF');
	header.writeUInt32LE(size, 4);
	return Buffer.concat([header, bytes(kind), contents]);
};

const matroska = (size: string, contents = media): Buffer =>
	Buffer.concat([bytes(`\x1a\x45\xdf\xa3\x84\x42\x82\x81x\x18\x53\x80\x67${size}`), contents]);

describe('the end of a film', () => {
	const twoChunks = (from: number): Listed => ({
		chunks: [from, from + 2_000],
		runs: [[1, 2]],
		samples: [1_000, 1_000, 600, 400],
	});
	const openFilms: Array<[string, Buffer]> = [
		['its chunks', openFilm(twoChunks)],
		['its chunks in the long form', openFilm((from) => ({ ...twoChunks(from), long: true }))],
		[
			'a last chunk that is shorter than the others',
			openFilm((from) => ({
				chunks: [from, from + 2_000],
				runs: [[1, 4]],
				samples: [500, 500, 500, 500, 1_000],
			})),
		],
		[
			'chunks of different lengths',
			openFilm((from) => ({
				chunks: [from, from + 500, from + 1_000],
				runs: [
					[1, 1],
					[3, 2],
				],
				samples: [500, 500, 1_900, 100],
			})),
		],
	];
	it.each(openFilms)('is where its tables say, when its boxes do not tell: by %s', (_name, film) => {
		expect(isCut(film)).toBe(false);
		expect(isCut(film.subarray(0, -1))).toBe(true);
		expect(isCut(film.subarray(0, -2_000))).toBe(true);
	});

	it.each([
		[
			'samples of one size',
			(from: number): Listed => ({ chunks: [from, from + 2_900], runs: [[1, 9_999]], sampleSize: 1 }),
		],
		['no sizes', (from: number): Listed => ({ chunks: [from, from + 2_900] })],
		[
			'the last chunk in the midst',
			(from: number): Listed => ({ ...twoChunks(from), chunks: [from + 2_900, from] }),
		],
	])('is not before the last chunk of a track with %s', (_name, listed) => {
		expect(isCut(openFilm(listed))).toBe(false);
		expect(isCut(openFilm(listed).subarray(0, -200))).toBe(true);
	});

	it('does not depend on a track in another file', () => {
		expect(isCut(openFilm(() => ({ chunks: [900_000], elsewhere: true })))).toBe(false);
	});

	it('is noticed in a film of the simulator, wherever its pictures lie', () => {
		const film = clipFilm(2, 2).bytes;
		expect(isCut(film)).toBe(false);
		for (let length = 200; length < film.length; length += 50)
			expect(isCut(film.subarray(0, length))).toBe(true);
	});

	const moof = (samples: number): Buffer => box('moof', box('traf', box('trun', words(0, samples))));
	const fragment = [moof(3), box('mdat', media)];
	const index = (...sizes: number[]): Buffer =>
		box('sidx', words(0, 1, 600, 0, 0, sizes.length, ...sizes.flatMap((size) => [size, 600, 0])));
	const pair = Buffer.concat(fragment);

	const whole: Array<[string, Uint8Array[]]> = [
		['fragments', [ftyp, moov(), ...fragment, ...fragment, box('mfra', Buffer.alloc(16))]],
		['a last fragment that has no pictures', [ftyp, moov(), ...fragment, moof(0)]],
		['fragments with an index', [ftyp, moov(), index(pair.length, pair.length), ...fragment, ...fragment]],
		[
			'an index to each segment',
			[ftyp, moov(), index(pair.length), ...fragment, index(pair.length), ...fragment],
		],
		['the movie box at the end', [ftyp, box('mdat', media), moov({ chunks: [24] })]],
		['sizes of 64 bits', [ftyp, longBox('mdat', media), moov({ chunks: [32] })]],
		['a few bytes behind it', [ftyp, moov(), box('mdat', media), bytes('\0\0\0')]],
		['zeros behind it', [ftyp, moov(), box('mdat', media), Buffer.alloc(900)]],
		['text behind it', [ftyp, moov(), box('mdat', media), bytes('made by somebody, who signs here')]],
		['a part that nobody knows', [ftyp, moov(), box('what', media), box('mdat', media)]],
		[
			'a last part that nobody knows, of another size',
			[ftyp, moov(), box('mdat', media), bytes('\0\0\x09\0what')],
		],
		['the old form, without a type', [box('wide'), box('mdat', media), moov({ chunks: [16] })]],
		['the pictures of one file in two boxes', [ftyp, moov(), box('mdat', media), box('free'), box('mdat')]],
	];
	it.each(whole)('is there: %s', (_name, parts) => {
		expect(isCut(...parts)).toBe(false);
	});

	const cut: Array<[string, Uint8Array[]]> = [
		['a fragment without its pictures', [ftyp, moov(), ...fragment, moof(3)]],
		['fewer fragments than its index says', [ftyp, moov(), index(pair.length, pair.length), ...fragment]],
		['a movie box and no pictures', [ftyp, moov()]],
		['pictures and no movie box', [ftyp, box('mdat', media)]],
		['the old form that ends too early', [box('wide'), box('mdat', media).subarray(0, 900)]],
		['a size of 64 bits that is not reached', [ftyp, moov(), longBox('mdat', media).subarray(0, -1)]],
		['the second of two boxes not reached', [ftyp, moov({ chunks: [2_000, 9_000] }), box('mdat', media)]],
	];
	it.each(cut)('is missing: %s', (_name, parts) => {
		expect(isCut(...parts)).toBe(true);
	});

	it.each([
		['one list', riff('AVI ', media), 1_000],
		['an odd size without its last byte', riff('AVI ', media.subarray(1)), 1_000],
		['two lists', Buffer.concat([riff('AVI ', media), riff('AVIX', media)]), 100],
	])('of an AVI is where its lists say: %s', (_name, film, less) => {
		expect(isCut(film)).toBe(false);
		expect(isCut(film, bytes('trailer of somebody'))).toBe(false);
		expect(isCut(film.subarray(0, -less))).toBe(true);
	});

	it.each([0, 0xffff_ffff, 0x7fff_ffff])('of an AVI is not known when it says %i', (size) => {
		expect(isCut(riff('AVI ', media, size))).toBe(false);
	});

	it.each([
		['in the short form', matroska('\x4b\xb8')],
		['in the long form', matroska('\x01\0\0\0\0\0\x0b\xb8')],
	])('of a Matroska film is where its segment says %s', (_name, film) => {
		expect(isCut(film)).toBe(false);
		expect(isCut(film, bytes('\xec\x82ab'))).toBe(false);
		expect(isCut(film, bytes('trailer'))).toBe(false);
		expect(isCut(film.subarray(0, -1))).toBe(true);
		expect(isCut(film.subarray(0, 10))).toBe(true);
	});

	it.each(['\xff', '\x01\xff\xff\xff\xff\xff\xff\xff', '\x01\0\0\0\0\0\0\0'])(
		'of a Matroska film is not known when its size is %j',
		(size) => {
			expect(isCut(matroska(size))).toBe(false);
		},
	);

	it('is read at a small price, whatever the boxes are', () => {
		const tiny = Buffer.alloc(4_000_000, box('free'));
		const nested = box('moov', box('trak', box('mdia', box('minf', box('stbl', tiny)))));
		const lies = box(
			'moov',
			box('trak', box('mdia', box('minf', box('stbl', box('stco', words(0, 0xffff_ffff)))))),
		);
		for (const film of [
			[ftyp, tiny],
			[ftyp, nested],
			[ftyp, lies],
			[ftyp, ...Array<Buffer>(9).fill(moov())],
		]) {
			expect(() => isCut(...film)).not.toThrow();
		}
		const reads = jest.spyOn(DataView.prototype, 'getUint32');
		isCut(ftyp, tiny);
		isCut(ftyp, nested);
		expect(reads.mock.calls.length).toBeLessThan(40_000);
		reads.mockRestore();
	});
});
