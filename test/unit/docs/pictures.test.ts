/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, it never runs inside n8n */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { picturesIn } from '../../docs/pictures';
import { fileOf, FOLDER, pictureNames, THEMES } from '../../pictures/names';
import { filesIn, textOf } from '../package/project';

const sizeOf = (file: string): number => statSync(join(__dirname, '../../..', file)).size;

// The moving picture of the README is for light pages only, and larger.
const files = filesIn(FOLDER).filter((file) => !file.endsWith('/clips.webp'));

describe('The pictures of the manual', () => {
	it('are there for light and for dark pages, and no others', () => {
		const wanted = pictureNames().flatMap((name) => THEMES.map((theme) => fileOf(name, theme)));
		expect(files.sort()).toEqual(wanted.sort());
	});

	it('are small: 60 kB at most, and 1.6 MB together', () => {
		expect(files.filter((file) => sizeOf(file) > 60_000)).toEqual([]);
		expect(files.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThan(1_600_000);
	});
});

describe('The pages', () => {
	const pages = filesIn().filter((file) => file.endsWith('.md'));
	const named = pages.flatMap((page) => picturesIn(page, textOf(page)).map((one) => ({ page, ...one })));
	const ours = named.filter(({ light }) => light.startsWith(`${FOLDER}/`));

	it('name pictures that there are, each in both themes (to add the dark one: npm run docs)', () => {
		const wrong = ours.filter(
			({ light, dark }) =>
				!files.includes(light) || dark === undefined || dark !== light.replace(/\.png$/, '-dark.png'),
		);
		expect(wrong).toEqual([]);
	});

	it('name each picture that there is', () => {
		const known = new Set(ours.flatMap(({ light, dark }) => [light, dark]));
		expect(files.filter((file) => !known.has(file))).toEqual([]);
	});

	it('say in words what each picture shows', () => {
		expect(named.filter(({ alt }) => alt.split(' ').length < 4)).toEqual([]);
	});
});
