import { describeMoment, joinTexts } from '../../../nodes/Clip/problems/problemText';
import { trimInvisible, holdsInvisible, joinSentences, spellInvisible } from '../../../nodes/Clip/lib/text';

it('A value is cleaned of what nobody sees around it, and of nothing else', () => {
	expect(trimInvisible('\u200b \u00a0a \u200bb\u2800\u3164\n')).toBe('a \u200bb');
	expect(trimInvisible('\u200b\ufe0f')).toBe('');
	expect(trimInvisible('a')).toBe('a');
});

it('What looks like nothing, or like an ordinary space, is written out', () => {
	expect(spellInvisible('a b\u00a0c\u200bd\u0007e🌊')).toBe(String.raw`a b\u00a0c\u200bd\u0007e🌊`);
	expect(spellInvisible('\u{e0020}')).toBe(String.raw`\udb40\udc20`);
});

it('A text holds what nobody sees wherever that stands', () => {
	expect(['ab\u200b c', 'ab c', 'ab\u0007', '\u2800'].every(holdsInvisible)).toBe(true);
	expect(['', 'abc', '🌊', 'ü'].some(holdsInvisible)).toBe(false);
});

it('Sentences stand in a row, without gaps for those that are missing', () => {
	expect(joinSentences('', 'One.', '', 'Two.', '')).toBe('One. Two.');
	expect(joinSentences()).toBe('');
	const advice = { meaning: 'It costs nothing.', nextStep: 'Go on.' };
	expect(joinTexts(advice)).toBe('It costs nothing. Go on.');
	expect(joinTexts({ ...advice, background: 'It said: no.' })).toBe('It costs nothing. Go on. It said: no.');
});

it('A moment is told in whole seconds, and never too early', () => {
	expect([0, 1, 1_000].map(describeMoment)).toEqual([
		'1970-01-01 00:00:00 UTC',
		'1970-01-01 00:00:01 UTC',
		'1970-01-01 00:00:01 UTC',
	]);
});
