import { z } from 'zod/v3';
import { filesIn, manifest, textOf } from './project';

const installed = z.object({ bin: z.union([z.string(), z.record(z.string())]).optional() });

/** The commands that a package brings. */
function commandsOf(name: string): string[] {
	const { bin = {} } = installed.parse(JSON.parse(textOf(`node_modules/${name}/package.json`)));
	return typeof bin === 'string' ? [name.replace(/^@[^/]+\//, '')] : Object.keys(bin);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

describe('Development packages', () => {
	const code = filesIn()
		.filter((file) => /\.[cm]?[jt]s$/.test(file))
		.map(textOf)
		.join('\n');
	const scripts = Object.values(manifest.scripts).join('\n');

	it.each(Object.keys(manifest.devDependencies).filter((name) => !name.startsWith('@types/')))(
		'%s is used, by the code or by a script',
		(name) => {
			const imported = new RegExp(
				`(?:from|import|require(?:\\.resolve)?)\\s*\\(?\\s*['"]${escaped(name)}(?:/[^'"]*)?['"]`,
			);
			const called = commandsOf(name).some((command) =>
				new RegExp(`(?:^|[\\s&])${escaped(command)}(?:\\s|$)`, 'm').test(scripts),
			);
			const configured = new RegExp(`(?:^|[\\s'"])(?:--import )?${escaped(name)}['"\\s]`);
			expect([
				imported.test(code),
				called,
				configured.test(`${scripts}\n${textOf('jest.config.js')}`),
			]).toContain(true);
		},
	);

	it.each(Object.keys(manifest.devDependencies).filter((name) => name.startsWith('@types/')))(
		'%s types something that is there',
		(name) => {
			const typed = name.slice('@types/'.length);
			expect([...Object.keys(manifest.devDependencies), 'node']).toContain(typed);
		},
	);

	it('have exact versions, so that a checkout of today builds in a year', () => {
		const loose = Object.entries(manifest.devDependencies).filter(
			([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
		);
		expect(loose).toEqual([]);
	});
});
