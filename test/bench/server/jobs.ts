/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Cluster } from '../../host';

/** How many executions the workers of a cluster are running at this moment. */
export async function activeJobs({ redis }: Cluster): Promise<number> {
	const socket = connect({ port: redis.port, host: '127.0.0.1' });
	try {
		await once(socket, 'connect');
		socket.write(`AUTH ${redis.password}\r\nLLEN bull:jobs:active\r\n`);
		let answer = '';
		const count = /:(\d+)\r\n$/;
		while (!count.test(answer)) answer += String(await once(socket, 'data'));
		return Number(count.exec(answer)?.[1]);
	} finally {
		socket.destroy();
	}
}
