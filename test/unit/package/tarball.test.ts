/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative, sep } from 'node:path';
import { z } from 'zod/v3';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';
import { filesBelow } from '../../host/folder';
import { buildPackage, installedIn, installPackage } from '../../host/package';
import { projectRoot } from '../../host/paths';

const manifestSchema = z
	.object({
		peerDependencies: z.record(z.string()),
		n8n: z.object({ credentials: z.array(z.string()), nodes: z.array(z.string()) }).passthrough(),
	})
	.passthrough();

const codex = z.object({ alias: z.array(z.string()) });

/** All that n8n offers to a package and that this one uses. */
const offered = ['n8n-workflow', 'node:crypto', 'zod/v3'];

/** Under which people look for it in n8n. */
const searchWords = ['video', 'clipping', 'shorts', 'reels', 'highlights', 'viral', 'subtitles'];

const filesIn = (folder: string): string[] =>
	filesBelow(folder).map((file) => relative(folder, file).split(sep).join('/'));

describe('the tarball that users get', () => {
	const userFolder = mkdtempSync(join(tmpdir(), 'packed-nodes-'));
	const folder = installedIn(userFolder);
	let tarball = '';
	const read = (file: string) => readFileSync(join(folder, file), 'utf8');
	const manifest = () => manifestSchema.parse(JSON.parse(read('package.json')));
	/** What a file asks for: names of packages, and the package's own files. */
	const askedBy = (file: string): string[] =>
		[...read(file).matchAll(/\b(?:require|import)\(([^)]*)\)/g)].map(([, argument = '']) => {
			const name = /^(['"])(.*)\1$/.exec(argument)?.[2] ?? `not a text: ${argument}`;
			return name.startsWith('.') ? `${posix.join(posix.dirname(file), name)}.js` : name;
		});

	beforeAll(async () => {
		tarball = await buildPackage();
		await installPackage(tarball, userFolder, process.execPath);
	}, 300_000);
	afterAll(() => rmSync(userFolder, { recursive: true, force: true }));

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

	it('brings no other package with it, changes none of its host, and has every file that its manifest names', () => {
		const { peerDependencies, n8n, ...others } = manifest();
		expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
		for (const field of ['dependencies', 'optionalDependencies', 'bundleDependencies', 'overrides']) {
			expect(others).not.toHaveProperty(field);
		}
		const beside = readdirSync(join(folder, '..')).filter((name) => !name.startsWith('.'));
		expect(beside).toEqual(['n8n-nodes-video-clipping']);
		expect(n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
		const registrable = filesIn(folder).filter((file) => /\.(node|credentials)\.js$/.test(file));
		expect([...n8n.nodes, ...n8n.credentials].sort()).toEqual(registrable);
	});

	it("asks for nothing but n8n's own modules and its own files", () => {
		const files = filesIn(folder);
		const asked = files.filter((file) => file.endsWith('.js')).flatMap(askedBy);
		const outside = [...new Set(asked)].filter((name) => !files.includes(name));
		expect(outside.sort()).toEqual(offered);
	});

	it.each([
		['get', ['create', 'download', 'trigger']],
		['download', ['create', 'get', 'trigger', 'wait']],
	])('loads nothing of other operations when %s is called first', (operation, others) => {
		const script = join(projectRoot(), 'test/bench/load/firstCall.cjs');
		const env = { ...process.env, NODE_PATH: join(projectRoot(), 'node_modules') };
		const stdout = execFileSync(process.execPath, [script, folder, operation], { env, encoding: 'utf8' });
		const { byCall } = z.object({ byCall: z.array(z.string()) }).parse(JSON.parse(stdout));
		expect(byCall).toContain(`nodes/Clip/${operation}/${operation}.js`);
		// Get checks before anything is sent how it would download.
		const own = byCall.filter((file) => file !== 'nodes/Clip/download/checkFile.js');
		const foreign = own.filter((file) => others.some((other) => file.startsWith(`nodes/Clip/${other}/`)));
		expect(foreign).toEqual([]);
	});

	it.each([new Clip(), new ClipTrigger()])('brings search words, and an icon for both themes', (node) => {
		const { icon, name } = node.description;
		const file =
			manifest().n8n.nodes.find((path) => path.toLowerCase().includes(`/${name.toLowerCase()}.`)) ?? '';
		const { alias } = codex.parse(JSON.parse(read(file.replace(/js$/, 'json'))));
		expect(alias.map((word) => word.toLowerCase())).toEqual(expect.arrayContaining(searchWords));
		const { light, dark } = z.object({ light: z.string(), dark: z.string() }).parse(icon);
		expect(light).not.toBe(dark);
		for (const each of [light, dark]) {
			expect(read(posix.join(posix.dirname(file), each.replace('file:', '')))).toContain('<svg');
		}
	});
});
