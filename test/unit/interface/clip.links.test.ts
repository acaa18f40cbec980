import fc from 'fast-check';
import { readClips } from '../../../nodes/Clip/interface/clip';

const expiries = (...videoUrls: string[]) =>
	readClips(
		videoUrls.map((videoUrl) => ({ videoUrl })),
		{ projectId: '7', projectName: null },
	).map(({ expiresAt }) => expiresAt);

/** What the standard's own reader says of a link. */
function expiryByStandard(link: string): string | null {
	if (!URL.canParse(link)) return null;
	const text = new URL(link).searchParams.get('Expires')?.trim() ?? '';
	const seconds = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : 0;
	return seconds > 0 && seconds <= 8.64e12 ? new Date(seconds * 1000).toISOString() : null;
}

const text = (between: string, ...parts: string[]) =>
	fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((list) => list.join(between));

const begin = fc.constantFrom(
	...[
		'https://media.example/a',
		'http://a-b.c9.example/x/y',
		'https://127.0.0.1:80/x',
		'https://256.1.1.1/x',
	],
	...[
		'https://a.b/c#d',
		'https://a.b',
		'HTTPS://m.example/',
		'https://xn--a/',
		'https://a..b/',
		'mailto:a',
		'm.example/a',
		'',
	],
);
const parameters = [
	...[
		'Expires=1900000000',
		'Expires=0',
		'Expires=-5',
		'Expires=',
		'Expires',
		'Expires=5#',
		'%45xpires=5',
		'Exp\tires=7',
		'%=1',
	],
	...['Signature=ab~-_.', 'AWSAccessKeyId=X'],
];
const marks = ['=', '&', '?', '#', '+', '%', ' ', '5', '.5', 'e3', 'a', 'é', '\n', '/'];
const query = fc.oneof(text('&', ...parameters), text('', ...parameters, ...marks));

it('finds when a link expires wherever the reader of the standard finds it, and nowhere else', () => {
	fc.assert(
		fc.property(begin, query, (first, rest) => {
			const link = `${first}?${rest}`;
			expect(expiries(link)).toEqual([expiryByStandard(link)]);
		}),
	);
});

it('reads each link by itself, however many came before', () => {
	const second = fc.constantFrom('1', '2', '1900000000', 'soon', '');
	fc.assert(
		fc.property(fc.array(second, { maxLength: 6 }), (seconds) => {
			const links = seconds.map((value) => `https://media.example/a?Expires=${value}`);
			expect(expiries(...links)).toEqual(links.map(expiryByStandard));
		}),
	);
});

it('takes the first of several expiries, as the standard does', () => {
	expect(expiries('https://m.example/a?b=1&Expires=5&Expires=6')).toEqual(['1970-01-01T00:00:05.000Z']);
});

// Less than this does not exhaust the stack of a pattern.
it.each([
	['query', `https://m.example/a?${'a&'.repeat(4_000_000)}Expires=5`],
	['host', `https://${'a.'.repeat(4_000_000)}example/a?Expires=5`],
	['label', `https://${'a-'.repeat(4_000_000)}!/a?Expires=5`],
])('reads a link whose %s has megabytes', (_what, link) => {
	expect(() => expiries(link)).not.toThrow();
});
