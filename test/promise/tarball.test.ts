/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod/v3';
import { filesBelow, temporaryFolder } from '../../tools/host/folder';
import { buildPackage, installedIn, installPackage } from '../../tools/host/package';
import { projectRoot } from '../../tools/host/paths';

const manifest = z.object({
	n8n: z.object({ credentials: z.array(z.string()), nodes: z.array(z.string()) }),
});

const filesIn = (folder: string): string[] =>
	filesBelow(folder).map((file) => relative(folder, file).split(sep).join('/'));

describe('the tarball that users get', () => {
	const { path: userFolder, remove } = temporaryFolder('packed-nodes-');
	const folder = installedIn(userFolder);
	let tarball = '';
	const read = (file: string) => readFileSync(join(folder, file), 'utf8');

	beforeAll(async () => {
		tarball = await buildPackage();
		await installPackage(tarball, userFolder, process.execPath);
	}, 300_000);
	afterAll(remove);

	it('is small, and holds code, icons, codex files and papers, one readable file for each source file', () => {
		expect(statSync(tarball).size).toBeLessThanOrEqual(100_000);
		const papers = ['LICENSE', 'README.md', 'package.json'];
		const sources = ['nodes', 'credentials'].flatMap((part) =>
			filesIn(join(projectRoot(), part)).map((file) => `dist/${part}/${file.replace(/\.ts$/, '.js')}`),
		);
		const files = filesIn(folder);
		expect([...files].sort()).toEqual([...papers, ...sources].sort());
		const lines = files.filter((file) => file.endsWith('.js')).flatMap((file) => read(file).split('\n'));
		expect(lines.filter(({ length }) => length >= 1_000)).toEqual([]);
	});

	it('brings no other package with it, and registers each node and the credential', () => {
		const beside = readdirSync(join(folder, '..')).filter((name) => !name.startsWith('.'));
		expect(beside).toEqual(['n8n-nodes-video-clipping']);
		const { n8n } = manifest.parse(JSON.parse(read('package.json')));
		const registrable = filesIn(folder).filter((file) => /\.(node|credentials)\.js$/.test(file));
		expect([...n8n.nodes, ...n8n.credentials].sort()).toEqual(registrable);
	});

	it.each(['create', 'get', 'wait', 'trigger'])(
		'has loaded all that %s needs when n8n starts',
		(operation) => {
			const script = join(__dirname, 'firstCall.cjs');
			const env = { ...process.env, NODE_PATH: join(projectRoot(), 'node_modules') };
			const stdout = execFileSync(process.execPath, [script, folder, operation], { env, encoding: 'utf8' });
			expect(z.object({ byCall: z.array(z.string()) }).parse(JSON.parse(stdout)).byCall).toEqual([]);
		},
	);
});
