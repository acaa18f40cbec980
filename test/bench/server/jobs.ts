/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Cluster } from '../../host';

/** How many executions the workers of a cluster are running at this moment, and how many wait for a free place. */
export async function jobsOf({ redis }: Cluster): Promise<{ active: number; queued: number }> {
	const socket = connect({ port: redis.port, host: '127.0.0.1' });
	try {
		await once(socket, 'connect');
		socket.write(`AUTH ${redis.password}\r\nLLEN bull:jobs:active\r\nLLEN bull:jobs:wait\r\n`);
		let answer = '';
		while (!/:\d+\r\n:\d+\r\n$/.test(answer)) answer += String(await once(socket, 'data'));
		const [active = 0, queued = 0] = [...answer.matchAll(/:(\d+)\r\n/g)].map(([, count]) => Number(count));
		return { active, queued };
	} finally {
		socket.destroy();
	}
}
