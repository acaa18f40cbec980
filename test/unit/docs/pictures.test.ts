/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, it never runs inside n8n */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { picturesIn } from '../../docs/pictures';
import { catalog } from '../../pictures/catalog';
import { currentManifest, MANIFEST, manifestOf, recordedManifest, staleIn } from '../../pictures/manifest';
import { fileOf, FOLDER, THEMES } from '../../pictures/names';
import { filesIn, textOf } from '../package/project';

const WHAT_TO_DO = 'Run npx tsx test/pictures/main.ts --stale, look at the new pictures, and commit them.';

const sizeOf = (file: string): number => statSync(join(__dirname, '../../..', file)).size;

const files = filesIn(FOLDER).filter((file) => file !== MANIFEST);

describe('The pictures of the manual', () => {
	it('show what the nodes, the workflows and this version of n8n show', () => {
		const stale = staleIn(recordedManifest(), currentManifest());
		const told = stale.map(({ name, changed }) => `${name} (changed: ${changed.join(', ')})`);
		expect({ stale: told, ...(told.length > 0 && { WHAT_TO_DO }) }).toEqual({ stale: [] });
	});

	it('are there for light and for dark pages, and no others', () => {
		const wanted = Object.keys(catalog()).flatMap((name) => THEMES.map((theme) => fileOf(name, theme)));
		expect(files.sort()).toEqual(wanted.sort());
		expect(Object.keys(recordedManifest()).sort()).toEqual(Object.keys(catalog()).sort());
	});

	it('are small: 60 kB at most, and 1.5 MB together', () => {
		expect(files.filter((file) => sizeOf(file) > 60_000)).toEqual([]);
		expect(files.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThan(1_500_000);
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

describe('A picture is stale', () => {
	const shown = { get: { panel: { label: 'Limit' }, icons: ['a'] }, trigger: { panel: {} } };
	const before = manifestOf(shown, '2.41.1');

	it('when a label that it shows has changed, and no other one is', () => {
		const after = manifestOf({ ...shown, get: { ...shown.get, panel: { label: 'At Most' } } }, '2.41.1');
		expect(staleIn(before, after)).toEqual([{ name: 'get', changed: ['panel'] }]);
	});

	it('when n8n is another one', () => {
		expect(staleIn(before, manifestOf(shown, '2.42.0'))).toEqual([
			{ name: 'get', changed: ['n8n'] },
			{ name: 'trigger', changed: ['n8n'] },
		]);
	});

	it('when it was never made', () => {
		expect(staleIn({}, before).map(({ name }) => name)).toEqual(['get', 'trigger']);
	});

	it('not because of what it does not show', () => {
		expect(staleIn(before, manifestOf(shown, '2.41.1'))).toEqual([]);
	});
});
