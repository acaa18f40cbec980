import fc from 'fast-check';
import { Film } from '../../../nodes/Clip/download/rules/film';
import { clipFilm, sourceFilm } from '../../simulator/films';
import { box, longBox, movieHeader } from '../given/boxes';

const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0'));
const mdat = box('mdat', Buffer.alloc(3_000, 7));
const moov = (...children: Buffer[]) => box('moov', ...children);

const readInPieces = (bytes: Buffer, sizes: readonly number[]): Film => {
	const film = new Film();
	for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
		const size = sizes[turn % sizes.length] ?? 1;
		film.add(bytes.subarray(at, at + size));
		at += size;
	}
	return film;
};

const read = (...parts: Buffer[]): Film => readInPieces(Buffer.concat(parts), [4_096]);

describe('a film that passes by', () => {
	const films = [1, 2, 3, 4].flatMap((ratio) => [1, 2, 3, 4].map((length) => clipFilm(ratio, length)));

	it('tells how long it plays and that it is whole', () => {
		for (const { bytes, durationMs } of [...films, sourceFilm()]) {
			const film = read(bytes);
			expect(film.durationSeconds).toBe(durationMs / 1_000);
			expect(film.isCut()).toBe(false);
		}
	});

	it('does so however it is cut into pieces, wherever its header lies, and in the long form too', () => {
		const whole = Buffer.concat([
			...[ftyp, longBox('free', Buffer.alloc(5)), longBox('mdat', Buffer.alloc(500, 1))],
			moov(box('iods', Buffer.alloc(3)), movieHeader(600, 24_750n, 1), box('trak', Buffer.alloc(40))),
			box('free'),
		]);
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 9 }), (sizes) => {
				const film = readInPieces(whole, sizes);
				expect(film.durationSeconds).toBe(41.25);
				expect(film.isCut()).toBe(false);
			}),
		);
	});

	it('is cut wherever it ends but at its end', () => {
		const { bytes } = clipFilm(1, 1);
		const lengths = Array.from({ length: bytes.length + 1 }, (_, length) => length).slice(8);
		const whole = lengths.filter((length) => !read(bytes.subarray(0, length)).isCut());
		expect(whole).toEqual([bytes.length]);
	});

	it('is not read any more after more boxes than a film has', () => {
		const cutAfter = (boxes: number) =>
			read(ftyp, moov(movieHeader(1, 1n)), Buffer.alloc(8 * boxes, box('free')), mdat.subarray(0, 20));
		expect(cutAfter(9_000).isCut()).toBe(true);
		expect(cutAfter(11_000).isCut()).toBe(false);
	});

	it.each([
		['an unknown length', movieHeader(1_000, 0xffff_ffffn)],
		['an unknown length in the long form', movieHeader(1_000, 0xffff_ffff_ffff_ffffn, 1)],
		['no length', movieHeader(1_000, 0n)],
		['no unit', movieHeader(0, 5n)],
		['a header that is too short', box('mvhd', Buffer.alloc(10))],
		['no header', box('trak', Buffer.alloc(10))],
	])('tells no length when it has %s', (_name, header) => {
		expect(read(ftyp, moov(header), mdat).durationSeconds).toBeNull();
	});

	it.each([
		['another kind of file', Buffer.from('RIFF\0\0\0\0AVI LIST and so on, and so on')],
		['zeros', Buffer.alloc(9_000)],
		['a box of no size', Buffer.concat([ftyp, Buffer.from('\0\0\0\x07mdat and what else')])],
		[
			'a part of a name that nobody knows',
			Buffer.concat([ftyp, box('what', Buffer.alloc(9)).subarray(0, 12)]),
		],
		['a box up to the end of the file', Buffer.concat([ftyp, Buffer.from('\0\0\0\0mdat and all the rest')])],
		['nothing', Buffer.alloc(0)],
	])('of %s says nothing', (_name, bytes) => {
		const film = read(bytes);
		expect(film.durationSeconds).toBeNull();
		expect(film.isCut()).toBe(false);
	});

	it('makes no trouble whatever it is', () => {
		const names = fc.constantFrom(
			...'ftyp moov mvhd mdat free what trak mdia minf stbl stco co64 stsc stsz dinf dref sidx moof'.split(
				' ',
			),
			...['RIFF', '\x1a\x45\xdf\xa3'],
		);
		const sizes = fc.oneof(fc.nat(60), fc.constantFrom(0, 1, 8, 0xffff_ffff));
		const head = fc.tuple(sizes, names).map(([size, name]) => {
			const header = Buffer.alloc(8);
			header.writeUInt32BE(size);
			header.write(name, 4, 'latin1');
			return header;
		});
		const parts = fc.array(
			fc.oneof(
				head,
				fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
			),
			{ maxLength: 20 },
		);
		fc.assert(
			fc.property(parts, fc.integer({ min: 1, max: 70 }), (all, size) => {
				const film = readInPieces(Buffer.concat(all), [size]);
				const once = readInPieces(Buffer.concat(all), [100_000]);
				expect(film.durationSeconds).toBe(once.durationSeconds);
				expect(film.isCut()).toBe(once.isCut());
				if (film.durationSeconds !== null) expect(film.durationSeconds).toBeGreaterThanOrEqual(0);
			}),
		);
	});
});
