import { maskKeyInJson, maskKeysInText, showsKey } from '../../../nodes/Clip/lib/apiKey';
import { secretsInLink, redact, redactLink, truncate } from '../../../nodes/Clip/lib/redact';

describe('Text from outside', () => {
	it.each([
		['see https://h.example/v?Signature=S&Expires=1 now', 'see https://h.example/v now'],
		[String.raw`{"u":"https:\/\/h.example\/v?s=S","b":1}`, `{"u":"https://h.example/v","b":1}`],
		['<a href="https://h.example/v?s=S">x</a>', '<a href="https://h.example/v">x</a>'],
		["https://me:it's@h.example:8080/v#token=S", 'https://h.example:8080/v'],
		["https://h.example/it's.mp4?d=filename='x'&sig=S now", "https://h.example/it's.mp4 now"],
		['h.example/v.mp4?sig=S, //h.example/v?sig=S', 'h.example/v.mp4 //h.example/v'],
		['1.https://me:word@h.example/v?s=S', '1.https://h.example/v'],
		['ftp://me:word@h.example/v', 'ftp://h.example/v'],
		['https://h.example/file/bot12345:AAE-x_9/a.mp4', 'https://h.example/file/***/a.mp4'],
		[
			String.raw`{"u":"https:\/\/h.example\/file\/bot12345%3AAAE\/a.mp4"}`,
			`{"u":"https://h.example/file/***/a.mp4"}`,
		],
		['cannot fetch https%3A%2F%2Fh.example%2Fv%3FSignature%3DS now', 'cannot fetch https://h.example/v now'],
		['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=S', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
		['https://www.facebook.com/watch/?v=1234', 'https://www.facebook.com/watch/?v=1234'],
		['https://www.youtube.com/watch?v=%0d%0a', 'https://www.youtube.com/watch'],
		['https://notyoutube.com/watch?v=1', 'https://notyoutube.com/watch'],
		['two\r\nlines\tand\u0085more', 'two lines andmore'],
		['\u001b[31mred\u0000 \u202eturned\u2066 \u200bhidden', '[31mred turned hidden'],
		[
			'1 &lt; 2 &gt; 1, &quot;a&quot; it&apos;s&nbsp;b&sol;c&plus;d&equals;e &amp; &deg;',
			`1 < 2 > 1, "a" it's b/c+d=e & &deg;`,
		],
		['caf%C3%A9 %FF%41%7a', 'café %FFAz'],
		['&#1114112; &#x110000; &#x10FFFF;', '&#1114112; &#x110000; \u{10ffff}'],
		['Ready? The key of project 20417733 has expired: code=4005', null],
	])('is shown as it is, but for what is secret or does harm: %j', (text, shown) => {
		expect(redact(text)).toBe(shown ?? text);
	});

	it('keeps no signature that a space has torn from its link', () => {
		const torn =
			'https://h.example/v.mp4?disposition=a; filename=my talk.mp4&Signature=SECRET&x-amz-security-token=SECRET';
		expect(redact(torn)).toMatch(/talk\.mp4&Signature=\*\*\*&x-amz-security-token=\*\*\*$/);
	});

	it('is short, without half a character at its end', () => {
		expect(redact('x'.repeat(1_000))).toBe(`${'x'.repeat(300)}…`);
		expect(truncate(`${'x'.repeat(9)}🌊`, 10)).toBe(`${'x'.repeat(9)}…`);
		expect(truncate(`🌊${'x'.repeat(9)}`, 10)).toBe(`🌊${'x'.repeat(8)}…`);
		expect(truncate('x'.repeat(10), 10)).toBe('x'.repeat(10));
	});
});

it.each([
	['https://me:word@h.example/a.mp4?sig=S#t', 'https://h.example/a.mp4'],
	["https://h.example/it's 9\u202fPM.mp4?sig=S", "https://h.example/it's%209%E2%80%AFPM.mp4"],
	['https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=1', 'https://m.youtube.com/watch?v=dQw4w9WgXcQ'],
	['https://www.youtube.com/watch?v=dQw4w9Wg!XcQ', 'https://www.youtube.com/watch'],
	['https://h.example/file/bot12345:AAE-x_9/a.mp4', 'https://h.example/file/***/a.mp4'],
	['https://h.example/of/s.example%2Fa.mp4%3Fsig%3DS', 'https://h.example/of/s.example%2Fa.mp4'],
	['no link?sig=S', 'no link'],
])('The link of a video is shown without its login and query: %s', (link, shown) => {
	expect(redactLink(link)).toBe(shown);
});

/** A text as it is shown where these are secret. */
const hidden = (text: string, key: string, ...ofLinks: string[]) =>
	redact(text, 300, { apiKey: key, ofLinks });

describe('A key', () => {
	const key = 'sk-7Q2+/"=&%41live';

	it.each([
		['', 'nothing is secret', 'nothing is secret'],
		[key, `the key ${key} is wrong`, 'the key *** is wrong'],
		[key, `the key ${encodeURIComponent(key)} is wrong`, 'the key *** is wrong'],
		[key, `{"key":${JSON.stringify(key)}}`, '{"key":"***"}'],
		['Bearer abc', 'abc is no Bearer abc', '*** is no ***'],
		['My Bearer abc', 'A Bearer is abc', 'A Bearer is ***'],
		['a/z', 'a&#x2Fz', '***'],
		[
			'a/b',
			String.raw`a%2fb, a\/b, a&#47;b, a&#47b, a&#x2F;b, a\u002Fb, a%u002fb`,
			'***, ***, ***, ***, ***, ***, a%u002fb',
		],
		['k=9', 'k\u200b=\u00ad9 k\0=\x009 K=9', '*** *** K=9'],
		['k=9', `${'x'.repeat(296)} k=9`, `${'x'.repeat(296)} ***`],
	])('that is %j is masked: %j', (secret, text, shown) => expect(hidden(text, secret)).toBe(shown));

	it.each([
		['sk-live-4f9a2b', 'sk live 4f9a'],
		['sk-live-4f9a2b', 'SK_LIVE_4F9A2B'],
		['sk-live-4f9a2b', 's k l i v e 4 f'],
		['sk-live-4f9a2b', 'sk%252Dlive%252D4f9a2b4f9a2b ilive4f9a'],
		['sk-live-4f9a2b', 'sk<b>live</b>4f9<i class="a">a'],
		['sk-live-4f9a2b', 'sk&hyphen;live&hyphen;4f9a'],
		['sk-live-4f9a2b', String.raw`sk\nlive\n4f9a`],
		['swordfishharbour', 'it is swordfish-harb'],
		['12345678', 'it is 1234-5678'],
	])('that is %j drops a quote in which it can be recognised: %j', (secret, text) =>
		expect(hidden(`see ${text} now`, secret)).toBe(''),
	);

	it.each([
		['sk-live-4f9a2b', 'live-4f is no key'],
		['swordfishharbour', 'a swordfishha is no key'],
		['swordfish', 'no s-w-o-r-d-fish'],
		['swordfishharbour9', 'a swordfish is no key'],
		['SWORDFISHHARBOUR9', 'a SWORDFISH is no key'],
		['a-b', 'a b is null'],
	])('that is %j drops no quote that has less of it: %j', (secret, text) =>
		expect(hidden(text, secret)).toBe(text),
	);

	it.each([
		['abc', 'the key abc', true],
		['Bearer abc', 'the key abc', true],
		['sk-live-4f9a2b', 'sk live 4f9a', true],
		['sk-live-4f9a2b', 'no key', false],
		['', 'no key', false],
	])('that is %j is shown by %j: %s', (secret, text, shown) => expect(showsKey(text, secret)).toBe(shown));

	it.each([
		[['sk-live-1', 'sk-live-2'], 'sk-live-1 and sk-live-2', '*** and ***'],
		[['Bearer sk-live-1'], 'sk-live-1 is in Bearer sk-live-1', '*** is in ***'],
		[['sk"li\\ve'], String.raw`{"key":"sk\"li\\ve"} sk"li\ve`, '{"key":"***"} ***'],
		[['12345678', '1234567'], '1234567 12345678', '1234567 ***'],
		[['Bearer abc'], 'abc is in Bearer abc', 'abc is in ***'],
	])('of several, %j, is masked where it is whole: %j', (keys, text, shown) =>
		expect(maskKeysInText(text, keys)).toBe(shown),
	);

	it('is not torn where a long text is looked at no more', () => {
		for (const space of [' ', '\n'])
			expect(hidden(`a${space.repeat(19_990)}sk-live-4f9a2b`, 'sk-live-4f9a2b')).toBe('a');
	});

	it('takes no longer with a long text', () => {
		for (const part of ['<', '&', '%41', '\\', 'a', ' ', '%', '&#', 'https://', '?', '=', 'sk-', '\u200b']) {
			const began = performance.now();
			hidden(part.repeat(300_000), 'sk-live-4f9a2b');
			expect(performance.now() - began).toBeLessThan(500);
		}
	});
});

describe('The value of a link', () => {
	it('becomes ***, also where it begins another one', () => {
		const secrets = ['', 'a secret/word', 'a secret/word, and more'] as const;
		expect(hidden('a secret/word, and more, a%20secret%2Fword', '', ...secrets)).toBe('***, ***');
		expect(hidden(String.raw`a%20secret%2fword, a secret\/word`, '', ...secrets)).toBe('***, ***');
	});

	it('is gone with the rest of a query, whatever signs it has', () => {
		const link = 'https://h.example/v.mp4?name=my%20talk%22s%3Csmall%3E&X-Sign=5ecretly';
		for (const text of [
			link,
			encodeURIComponent(link),
			link.replaceAll('&', '&amp;'),
			Array.from(link).join('\0'),
		])
			expect(hidden(`see ${text} now`, '')).toMatch(/^see https:\/\/h\.example\/v\.mp4 ?(?:now)?$/);
	});

	const shownWith = (link: URL, text: string) => hidden(text, '', ...secretsInLink(link));

	it('is not the ID of a public video, nor what is too short for one', () => {
		const link = new URL('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=short&pp=a-word');
		expect(shownWith(link, 'dQw4w9WgXcQ short a-word')).toBe('dQw4w9WgXcQ short ***');
	});

	it.each([
		['export=download&id=1aB2cD3e', 'Failed to download video 1aB2cD3e', 'Failed to download video ***'],
		['type=video&quality=original&u=abcdefghijkl', 'original abcdefghijkl', 'original ***'],
		[
			'password=swordfish&x-token=harbour&Signature=lighthouse',
			'swordfish harbour lighthouse',
			'*** *** ***',
		],
		['d=Download&e=down-load&f=download1', 'Download down-load download1', '*** *** ***'],
	])('is no plain word, unless people choose it: %s', (query, text, shown) => {
		expect(shownWith(new URL(`https://drive.example/uc?${query}`), text)).toBe(shown);
	});

	it('is a login, whatever it is', () => {
		const link = new URL('https://harbour:lighthouse@h.example/a.mp4');
		expect(shownWith(link, 'harbour lighthouse')).toBe('*** ***');
	});
});

describe('Of a success, the key is masked', () => {
	const IDS = new Set(['projectId', 'videoId']);
	const masked = (value: object, key: string) => {
		maskKeyInJson(value, key, IDS);
		return value;
	};

	it('in each text and name, but not in the IDs', () => {
		const answer = {
			projectId: 'sk-live1',
			a: ['x sk-live1 sk-live1', [{ videoId: 'sk-live1', 'sk-live1': 7 }]],
		};
		const shown = { projectId: 'sk-live1', a: ['x *** ***', [{ videoId: 'sk-live1', '***': 7 }]] };
		expect(masked(answer, 'sk-live1')).toEqual(shown);
		expect(masked({ a: 'Bearer sk-live1, sk-live1' }, 'Bearer sk-live1')).toEqual({ a: '***, ***' });
		expect(masked({ a: 'ab12-cd34-ef56' }, 'Bearer ab12-cd34-ef56')).toEqual({ a: '***' });
	});

	it('only where it is whole, and long enough not to stand there by chance', () => {
		for (const [text, key] of [
			['sk-live', 'sk-live1'],
			['a video', 'video'],
			['seven77', 'seven77'],
			['any', ''],
		] as const)
			expect(masked({ text }, key)).toEqual({ text });
	});
});

describe('What is secret in a link', () => {
	it.each([
		['https://h.example/a?sig=abc%2Fdef1', ['abc/def1', 'abc%2Fdef1']],
		['https://h.example/a?only-a-value', ['only-a-value']],
		['https://h.example/a?token=plain', []],
		['https://h.example/a?token=plainly', ['plainly', 'plainly']],
		['https://h.example/a?export=download&id=1234567', ['1234567', '1234567']],
		['https://my%20name:my%20word@h.example/a', ['my%20name', 'my name', 'my%20word', 'my word']],
		['https://www.youtube.com/watch?v=dQw4w9WgXcQ', []],
		['https://youtube.com/watch?v=dQw4w9WgXcQ', []],
		['https://youtube.com.h.example/watch?v=dQw4w9WgXcQ', ['dQw4w9WgXcQ', 'dQw4w9WgXcQ']],
		['https://www.youtube.com/watch?v=dQw4w9Wg!XcQ', ['dQw4w9Wg!XcQ', 'dQw4w9Wg!XcQ']],
	])('is its login and the values of its query, decoded and as written: %s', (link, secrets) => {
		expect(secretsInLink(new URL(link))).toEqual(secrets);
	});
});

it('A text of megabytes is only looked at where it begins', () => {
	for (const space of [' ', '\u200b']) {
		expect(redact(`${space.repeat(20_000)}later`)).toBe('');
		expect(redact(`${space.repeat(19_995)}later`)).toBe('later');
	}
});

it.each([
	'token',
	'access_token',
	'security-token',
	'sig',
	'Signature',
	'X-Amz-Credential',
	'x-goog-algorithm',
	'x-oss-expires',
])('A signature that was torn from its link is not shown: %s', (name) => {
	expect(redact(`the link is cut at ${name}=5ecret&b=1`)).toBe(`the link is cut at ${name}=***&b=1`);
});

it('A link in the middle of a text loses its login and its query', () => {
	expect(redact('see (https://me:word@h.example/a?s=S) 7 times')).toBe('see (https://h.example/a 7 times');
	expect(redact('7https://me:word@h.example/a')).toBe('7https://h.example/a');
});
