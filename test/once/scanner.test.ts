/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage, installedIn, installPackage, projectRoot } from '../../tools/host';
import { temporaryFolder } from '../../tools/host/folder';
import { scan } from './scanner/scan';

describe("n8n's scanner of community packages", () => {
	it('notices what n8n forbids, even where a comment allows it', async () => {
		const { path: folder, remove } = temporaryFolder('scanned-package-');
		writeFileSync(join(folder, 'package.json'), '{ "name": "n8n-nodes-forbidden", "overrides": {} }');
		writeFileSync(join(folder, 'index.js'), '/* eslint-disable */ setTimeout(console.log, 1);');
		const { findings } = await scan(folder, 'dist').finally(remove);
		expect(findings).toEqual(
			expect.arrayContaining([
				expect.stringContaining('no-overrides-field'),
				expect.stringContaining('index.js:1 @n8n/community-nodes/no-restricted-globals'),
				expect.stringContaining('index.js:1 no-console'),
			]),
		);
	});

	it('has no finding in the sources, which are all looked at', async () => {
		const { scanned, findings } = await scan(projectRoot(), 'source');
		expect(findings).toEqual([]);
		expect(scanned).toEqual(
			expect.arrayContaining([
				'package.json',
				'credentials/VideoClippingApi.credentials.ts',
				'nodes/Clip/Clip.node.json',
				'nodes/Clip/ClipTrigger.node.ts',
				'nodes/Clip/service/rules/submission.ts',
			]),
		);
	});

	it('has no finding in what is published', async () => {
		const { path: folder, remove } = temporaryFolder('scanned-package-');
		try {
			await installPackage(await buildPackage(), folder, process.execPath);
			const { scanned, findings } = await scan(installedIn(folder), 'dist');
			expect(findings).toEqual([]);
			expect(scanned).toEqual(expect.arrayContaining(['package.json', 'dist/nodes/Clip/Clip.node.js']));
		} finally {
			remove();
		}
	});
});
