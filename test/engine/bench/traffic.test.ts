/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { listen, shut } from '../../../tools/host/ports';
import { Traffic } from './traffic';

it('The time of the tests goes on beside a reader that has paused, also when all was sent before anybody looked', async () => {
	const traffic = new Traffic();
	traffic.open();
	const server = createServer();
	const ended = new Promise<void>((resolve) => {
		server.on('connection', (socket) => {
			socket.resume().end(Buffer.alloc(200_000));
			socket.on('close', () => resolve());
		});
	});
	const client = connect(await listen(server), '127.0.0.1').pause();
	try {
		await once(client, 'connect');
		client.end();
		await ended;
		expect(traffic.isBusy()).toBe(false);
	} finally {
		client.destroy();
		await shut(server);
		traffic.close();
	}
});
