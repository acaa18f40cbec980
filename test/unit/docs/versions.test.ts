import { z } from 'zod/v3';
import { n8nVersion } from '../../host/runtime';
import { filesIn, manifest, textOf } from '../package/project';

const oldestN8n = z
	.object({ dependencies: z.object({ 'n8n-core': z.string() }) })
	.transform(({ dependencies }) => dependencies['n8n-core'])
	.parse(JSON.parse(textOf('test/oldest/package.json')));

describe('Versions in the manual', () => {
	const manual = textOf('README.md');
	const install = textOf('docs/install.md');
	const trial = textOf('docs/try-without-an-account.md');

	it('of n8n are those that the tests run on', () => {
		const images = [...install.matchAll(/n8nio\/n8n:(\S+)/g)].map(([, version]) => version);
		expect(images.length).toBeGreaterThan(0);
		expect(images.filter((version) => version !== n8nVersion)).toEqual([]);
		expect(trial).toContain(`a real n8n (${n8nVersion},`);
		expect(manual).toContain(`tested with ${n8nVersion} and ${oldestN8n}`);
	});

	it('of Node are those that the package allows', () => {
		const least = manifest.engines.node.replace('>=', '');
		expect(trial).toContain(`need Node.js ${least} or later`);
		expect(install).toContain(`Development and tests run on Node.js ${Number.parseInt(least, 10)} to 24`);
	});

	it('of n8n with which it was tried stands on one page', () => {
		const pages = filesIn('docs').filter((file) => /\btried with n8n/i.test(textOf(file)));
		expect(pages).toEqual(['docs/install.md']);
		expect(install).toContain(`tried with n8n ${n8nVersion}`);
	});

	it('leave room in the README, which has at most 7.2 kB', () => {
		expect(Buffer.byteLength(manual)).toBeLessThanOrEqual(7_200);
	});
});
