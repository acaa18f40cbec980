import { showable, hiding, truncate, secretsInLink, shownLink } from '../../../nodes/Clip/lib/redact';

describe('Text from outside', () => {
	it.each([
		['see https://h.example/v?Signature=S&Expires=1 now', 'see https://h.example/v now'],
		[String.raw`{"u":"https:\/\/h.example\/v?s=S","b":1}`, String.raw`{"u":"https:\/\/h.example\/v","b":1}`],
		['<a href="https://h.example/v?s=S">x</a>', '<a href="https://h.example/v">x</a>'],
		["https://me:it's@h.example:8080/v#token=S", 'https://h.example:8080/v'],
		["https://h.example/it's.mp4?d=filename='x'&sig=S now", "https://h.example/it's.mp4 now"],
		['h.example/v.mp4?sig=S, //h.example/v?sig=S', 'h.example/v.mp4 //h.example/v'],
		['1.https://me:word@h.example/v?s=S', '1.https://h.example/v'],
		['ftp://me:word@h.example/v', 'ftp://h.example/v'],
		['https://h.example/file/bot12345:AAE-x_9/a.mp4', 'https://h.example/file/***/a.mp4'],
		[
			String.raw`{"u":"https:\/\/h.example\/file\/bot12345%3AAAE\/a.mp4"}`,
			String.raw`{"u":"https:\/\/h.example\/file\/***\/a.mp4"}`,
		],
		[
			'cannot fetch https%3A%2F%2Fh.example%2Fv%3FSignature%3DS now',
			'cannot fetch https%3A%2F%2Fh.example%2Fv now',
		],
		['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=S', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
		['https://www.facebook.com/watch/?v=1234', 'https://www.facebook.com/watch/?v=1234'],
		['https://www.youtube.com/watch?v=%0d%0a', 'https://www.youtube.com/watch'],
		['https://notyoutube.com/watch?v=1', 'https://notyoutube.com/watch'],
		['two\r\nlines\tand\u0085more', 'two lines andmore'],
		['\u001b[31mred\u0000 \u202eturned\u2066 \u200bhidden', '[31mred turned hidden'],
		['Ready? The key of project 20417733 has expired: code=4005', null],
	])('is shown as it is, but for what is secret or does harm: %j', (text, shown) => {
		expect(showable(text)).toBe(shown ?? text);
	});

	it('keeps no signature that a space has torn from its link', () => {
		const torn =
			'https://h.example/v.mp4?disposition=a; filename=my talk.mp4&Signature=SECRET&x-amz-security-token=SECRET';
		expect(showable(torn)).toMatch(/talk\.mp4&Signature=\*\*\*&x-amz-security-token=\*\*\*$/);
	});

	it('is short, without half a character at its end', () => {
		expect(showable('x'.repeat(1_000))).toBe(`${'x'.repeat(300)}…`);
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
	['no link?sig=S', 'no link'],
])('The link of a video is shown without its login and query: %s', (link, shown) => {
	expect(shownLink(link)).toBe(shown);
});

describe('A secret', () => {
	it('becomes ***, also where it begins another one', () => {
		const hide = hiding(['', 'a secret/word', 'a secret/word, and more']);
		expect(hide('a secret/word, a%20secret%2Fword, a secret/word, and more')).toBe('***, ***, ***');
		expect(hide(String.raw`a%20secret%2fword, a secret\/word`)).toBe('***, ***');
	});

	it('is not the ID of a public video, nor what is too short for one', () => {
		const link = new URL('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=short&pp=a-word');
		expect(hiding(secretsInLink(link))('dQw4w9WgXcQ short a-word')).toBe('dQw4w9WgXcQ short ***');
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
	])('is no plain word of a link, unless people choose it: %s', (query, text, shown) => {
		const link = new URL(`https://drive.example/uc?${query}`);
		expect(hiding(secretsInLink(link))(text)).toBe(shown);
	});

	it('is a login, whatever it is', () => {
		const link = new URL('https://harbour:lighthouse@h.example/a.mp4');
		expect(hiding(secretsInLink(link))('harbour lighthouse')).toBe('*** ***');
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
	expect(showable(`${' '.repeat(20_000)}later`)).toBe('');
});

it('A secret is hidden as JSON has it, too', () => {
	expect(hiding(['a"secret'])(String.raw`{"key":"a\"secret"}`)).toBe('{"key":"***"}');
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
	expect(showable(`the link is cut at ${name}=5ecret&b=1`)).toBe(`the link is cut at ${name}=***&b=1`);
});

it('A link in the middle of a text loses its login and its query', () => {
	expect(showable('see (https://me:word@h.example/a?s=S) 7 times')).toBe('see (https://h.example/a 7 times');
	expect(showable('7https://me:word@h.example/a')).toBe('7https://h.example/a');
});
