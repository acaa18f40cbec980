/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../host';

const bench = join(projectRoot(), 'test', 'bench');
const code = readdirSync(bench, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => readFileSync(join(bench, file), 'utf8'))
	.join('\n');
const named = [...new Set([...code.matchAll(/'([\w-]+\.json)'/g)].map(([, name = '']) => name))].filter(
	(name) => !['answer.json', 'figures.json', 'installed.json', 'nodes.json', 'package.json'].includes(name),
);

it('benchmarks name some workflows', () => {
	expect(named.length).toBeGreaterThan(1);
});

it.each(named)('a workflow that benchmarks name is there: %s', (name) => {
	const places = ['peer', 'ours'].map((folder) => join(bench, folder, name));
	expect(places.some((file) => existsSync(file))).toBe(true);
});
