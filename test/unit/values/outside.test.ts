import fc from 'fast-check';
import { fit, inBounds } from '../../../nodes/Clip/values/outside';
import { secretsInLink, secretsOf } from '../../../nodes/Clip/values/secrets';
import { expectLinear, MANY } from '../given/linear';
import { anyText } from '../given/texts';

const SECRET = 'Zq81+s/9K=x';

describe('Text from outside', () => {
	test.each([
		['see https://h.example/v?Signature=S&Expires=1 now', 'see https://h.example/v?… now'],
		[
			String.raw`{"u":"https:\/\/h.example\/v?Signature=S","b":1}`,
			String.raw`{"u":"https:\/\/h.example\/v?…","b":1}`,
		],
		['<a href="https://h.example/v?s=S">x</a>', '<a href="https://h.example/v?…">x</a>'],
		['Ready? Not yet.', 'Ready? Not yet.'],
		['Ready?', 'Ready?'],
		['The token is wrong: the key of project 20417733 has expired', null],
		['code=4005, projectId=20417733', null],
		['Invalid credential. Password required', null],
		['two\r\nlines\tand\u0085more', 'two lines andmore'],
		['\u001b[31mred\u0000 \u202eturned\u2066 \u200bhidden', '[31mred turned hidden'],
		['half \ud800 of a letter', 'half \ufffd of a letter'],
	])('is shown as it is, but for what is secret or does harm: %j', (text, shown) =>
		expect(fit(text)).toBe(shown ?? text),
	);

	it.each([
		`https://h.example/v?Expires=1 &Signature=${SECRET}`,
		`https://h.example/v? Signature=${SECRET}`,
		`https://h.example/v%3FSignature%3D${SECRET}`,
		`https://h.example/v%253fSignature%253D${SECRET}`,
		String.raw`https:\/\/h.example\/v\u003fsig\u003d${SECRET}`,
		String.raw`{\"u\":\"https:\\/\\/h.example\\/v\\u003Fx\\u003D${SECRET}\"}`,
		`https://h.example/v#${SECRET}`,
		`https://h.example/v#access_token=${SECRET}`,
		`https://h.example/v&#63;x=${SECRET}`,
		`https://h.example/v?a=1&amp;x=${SECRET}`,
		`X-Amz-Signature=${SECRET}`,
		`x-goog-credential=${SECRET} x-amz-security-token = ${SECRET}`,
		`sig=${SECRET}, token=${SECRET}; Signature=${SECRET}`,
		`"token":"${SECRET}"`,
		`Authorization: Bearer ${SECRET}`,
		`api_key=${SECRET} apiKey: ${SECRET} password='${SECRET}'`,
		`https://user:${SECRET.replace('/', '')}@h.example/v`,
		`&policy=1&foo=${SECRET}`,
		`https://user:${SECRET.replace('/', '')}`,
		`https%3A%2F%2Fuser%3A${SECRET.replace('/', '')}`,
		`{"errMsg":"https:\\/\\/user:${SECRET.replace('/', '')}`,
	])('hides what a link or a name gives away: %s', (text) => {
		expect(fit(text)).not.toMatch(/Zq81|9K=x|s9K/);
	});

	it.each(['?Signature=', '&sig=', 'X-Amz-Signature%3D', 'token = '])(
		'hides a signature whose plus signs have become spaces: %s',
		(name) =>
			expect(fit(`at ${name}${SECRET.replaceAll('+', ' ')} it is refused`)).toMatch(/^at .*… it is refused$/),
	);

	it.each(['see https://h.example:8080', 'no route to http://127.0.0.1:5678'])('keeps a port: %s', (text) => {
		expect(fit(text)).toBe(text);
	});

	it('is short, and does not end in half a secret', () => {
		expect(fit('x'.repeat(1_000))).toBe(`${'x'.repeat(300)}…`);
		const { hide } = secretsOf('the-key-of-the-user');
		for (let before = 19_970; before <= 20_005; before += 1) {
			expect(fit(`${' '.repeat(before)}the-key-of-the-user`, 300, hide)).not.toMatch(/the|key/);
		}
	});

	it('is fit whatever it is, and stays as it is when it goes through again', () => {
		fc.assert(
			fc.property(anyText(60), fc.integer({ min: 1, max: 50 }), (text, most) => {
				const once = fit(text, most);
				expect(once.length).toBeLessThanOrEqual(most + 1);
				expect(once).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
				expect(inBounds(once)).toBe(once.trim());
			}),
		);
	});

	it.each([
		['?', 'a'],
		['', 'token'],
		['token=', 'a '],
		['', '&a=%3f#'],
		['https://', 'h'],
		['://', 'a:'],
		['', '\\'],
		['', 'http://'],
	])('takes no longer than it should: %j and many of %j', (start, part) => {
		expectLinear(() => fit(`${start}${part.repeat(MANY / part.length)}`));
		expectLinear(() => secretsOf(part.repeat(8)).hide(`${start}${part.repeat(20_000)}`));
	});
});

/** Spellings of a text in which each character is escaped, or may be. */
const SPELLINGS: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['with white space around', (text) => ` ${text}\n`],
	['in other letters', (text) => text.toUpperCase()],
	['in JSON', (text) => JSON.stringify(text)],
	['in JSON within JSON', (text) => JSON.stringify(JSON.stringify(text))],
	['in JSON with slashes escaped', (text) => JSON.stringify(text).replaceAll('/', String.raw`\/`)],
	['as numbers of JSON', (text) => each(text, (code) => `\\u00${code.toString(16)}`)],
	['as numbers of JSON in JSON', (text) => each(text, (code) => `\\\\u00${code.toString(16).toUpperCase()}`)],
	['in a link', (text) => encodeURIComponent(text)],
	['in a link, all of it', (text) => each(text, (code) => `%${code.toString(16)}`)],
	['in a link in a link', (text) => encodeURIComponent(encodeURIComponent(text))],
	['in a link, in small letters', (text) => encodeURIComponent(text).toLowerCase()],
	['in HTML', (text) => each(text, (code) => `&#${code};`)],
	['in HTML, in hexadecimal', (text) => each(text, (code) => `&#x${code.toString(16)};`)],
	[
		'in HTML, by name',
		(text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
	],
	['in base64', (text) => Buffer.from(text).toString('base64')],
	['in base64 behind a name', (text) => Buffer.from(`user:${text}`).toString('base64')],
	['in base64 behind another name', (text) => Buffer.from(`me:${text}:x`).toString('base64')],
	['in base64 of links', (text) => Buffer.from(`api:${text}`).toString('base64url')],
	['in hexadecimal digits', (text) => Buffer.from(text).toString('hex')],
];

const each = (text: string, spell: (code: number) => string): string =>
	Array.from(text, (letter) => spell(letter.charCodeAt(0))).join('');

const KEYS = [
	'plain-Key_2',
	'a/b+c=d==~k',
	'"quoted\\key"',
	'two words here',
	"<k>&?#%25'x",
	'sk.[x]{2}(y)|$^*',
];

describe.each(KEYS)('The key %s', (key) => {
	const secrets = secretsOf(key);

	it.each(SPELLINGS)('is masked %s', (_how, spell) => {
		const text = spell(key);
		const kept = secrets.hide(`before ${text} after`);
		expect(kept).toMatch(/^before .*…\S*\s+after$/s);
		// What is left of base64 are the letters that its neighbours have a share in.
		expect(kept.length).toBeLessThan('before … after'.length + 14);
	});

	it.each(SPELLINGS)('is masked in an answer that is parsed already, %s', (_how, spell) => {
		for (const size of [0, 200_000]) {
			const json = { a: [{ b: spell(key), [spell(key)]: 1, c: 'x'.repeat(size), n: null }] };
			const left = JSON.stringify(json);
			secrets.hideIn(json, left);
			expect(json.a[0]).toMatchObject({ b: expect.stringContaining('…'), n: null });
			expect(Object.keys(json.a[0] ?? {})).not.toContain(spell(key));
		}
	});
});

it('A key that breaks off is masked in errors, however it is spelled', () => {
	const key = 'Vx7kQ-pLm2+Zt9/wRb4=cYd6~Ns8';
	const secrets = secretsOf(key);
	const { hide } = secrets;
	for (const [, spell] of SPELLINGS) {
		const text = spell(key);
		for (let size = Math.ceil(text.length / 2); size < text.length; size += 1) {
			for (const part of [text.slice(0, size), text.slice(-size)]) {
				const kept = hide(`the key ${part}`);
				expect(kept).toContain('…');
				// Of an escape sequence, or of a letter in base64, a little may be left.
				expect(kept.length).toBeLessThan('the key …'.length + 14);
			}
		}
	}
	expect(hide('Vx7kQ-pLm2 is no secret')).toBe('Vx7kQ-pLm2 is no secret');
	const json = { title: key.slice(0, 20) };
	secrets.hideIn(json, JSON.stringify(json));
	expect(json.title).toBe(key.slice(0, 20));
});

it('A key that is very short is masked in errors, but not in the words of clips', () => {
	const secrets = secretsOf('tide');
	const json = { title: 'Why the tide matters' };
	secrets.hideIn(json, JSON.stringify(json));
	expect(json.title).toBe('Why the tide matters');
	expect(secrets.hide('no tide')).toBe('no …');
});

it('What is secret in a link is known', () => {
	const link = new URL('https://someone:hunter22@h.example/v?Expires=1&Signature=a%2Bb%2Fc123#secret-1');
	const { hide } = secretsOf('', secretsInLink(link));
	expect(hide('hunter22 a+b/c123 a%2Bb%2Fc123 secret-1 Expires 1')).toBe('… … … … Expires 1');
});
