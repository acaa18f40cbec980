/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative, sep } from 'node:path';
import { z } from 'zod/v3';
import { run } from '../../host/command';
import { filesBelow } from '../../host/folder';
import { buildPackage, installedIn, installPackage } from '../../host/package';
import { logFileOf, projectRoot } from '../../host/paths';
import { quiet } from '../../host/progress';

const manifestSchema = z
	.object({
		name: z.string(),
		peerDependencies: z.record(z.string()),
		n8n: z.object({
			n8nNodesApiVersion: z.number(),
			strict: z.boolean(),
			credentials: z.array(z.string()),
			nodes: z.array(z.string()),
		}),
	})
	.passthrough();

const iconPair = z.object({ light: z.string(), dark: z.string() });

const codexSchema = z.object({
	alias: z.array(z.string()).nonempty(),
	categories: z.array(z.string()).nonempty(),
	resources: z.object({
		primaryDocumentation: z.array(z.object({ url: z.string().url() })).nonempty(),
		credentialDocumentation: z.array(z.object({ url: z.string().url() })).nonempty(),
	}),
});

const loadedSchema = z.object({
	package: z.string(),
	nodes: z.array(
		z.object({
			name: z.string(),
			icons: iconPair,
			codex: codexSchema,
			credentials: z.array(z.string()),
		}),
	),
	credentials: z.array(z.object({ name: z.string(), icons: iconPair, supportedNodes: z.array(z.string()) })),
});

/** What a user needs: compiled code, icons, codex files, and the papers. */
const wanted = [
	/^dist\/(nodes|credentials)\/(\w+\/)*[\w.]+\.js$/,
	/^dist\/(nodes|credentials)\/(\w+\/)*[\w.]+\.(svg|png)$/,
	/^dist\/nodes\/(\w+\/)*\w+\.node\.json$/,
	/^package\.json$/,
	/^README\.md$/,
	/^LICENSE(\.md)?$/,
	/^CHANGELOG\.md$/,
];

/** All that n8n offers to a package and that this one uses. */
const offered = ['n8n-workflow', 'node:crypto', 'zod/v3'];

const largest = 100_000;

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
		tarball = await buildPackage(quiet);
		await installPackage(tarball, userFolder, process.execPath, quiet);
	}, 120_000);
	afterAll(() => rmSync(userFolder, { recursive: true, force: true }));

	it('is at most 100 kB', () => {
		expect(statSync(tarball).size).toBeLessThanOrEqual(largest);
	});

	it('holds compiled code, icons, codex files and papers, and nothing else', () => {
		const files = filesIn(folder);
		expect(files.filter((file) => !wanted.some((pattern) => pattern.test(file)))).toEqual([]);
		expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']));
	});

	it('holds one readable file for each source file, in the folders of the sources', () => {
		const sources = ['nodes', 'credentials'].flatMap((part) =>
			filesIn(join(projectRoot(), part)).map((file) => `dist/${part}/${file.replace(/\.ts$/, '.js')}`),
		);
		const files = filesIn(folder).filter((file) => file.startsWith('dist/'));
		expect(files).toEqual(sources.sort());
		for (const file of files.filter((name) => name.endsWith('.js'))) {
			expect(
				Math.max(
					...read(file)
						.split('\n')
						.map(({ length }) => length),
				),
			).toBeLessThan(1_000);
		}
	});

	it('brings no other package with it and changes none of its host', () => {
		const { peerDependencies, ...others } = manifest();
		expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
		for (const field of ['dependencies', 'optionalDependencies', 'bundleDependencies', 'overrides']) {
			expect(others).not.toHaveProperty(field);
		}
		expect(readdirSync(join(folder, '..')).filter((name) => !name.startsWith('.'))).toEqual([
			manifest().name,
		]);
	});

	it('has every file that its manifest names', () => {
		const { n8n } = manifest();
		expect(n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
		const named = [...n8n.nodes, ...n8n.credentials];
		expect(named.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
		const registrable = filesIn(folder).filter((file) => /\.(node|credentials)\.js$/.test(file));
		expect([...named].sort()).toEqual(registrable);
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
	])('loads nothing of other operations when %s is called first', async (operation, others) => {
		const call = await run({
			node: process.execPath,
			args: [join(projectRoot(), 'test/bench/load/firstCall.cjs'), folder, operation],
			cwd: userFolder,
			env: { ...process.env, NODE_PATH: join(projectRoot(), 'node_modules') },
			logFile: logFileOf('load-package'),
		});
		if (!call.succeeded) throw new Error(call.output);
		const { byCall } = z.object({ byCall: z.array(z.string()) }).parse(JSON.parse(call.stdout));
		expect(byCall).toContain(`nodes/Clip/${operation}/${operation}.js`);
		const strange = byCall.filter((file) => others.some((other) => file.startsWith(`nodes/Clip/${other}/`)));
		expect(strange).toEqual([]);
	});

	describe("by n8n's loaders", () => {
		let loadedBy: Record<string, z.infer<typeof loadedSchema>> = {};

		beforeAll(async () => {
			const loading = await run({
				node: process.execPath,
				args: [join(__dirname, 'load.cjs'), folder],
				cwd: userFolder,
				env: {
					...process.env,
					NODE_ENV: 'production',
					// As n8n does, and the only way in which the package finds n8n's modules.
					NODE_PATH: join(projectRoot(), 'node_modules'),
					N8N_USER_FOLDER: userFolder,
					N8N_ENCRYPTION_KEY: 'not-used',
				},
				logFile: logFileOf('load-package'),
			});
			if (!loading.succeeded) throw new Error(loading.output);
			const answer = loading.stdout.trimEnd().split('\n').at(-1) ?? '';
			loadedBy = z.record(loadedSchema).parse(JSON.parse(answer));
		});

		it.each(['eager', 'lazy'])(
			'is loaded with nodes, credential, icons for both themes and codex: %s',
			(kind) => {
				const loaded = loadedSchema.parse(loadedBy[kind]);
				expect(loaded.package).toBe('n8n-nodes-video-clipping');
				expect(loaded.nodes.map(({ name, credentials }) => [name, credentials])).toEqual([
					['clip', ['videoClippingApi']],
					['clipTrigger', ['videoClippingApi']],
				]);
				expect(loaded.credentials.map(({ name, supportedNodes }) => [name, supportedNodes])).toEqual([
					['videoClippingApi', ['clip', 'clipTrigger']],
				]);
				for (const { icons } of [...loaded.nodes, ...loaded.credentials]) {
					const files = [icons.light, icons.dark].map((icon) => icon.replace(/^icons\/[^/]+\//, ''));
					expect(new Set(files).size).toBe(2);
					for (const file of files) expect(read(file)).toContain('<svg');
				}
				for (const { codex } of loaded.nodes) {
					const words = codex.alias.map((word) => word.toLowerCase());
					expect(words).toEqual(
						expect.arrayContaining([
							'video',
							'clipping',
							'shorts',
							'reels',
							'highlights',
							'viral',
							'subtitles',
						]),
					);
				}
			},
		);
	});
});
