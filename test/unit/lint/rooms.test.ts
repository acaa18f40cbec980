/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod/v3';
import { projectRoot } from '../../host/paths';

const report = z.object({
	summary: z.object({
		violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
	}),
});

/** A file in a made-up house, what it imports, and the rules that this breaks. */
const PLANTED: Array<[file: string, imports: string, broken: string[]]> = [
	['run.ts', './create/a', []],
	['create/a.ts', '../wait/a', []],
	['download/a.ts', '../service/a', []],
	['get/a.ts', '../wait/a', []],
	['trigger/a.ts', '../get/a', []],
	['wait/a.ts', './rules/a', []],
	['wait/rules/a.ts', '../../service/rules/a', []],
	['service/a.ts', '../n8n/a', []],
	['service/rules/a.ts', '../../lib/a', []],
	['n8n/a.ts', '../lib/a', []],
	['lib/a.ts', 'zod/v3', []],
	['Clip.node.ts', './run', []],
	['create/b.ts', '../get/a', ['create-knows-only-its-neighbours']],
	['download/b.ts', '../wait/a', ['download-knows-only-its-neighbours']],
	['get/b.ts', '../trigger/a', ['get-knows-only-its-neighbours']],
	['trigger/b.ts', '../create/a', ['trigger-knows-only-its-neighbours']],
	['wait/b.ts', '../get/a', ['wait-knows-only-its-neighbours']],
	['get/c.ts', '../Clip.node', ['nothing-imports-a-node-file']],
	['trigger/c.ts', '../run', ['only-node-files-import-run']],
	['service/b.ts', '../create/a', ['service-uses-only-what-is-below']],
	['n8n/b.ts', '../service/rules/a', ['n8n-uses-only-what-is-below']],
	['service/rules/b.ts', '../../n8n/a', ['rules-are-pure', 'rules-know-only-rules']],
	['service/rules/c.ts', '../client', ['rules-are-pure', 'rules-know-only-rules']],
	['lib/b.ts', '../n8n/a', ['lib-uses-only-what-is-below', 'rules-are-pure']],
	['lib/c.ts', 'n8n-workflow', ['rules-are-pure']],
	['get/rules/b.ts', 'n8n-workflow', ['rules-are-pure']],
	['get/rules/c.ts', '../a', ['rules-know-only-rules']],
	['lib/d.ts', './e', ['no-cycle']],
	// A cycle is told once.
	['lib/e.ts', './d', []],
	['service/client.ts', './rules/a', []],
];

describe('The walls between the rooms', () => {
	const folder = mkdtempSync(join(tmpdir(), 'video-clipping-rooms-'));
	const broken = new Map<string, string[]>();

	beforeAll(() => {
		writeFileSync(join(folder, 'tsconfig.json'), '{}');
		for (const [file, imports] of PLANTED) {
			const path = join(folder, 'nodes', 'Clip', file);
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, `export * from '${imports}';\n`);
		}
		const program = join(projectRoot(), 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
		const config = join(projectRoot(), 'test', 'lint', 'rooms.cjs');
		const { stdout } = spawnSync(
			process.execPath,
			[program, '--config', config, '--output-type', 'json', 'nodes'],
			{ cwd: folder, encoding: 'utf8' },
		);
		for (const { from, rule } of report.parse(JSON.parse(stdout)).summary.violations) {
			const file = from.replace('nodes/Clip/', '');
			broken.set(file, [...(broken.get(file) ?? []), rule.name].sort());
		}
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it.each(PLANTED)('judge %s, which imports %s: %j', (file, _imports, rules) => {
		expect(broken.get(file) ?? []).toEqual(rules);
	});
});
