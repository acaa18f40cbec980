import fc, { type Arbitrary } from 'fast-check';
import { textOfFault } from '../../../nodes/Clip/problems/credentialFaults';
import {
	baseUrlOf,
	credentialFaultOf,
	readCredentialField,
} from '../../../nodes/Clip/service/rules/credentialFields';
import { choiceSchema } from '../../../nodes/Clip/lib/schemas';
import { spellInvisible } from '../../../nodes/Clip/lib/text';
import { describeValue } from '../../../nodes/Clip/lib/values';
import { projectIdSchema } from '../../../nodes/Clip/service/rules/project';
import { LINKS } from '../given/links';
import { type Read, readBy, readSubmission } from '../given/parameters';
import { always } from './always';

/** What Unicode counts as white space, as a format character, or as something that fonts leave out. */
const INVISIBLE = Array.from({ length: 0x11_0000 }, (_, code) => code)
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code))
	.filter((character) => /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(character));

const unseen = fc.oneof(
	fc.constantFrom(
		...Array.from(
			'\u200b\u200e\u200f\u2060\u00ad\u00a0\ufeff\u202a\u202e\u2066\u2069\u180e\u061c\ufe0f \n\t',
		),
	),
	fc.constantFrom(...INVISIBLE),
);
const some = fc.array(unseen, { maxLength: 3 }).map((characters) => characters.join(''));

/** What is sent for a field, or why nothing is. */
function sentFor(field: string) {
	return (value: string): Read<unknown> => {
		const fields = { videoUrl: 'https://youtu.be/abc', preferLength: [0], lang: 'auto', [field]: value };
		const checked = readSubmission(fields);
		return checked.ok ? { ok: true, value: checked.value[field] } : checked;
	};
}

/** A credential that works, but for one field. */
const sentInCredential = (field: string, read: (value: string) => string) => (value: string) => {
	const credential = { baseUrl: 'https://h.example', apiKey: 'k', headerName: 'H', [field]: value };
	const fault = credentialFaultOf(credential);
	return fault === null
		? { ok: true as const, value: read(value) }
		: { ok: false as const, problems: [{ field, rule: textOfFault(fault).title }] };
};

type Reader = (value: string) => Read<unknown>;

const LINK = 'a link of a platform';

/** What people enter, the right values, and what is sent of them. */
const ENTERED: Array<[what: string, read: Reader, values: Array<[right: string, sent: unknown]>]> = [
	[
		LINK,
		sentFor('videoUrl'),
		LINKS.filter(({ link, sent }) => !('ext' in sent) && sent.videoUrl === link).map(({ link }) => [
			link,
			link,
		]),
	],
	[
		'an ID',
		(value) => readBy(projectIdSchema, value),
		[
			['20417733', '20417733'],
			['12345678901234567890', '12345678901234567890'],
			['a-B_9', 'a-B_9'],
		],
	],
	[
		'a number',
		sentFor('maxClipNumber'),
		[
			['50', 50],
			['100', 100],
		],
	],
	['the ID of a template', sentFor('templateId'), [['88101', 88101]]],
	[
		'a code',
		sentFor('lang'),
		[
			['de', 'de'],
			['pt-BR', 'pt-BR'],
			['auto', 'auto'],
		],
	],
	['a choice', sentFor('clipModel'), [['clip_v2', 'clip_v2']]],
	[
		'a switch',
		sentFor('emojiSwitch'),
		[
			['true', 1],
			['false', 0],
		],
	],
	['a list', sentFor('preferLength'), [['1,2', [1, 2]]]],
	[
		'an option',
		(value) => readBy(choiceSchema([{ value: 'status' }, { value: 'error' }]), value),
		[['status', 'status']],
	],
	[
		'an address',
		sentInCredential('baseUrl', baseUrlOf),
		[
			['https://h.example/service', 'https://h.example/service'],
			['https://h.example/service/open-api/v1', 'https://h.example/service'],
		],
	],
	[
		'the name of a header',
		sentInCredential('headerName', readCredentialField),
		[['SERVICEAI_API_KEY', 'SERVICEAI_API_KEY']],
	],
	['a key', sentInCredential('apiKey', readCredentialField), [['f3a9-c2', 'f3a9-c2']]],
];

describe.each(ENTERED)('Characters that nobody sees, in %s', (_what, read, values) => {
	const right: Arbitrary<[string, unknown]> = fc.constantFrom(...values);

	it('are dropped around it', () => {
		always(fc.tuple(right, some, some), ([[value, sent], before, behind]) => {
			expect(read(`${before}${value}${behind}`)).toEqual({ ok: true, value: sent });
		});
	});

	// A pattern that goes back over such a row takes minutes.
	it.each([' ', '\u200b', '/', 'a'])('or a long row of %j, leave its message short', (character) => {
		const [right = ''] = values[0] ?? [];
		for (const end of ['', '!', '\n!']) {
			const checked = read(`${right}${character.repeat(100_000)}${end}`);
			if (!checked.ok) expect(checked.problems[0]?.rule.length).toBeLessThan(700);
		}
	});
});

// What stands inside a link is left to the service.
describe.each(ENTERED.filter(([what]) => what !== LINK))(
	'Characters that nobody sees, inside %s',
	(_what, read, values) => {
		it('are never sent, and a message writes them out', () => {
			const right: Arbitrary<[string, unknown]> = fc.constantFrom(...values);
			const inside = fc.tuple(right, fc.nat(), unseen).map(([[value, sent], at, character]) => {
				const cut = 1 + (at % (value.length - 1));
				return { value: `${value.slice(0, cut)}${character}${value.slice(cut)}`, sent, character };
			});
			always(inside, ({ value, sent, character }) => {
				const checked = read(value);
				// An ordinary space may stand in a key or in the name of a file, and divides the entries of a list.
				if (checked.ok && character === ' ') return;
				if (checked.ok) return expect(checked.value).toEqual(sent);
				const [problem] = checked.problems;
				// Whatever stands in a field of the credential may be the key.
				if (/'(?:Base URL|API Key|Header Name)'/.test(problem?.rule ?? '')) return;
				// A long value may be cut before the character: then the message names it.
				const written =
					character === ' ' ? /space| / : /[\t\n\f\r]/.test(character) ? /\\/ : /\\u[\da-f]{4}|several/;
				expect(problem?.rule).toMatch(written);
			});
		});
	},
);

it('In the path of a file they stay, but never at an end of the link', () => {
	const characters = fc.constantFrom(...INVISIBLE);
	const link = fc.tuple(some, characters, some).map(([before, inside, behind]) => ({
		entered: `${before}https://h.example/a${inside}b.mp4${behind}`,
		sent: `https://h.example/a${inside === ' ' ? '%20' : inside}b.mp4`,
	}));
	always(link, ({ entered, sent }) => {
		const checked = sentFor('videoUrl')(entered);
		if (checked.ok) expect(checked.value).toBe(sent);
		else expect(checked.problems[0]?.rule).toMatch(/\\u/);
	});
});

it('Two links are never sent as one, whatever divides them', () => {
	const between = fc.constantFrom(
		...[' ', '\n', '\r\n', '\t', ',', ';', '|', '，', '；', '、', '\u00a0', '\u2028', ''],
	);
	const separator = fc.tuple(some, between, some).map((parts) => parts.join(''));
	const link = fc.constantFrom(...LINKS.map(({ link }) => link));
	always(fc.tuple(link, separator, link), ([one, divider, other]) => {
		expect([one, divider, other, sentFor('videoUrl')(`${one}${divider}${other}`).ok]).toEqual([
			one,
			divider,
			other,
			false,
		]);
	});
});

it('No two texts that differ in what nobody sees look the same in a message', () => {
	const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
	always(fc.tuple(text, unseen, text), ([one, character, other]) => {
		if (character !== ' ')
			expect(spellInvisible(`${one}${character}${other}`)).not.toBe(spellInvisible(`${one}${other}`));
		expect(describeValue(`a${character}b`)).not.toBe(describeValue('ab'));
	});
});
