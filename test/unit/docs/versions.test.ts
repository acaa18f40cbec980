import { z } from 'zod/v3';
import { n8nVersion } from '../../host/runtime';
import { manifest, textOf } from '../package/project';

const oldestN8n = z
	.object({ dependencies: z.object({ 'n8n-core': z.string() }) })
	.transform(({ dependencies }) => dependencies['n8n-core'])
	.parse(JSON.parse(textOf('test/oldest/package.json')));

describe('Versions in the manual', () => {
	const manual = textOf('README.md');

	it('of n8n are those that the tests run on', () => {
		const images = [...manual.matchAll(/n8nio\/n8n:(\S+)/g)].map(([, version]) => version);
		expect(images.length).toBeGreaterThan(0);
		expect(images.filter((version) => version !== n8nVersion)).toEqual([]);
		expect(manual).toContain(`a real n8n (${n8nVersion},`);
		expect(manual).toContain(
			`tested on a real n8n ${n8nVersion} (regular and queue mode), and on the engine of the oldest one, ${oldestN8n}.`,
		);
	});

	it('of Node are those that the package allows', () => {
		const least = manifest.engines.node.replace('>=', '');
		expect(manual).toContain(`with Node.js ${least} or later`);
		expect(manual).toContain(`development and tests run on Node.js ${Math.trunc(Number(least))} to 24`);
	});
});
