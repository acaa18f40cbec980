import { secretsOf } from '../../../nodes/Clip/values/secrets';

const QUOTED = 'vz-Live_7f3a9c2e51d84b06';

/** JSON with each of some characters escaped. */
const json = (value: unknown, escaped: RegExp) =>
	JSON.stringify(value).replace(escaped, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const each = (text: string, write: (code: number) => string) =>
	Array.from(text, (sign) => write(sign.charCodeAt(0))).join('');

const SPELLINGS: ReadonlyArray<readonly [string, string]> = [
	['as it is', QUOTED],
	['in capital letters', QUOTED.toUpperCase()],
	['as base64', btoa(QUOTED)],
	['as base64, within other text', btoa(`x${QUOTED}yz`)],
	['as hexadecimal digits', Buffer.from(QUOTED).toString('hex')],
	['escaped as in a link', each(QUOTED, (code) => `%${code.toString(16)}`)],
	['escaped twice as in a link', each(QUOTED, (code) => `%25${code.toString(16)}`)],
	['escaped as in HTML', each(QUOTED, (code) => `&#${code};`)],
	['escaped twice as in HTML', each(QUOTED, (code) => `&amp;amp;#x${code.toString(16)};`)],
	['escaped as in JSON', each(QUOTED, (code) => `\\u00${code.toString(16)}`)],
	['escaped as in JavaScript', each(QUOTED, (code) => `\\x${code.toString(16)}`)],
	['with backslashes between', QUOTED.split('').join('\\')],
];

const WRITERS: ReadonlyArray<readonly [string, RegExp]> = [
	['nothing escaped', /(?!)/g],
	['signs escaped', /[&%#;=+/]/g],
	['letters and digits escaped', /[b-wz\d]/gi],
];

describe.each(WRITERS)('In a long answer, with %s', (_, escaped) => {
	const filler = `A tide & a harbour = ${'x'.repeat(200_000)}`;

	it.each(SPELLINGS)('the key is taken out of a text, %s', (_name, spelled) => {
		const text = json({ filler, clip: { link: `https://media.example/?a=1&b=${spelled}` } }, escaped);
		const value: unknown = JSON.parse(text);
		secretsOf(QUOTED).hideIn(value, text);
		expect(value).toEqual({ filler, clip: { link: expect.stringMatching(/^https:.*…/) } });
		expect(JSON.stringify(value)).not.toContain(spelled);
	});

	it('texts without the key stay', () => {
		const clip = { link: 'https://media.example/?a=1&b=%2F%3D%41', words: 'Live 7f3a&amp;#9; \\u0041' };
		const text = json({ filler, clip }, escaped);
		const value: unknown = JSON.parse(text);
		secretsOf(QUOTED).hideIn(value, text);
		expect(value).toEqual({ filler, clip });
	});
});
