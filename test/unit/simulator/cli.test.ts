/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startSimulator } from '../../simulator';

const command = (...words: string[]) => {
	const cli = join(__dirname, '../../simulator/cli.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', cli, ...words]);
	const said = { out: '', problem: '' };
	child.stdout.on('data', (part: Buffer) => (said.out += part.toString()));
	child.stderr.on('data', (part: Buffer) => (said.problem += part.toString()));
	return { child, said, ended: once(child, 'close') };
};

describe('The command of the simulator', () => {
	test('shows what to fill in, tells a port in use and an option that it does not know, and ends with the signal', async () => {
		const simulator = await startSimulator();
		const free = command('--port', '0', '--no-limits');
		const taken = command('--port', new URL(simulator.origin).port);
		const wrong = command('--speedy');
		expect(await taken.ended).toEqual([1, null]);
		expect(taken.said.problem).toMatch(/^The port is in use.*--port/);
		expect(await wrong.ended).toEqual([2, null]);
		expect(wrong.said.problem).toMatch(/--speedy.*--help lists the options/s);
		while (!free.said.out.includes('Ctrl-C')) await once(free.child.stdout, 'data');
		expect(free.said.out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/service\n.*sim-key\n.*SERVICEAI_API_KEY\n/);
		free.child.kill('SIGTERM');
		expect(await free.ended).toEqual([0, null]);
		await simulator.close();
	});
});
